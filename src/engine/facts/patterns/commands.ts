import { definePatterns, type Part } from './pattern';

/* What a command does: whether it looks, waits, sends, checks, or starts something. `signs.ts` takes it apart. */

/** Removed in this order before a command is split. */
export const SHELL_PARTS = definePatterns<Part>('shellPart', {
  shell: {
    match: /^(?:\S*\/)?(?:ba|z|da|k)?sh\s+-l?c\s+/,
    placeholder: '',
    examples: ['bash -lc ls', '/bin/sh -c date'],
    not: ['bash run.sh', 'echo sh -c ls'],
    from: ['codex', 'bash'],
  },
  quotedText: {
    match: /"(?:[^"\\]|\\.){0,2000}"|'[^']{0,2000}'/g,
    placeholder: 'Q',
    examples: ['grep "a;b" a.txt', "jq '.[] | .id'"],
    not: ['ls -l', "don't"],
    from: ['bash', 'PowerShell'],
  },
  harmlessOutput: {
    match: /(?:-o|--output)[ =]?\/dev\/null\b/g,
    placeholder: ' ',
    examples: ['curl -s -o /dev/null a.example'],
    not: ['curl -o a.txt a.example'],
    from: ['curl'],
  },
  harmlessRedirection: {
    match: /\d?>&\d|&?\d?>\s?(?:\/dev\/null|\$null|nul)\b/gi,
    placeholder: ' ',
    examples: ['ls 2>&1', 'curl -s a.example > /dev/null', 'dir 2>nul', 'ls &>/dev/null'],
    not: ['ls > a.txt', 'ls >> null.txt'],
    from: ['bash', 'PowerShell', 'cmd'],
  },
});

/** What may stand before the program. */
export const COMMAND_PREFIXES = definePatterns<Part>('commandPrefix', {
  prefix: {
    match: /^(?:(?:\w+=\S*|if|while|until|!|time|sudo|command|timeout (?:-\S+ )?\d+\w?)\s+)+/i,
    placeholder: '',
    examples: ['sudo ls', 'LANG=C sort a.txt', 'until curl -s a.example', 'timeout 5 nc -z a.example 80'],
    not: ['timeout', 'iffy a'],
    from: ['bash'],
  },
});

export const PAUSES = definePatterns('pause', {
  sleep: {
    match: /(?:^|[\s;&|("'`])(?:sleep \d|timeout \/t \d|start-sleep\b)/i,
    examples: ['sleep 30; gh run list', 'timeout /t 5', 'Start-Sleep -Seconds 5'],
    not: ['npm run sleep', 'timeout 5 ls'],
    from: ['bash', 'cmd', 'PowerShell'],
  },
});

/** The seconds or minutes that a command lets itself run. */
export const LIMITS_IN_COMMANDS = definePatterns('commandLimit', {
  timeout: {
    match: /\btimeout (?:-\S{1,20} ){0,3}(\d{1,5})([sm]?)\b/,
    examples: ["timeout 3 bash -c 'until curl -sf a.example; do sleep 1; done'", 'timeout -k 1 5m make'],
    not: ['timeout /t 5', 'npm config set timeout'],
    from: ['bash'],
  },
  option: {
    match: /--(?:connect-timeout|max-time|retry-max-time|timeout|wait)[ =](\d{1,5})([sm]?)\b/,
    examples: ['curl --max-time 5 a.example', 'kubectl wait --timeout=30s pod/web'],
    not: ['curl --retry 3 a.example'],
    from: ['curl', 'kubectl'],
  },
  letter: {
    match:
      /\b(?:(?:nc|ncat|ping) (?:-\S{1,9} ){0,4}-\w{0,4}w|pg_isready (?:-\S{1,9} \S{1,99} ){0,4}-t) ?(\d{1,4})(s?)\b/,
    examples: ['nc -z -w 3 localhost 5432', 'nc -zw3 localhost 22', 'pg_isready -h localhost -t 3'],
    not: ['nc -z localhost 5432', 'pg_isready -h localhost'],
    from: ['nc', 'pg_isready', 'ping'],
  },
});

/** Only some commands of these programs look. */
export const LOOKING_COMMANDS = definePatterns('lookingCommand', {
  docker: {
    match: /^docker (?:ps|logs|inspect|images|compose (?:ps|logs)|container ls|port|stats)\b/,
    examples: ['docker ps -a', 'docker logs web', 'docker compose ps'],
    not: ['docker run web', 'docker compose up'],
    from: ['docker'],
  },
  kubectl: {
    match: /^kubectl (?:get|describe|logs|wait|rollout status)\b/,
    examples: ['kubectl get pods', 'kubectl rollout status deploy/web'],
    not: ['kubectl apply -f a.yml', 'kubectl rollout restart deploy/web'],
    from: ['kubectl'],
  },
  git: {
    match: /^git (?:status|log|show|fetch|ls-remote|branch)\b/,
    examples: ['git status', 'git log --oneline', 'git ls-remote origin'],
    not: ['git commit -m Q', 'git push'],
    from: ['git'],
  },
  githubCli: {
    match: /^gh (?:run|pr|release|issue|workflow|api) (?:view|list|checks|status|watch|download|repos)/,
    examples: ['gh run list', 'gh pr checks 7', 'gh api repos/a/b'],
    not: ['gh pr create', 'gh run rerun 3'],
    from: ['gh'],
  },
  redisPing: {
    match: /^redis-cli (?:-\S+ \S+ )*ping\b/i,
    examples: ['redis-cli ping', 'redis-cli -p 6380 PING'],
    not: ['redis-cli flushall'],
    from: ['redis'],
  },
});

/** Options that make a looking program act. */
export const ACTING_OPTIONS = definePatterns('actingOption', {
  curl: {
    match:
      /^curl (?:.* )?(?:-X ?(?!GET|HEAD)[A-Z]|--request[ =](?!GET|HEAD)|-[dTFoO]\b|--(?:data|json|form|upload|output))/,
    examples: [
      'curl -X POST a.example',
      'curl -s a.example --data Q',
      'curl -F file=@a.txt a.example',
      'curl -o a.txt a.example',
      'curl -L a.example --output a.txt',
    ],
    not: ['curl -s a.example', 'curl -X GET a.example'],
    from: ['curl'],
  },
  sedWrites: {
    match: /^sed (?:.* )?-\w*i/,
    examples: ['sed -i Q a.txt', 'sed -Ei Q a.txt'],
    not: ['sed -n Q a.txt'],
    from: ['sed'],
  },
});

/** With {@link PAUSES}, the commands that wait or look at what runs. */
export const WAITING_COMMANDS = definePatterns('waitingCommand', {
  waits: {
    match: /(?:^|[\s;&|("'`])wait(?: \$| \d|$)/i,
    examples: ['wait $!', 'make & wait'],
    not: ['await x'],
    from: ['bash'],
  },
  looksAtChecks: {
    match: /(?:^|[\s;&|("'`])(?:gh|glab) (?:run|pr|ci)\s[^\n|]{0,80}\b(?:watch|view|checks|status)\b/i,
    examples: ['gh run watch 12', 'gh pr checks 7', 'glab ci status'],
    not: ['gh pr create', 'gh issue view 3'],
    from: ['gh', 'glab'],
  },
  looksAtContainer: {
    match: new RegExp(
      '(?:^|[\\s;&|("\'`])(?:docker (?:wait|logs|(?:compose )?ps\\b)|kubectl (?:wait|rollout status)|' +
        'kubectl (?:-\\S{1,40} ){0,4}get (?:po|job|deploy)|aws cloudformation describe-stacks|--watch\\b)',
      'i',
    ),
    examples: [
      'kubectl rollout status deploy/web',
      'docker logs web',
      'docker compose ps',
      'npx tsc --watch',
      'kubectl get pods',
      'kubectl -n=web get deploy',
      'aws cloudformation describe-stacks --stack-name web',
    ],
    not: ['docker build .', 'kubectl apply -f a.yml', 'kubectl get configmaps', 'aws cloudformation deploy'],
    from: ['kubectl', 'docker', 'tsc', 'aws'],
  },
  script: {
    match: /\bwrite_stdin\(|\bawait tools\.wait|\b(?:sleep|settimeout)\s?\(/i,
    examples: [
      'await tools.wait({ cell: 1 })',
      'await tools.write_stdin({ session_id: 3 })',
      'time.sleep(5)',
      'await sleep(1000)',
    ],
    not: ['await tools.read()', 'sleepy()'],
    from: ['codex', 'python', 'node'],
  },
});

/** A command that checks or builds what the agent has written, so that only another edit changes its answer. */
export const OWN_CHECKS = definePatterns('ownCheck', {
  names: {
    match:
      /\b(?:tests?|jest|vitest|mocha|pytest|tox|rspec|ctest|lint|eslint|ruff|mypy|tsc|typecheck|compile|make|build)\b/i,
    examples: ['sleep 5 && npm test', 'sleep 2; cargo build', 'sleep 3 && npx tsc -p .'],
    not: ['sleep 5 && npm view a version', 'sleep 3 && psql -c "select 1"'],
    from: ['npm', 'cargo', 'go', 'make', 'tsc'],
  },
  scripts: {
    match:
      /(?:^|[\s;&|])\.{1,2}\/[\w.-]|\b(?:python3?|node|tsx|bash|sh|ruby) [\w./-]{1,100}\.(?:py|[cm]?[jt]s|sh|rb)\b/i,
    examples: ['sleep 2 && ./deploy.sh', 'sleep 5; python3 scripts/check.py'],
    not: ['sleep 2 && python3 -m http.server', 'sleep 2; ls ..'],
    from: ['bash', 'python', 'node'],
  },
});

/** Sends nothing to what runs. */
export const EMPTY_INPUTS = definePatterns('emptyInput', {
  emptyField: {
    match: /\b(?:chars|input|stdin|data|text|keys)["']?\s{0,2}:\s{0,2}(?:""|''|\\"\\")/,
    examples: ['{"session_id":3,"chars":""}', "write_stdin({ chars: '' })"],
    not: ['{"chars":"y\\n"}'],
    from: ['codex'],
  },
});

export const STARTS = definePatterns('start', {
  inBackground: {
    match: /(?<![&>|])&(?![&>\d])|\b(?:nohup|setsid|disown|pm2|screen|tmux|sbatch|qsub|start-process|start-job)\b/i,
    examples: [
      'npm start &',
      'node a.js & echo $!',
      'nohup make',
      'tmux new -d',
      'Start-Process node',
      'sbatch job.sh',
    ],
    not: ['a && b', 'make > out 2>&1', 'screenshot', 'make'],
    from: ['bash', 'PowerShell', 'slurm'],
  },
});

export const MOVING_COMMANDS = definePatterns('movingCommand', {
  request: {
    match: /\bPOST\b[^\n]{0,200}\/(?:step|next|tick|advance)\b/,
    examples: ['curl -s -X POST localhost:8080/step'],
    not: ['curl -s localhost:8080/step', 'POST /orders'],
    from: ['curl'],
  },
  input: {
    match: new RegExp(
      '\\binput (?:swipe|keyevent|tap)\\b|\\bxdotool (?:key|click|mousemove)\\b|' +
        '\\bsend-keys .{0,80}(?:Up|Down|Left|Right|Tab)$',
    ),
    examples: ['adb shell input swipe 500 1500 500 500', 'xdotool key Tab', 'tmux send-keys -t app Down'],
    not: ['input text', 'read the input', 'tmux send-keys -t app "npm test" Enter'],
    from: ['adb', 'xdotool', 'tmux'],
  },
});

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const LOOKING_PROGRAMS = wordsOf(
  'curl wget http https xh nc ncat ping dig host nslookup telnet test [ [[ ls dir cat type head tail ' +
    'less stat file wc du find fd grep egrep rg ag jq awk sed sort uniq tr cut pgrep pidof ps top jobs ' +
    'lsof ss netstat uptime date pg_isready journalctl invoke-webrequest invoke-restmethod test-path ' +
    'test-connection test-netconnection get-content get-childitem get-item get-process get-service ' +
    'get-job select-string select-object',
);

/** Stand around a look and do nothing of their own. */
export const PROGRAMS_AROUND = wordsOf(
  'sleep timeout start-sleep wait cd pushd popd echo printf true false : set export exit break for do done ' +
    'then fi else out-null write-output write-host',
);
