import { definePatterns, type Part } from './pattern';

/* How commands look whether something is there or has happened. `signs.ts` takes a command apart. */

/** Removed in this order before a command is split. */
export const SHELL_PARTS = definePatterns<Part>('shellPart', {
  shell: {
    keywords: ['sh'],
    match: /^(?:\S*\/)?(?:ba|z|da|k)?sh\s+-l?c\s+/,
    placeholder: '',
    examples: ['bash -lc ls', '/bin/sh -c date'],
    not: ['bash run.sh', 'echo sh -c ls'],
    from: ['codex', 'bash'],
  },
  quotedText: {
    keywords: ['"', "'"],
    match: /"(?:[^"\\]|\\.){0,2000}"|'[^']{0,2000}'/g,
    placeholder: 'Q',
    examples: ['grep "a;b" a.txt', "jq '.[] | .id'"],
    not: ['ls -l', "don't"],
    from: ['bash', 'PowerShell'],
  },
  harmlessOutput: {
    keywords: ['/dev/null'],
    match: /(?:-o|--output)[ =]?\/dev\/null\b/g,
    placeholder: ' ',
    examples: ['curl -s -o /dev/null a.example'],
    not: ['curl -o a.txt a.example'],
    from: ['curl'],
  },
  harmlessRedirection: {
    keywords: ['>'],
    match: /\d?>&\d|&?\d?>\s?(?:\/dev\/null|\$null|nul)\b/gi,
    placeholder: ' ',
    examples: ['ls 2>&1', 'curl -s a.example > /dev/null', 'dir 2>nul', 'ls &>/dev/null'],
    not: ['ls > a.txt', 'ls >> null.txt'],
    from: ['bash', 'PowerShell', 'cmd'],
  },
});

export const SEPARATORS = definePatterns('separator', {
  operator: {
    keywords: ['&&', '|', ';', '\n', '(', ')', '{', '}'],
    match: /&&|[;|\n(){}]/,
    examples: ['cd a && ls', 'ls | head', 'sleep 5; date'],
    not: ['npm start &', 'ls -l'],
    from: ['bash', 'PowerShell'],
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
    keywords: ['sleep', 'timeout'],
    match: /(?:^|[\s;&|("'`])(?:sleep \d|timeout \/t \d|start-sleep\b)/i,
    examples: ['sleep 30; gh run list', 'timeout /t 5', 'Start-Sleep -Seconds 5'],
    not: ['npm run sleep', 'timeout 5 ls'],
    from: ['bash', 'cmd', 'PowerShell'],
  },
});

/** The seconds or minutes that a command lets itself run. */
export const LIMITS_IN_COMMANDS = definePatterns('commandLimit', {
  timeout: {
    keywords: ['timeout '],
    match: /\btimeout (?:-\S{1,20} ){0,3}(\d{1,5})([sm]?)\b/,
    examples: ["timeout 3 bash -c 'until curl -sf a.example; do sleep 1; done'", 'timeout -k 1 5m make'],
    not: ['timeout /t 5', 'npm config set timeout'],
    from: ['bash'],
  },
  option: {
    keywords: ['timeout', 'max-time', 'wait'],
    match: /--(?:connect-timeout|max-time|retry-max-time|timeout|wait)[ =](\d{1,5})([sm]?)\b/,
    examples: ['curl --max-time 5 a.example', 'kubectl wait --timeout=30s pod/web'],
    not: ['curl --retry 3 a.example'],
    from: ['curl', 'kubectl'],
  },
  letter: {
    keywords: ['nc ', 'ncat ', 'pg_isready ', 'ping '],
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
    keywords: ['docker '],
    match: /^docker (?:ps|logs|inspect|images|compose (?:ps|logs)|container ls|port|stats)\b/,
    examples: ['docker ps -a', 'docker logs web', 'docker compose ps'],
    not: ['docker run web', 'docker compose up'],
    from: ['docker'],
  },
  kubectl: {
    keywords: ['kubectl '],
    match: /^kubectl (?:get|describe|logs|wait|rollout status)\b/,
    examples: ['kubectl get pods', 'kubectl rollout status deploy/web'],
    not: ['kubectl apply -f a.yml', 'kubectl rollout restart deploy/web'],
    from: ['kubectl'],
  },
  git: {
    keywords: ['git '],
    match: /^git (?:status|log|show|fetch|ls-remote|branch)\b/,
    examples: ['git status', 'git log --oneline', 'git ls-remote origin'],
    not: ['git commit -m Q', 'git push'],
    from: ['git'],
  },
  githubCli: {
    keywords: ['gh '],
    match: /^gh (?:run|pr|release|issue|workflow|api) (?:view|list|checks|status|watch|download|repos)/,
    examples: ['gh run list', 'gh pr checks 7', 'gh api repos/a/b'],
    not: ['gh pr create', 'gh run rerun 3'],
    from: ['gh'],
  },
  redisPing: {
    keywords: ['redis-cli '],
    match: /^redis-cli (?:-\S+ \S+ )*ping\b/i,
    examples: ['redis-cli ping', 'redis-cli -p 6380 PING'],
    not: ['redis-cli flushall'],
    from: ['redis'],
  },
});

/** Options that make a looking program act. */
export const ACTING_OPTIONS = definePatterns('actingOption', {
  curlSends: {
    keywords: ['curl '],
    match: /^curl (?:.* )?(?:-X ?(?!GET|HEAD)[A-Z]|--request[ =](?!GET|HEAD)|-[dTF]\b|--(?:data|json|form|upload))/,
    examples: ['curl -X POST a.example', 'curl -s a.example --data Q', 'curl -F file=@a.txt a.example'],
    not: ['curl -s a.example', 'curl -X GET a.example'],
    from: ['curl'],
  },
  curlWrites: {
    keywords: ['curl '],
    match: /^curl (?:.* )?(?:-[oO]\b|--output)/,
    examples: ['curl -o a.txt a.example', 'curl -L a.example --output a.txt'],
    not: ['curl -s a.example'],
    from: ['curl'],
  },
  sedWrites: {
    keywords: ['sed '],
    match: /^sed (?:.* )?-\w*i/,
    examples: ['sed -i Q a.txt', 'sed -Ei Q a.txt'],
    not: ['sed -n Q a.txt'],
    from: ['sed'],
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
