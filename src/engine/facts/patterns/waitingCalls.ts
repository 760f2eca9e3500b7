import { definePatterns } from './pattern';

/** Whole words in lower case. The name is one fact of three. */
export const WAITING_TOOLS = definePatterns('waitingTool', {
  waits: {
    keywords: ['wait', 'poll', 'sleep', 'watch', 'monitor', 'stdin'],
    match: /(?:^|[^a-z])(?:a?wait(?:for)?|poll|sleep|watch|monitor|write_?stdin)(?![a-z])/,
    examples: ['wait_agent', 'await_terminal', 'write_stdin'],
    not: ['waiter', 'update_watchlist'],
    from: ['codex', 'vscode', 'claude'],
  },
  readsOutput: {
    keywords: ['output', 'status', 'log', 'result'],
    match:
      /(?:^|[^a-z])(?:task|bash|process|agent|shell|command|terminal|job)_?(?:output|status|logs?|result)(?![a-z])/,
    examples: ['task_output', 'get_terminal_output', 'bashoutput'],
    not: ['output', 'test_result'],
    from: ['claude', 'vscode', 'copilot'],
  },
  looksAtRunning: {
    keywords: ['read', 'check', 'get', 'list'],
    match: /(?:^|[^a-z])(?:read|check|get|list)_?(?:bash|terminal|shell|process|agents?|background)(?![a-z])/,
    examples: ['read_bash', 'list_agents'],
    not: ['read_file', 'get_processor'],
    from: ['copilot', 'codex'],
  },
});

export const WAITING_COMMANDS = definePatterns('waitingCommand', {
  sleeps: {
    keywords: ['sleep', 'timeout', 'wait'],
    match: /(?:^|[\s;&|("'`])(?:sleep \d|timeout \/t \d|start-sleep\b|wait(?: \$| \d|$))/i,
    examples: ['sleep 30 && gh run list', 'Start-Sleep -Seconds 5', 'wait $!'],
    not: ['npm run sleeper', 'await x'],
    from: ['bash', 'PowerShell', 'cmd'],
  },
  looksAtChecks: {
    keywords: ['gh ', 'glab '],
    match: /(?:^|[\s;&|("'`])(?:gh|glab) (?:run|pr|ci)\s[^\n|]{0,80}\b(?:watch|view|checks|status)\b/i,
    examples: ['gh run watch 12', 'gh pr checks 7', 'glab ci status'],
    not: ['gh pr create', 'gh issue view 3'],
    from: ['gh', 'glab'],
  },
  looksAtContainer: {
    keywords: ['kubectl ', 'docker ', '--watch'],
    match: /(?:^|[\s;&|("'`])(?:kubectl (?:wait|rollout status)|docker (?:wait|logs|(?:compose )?ps\b)|--watch\b)/i,
    examples: ['kubectl rollout status deploy/web', 'docker logs web', 'docker compose ps', 'npx tsc --watch'],
    not: ['docker build .', 'kubectl apply -f a.yml'],
    from: ['kubectl', 'docker', 'tsc'],
  },
  looksAtPods: {
    keywords: ['kubectl ', 'cloudformation '],
    match: /(?:^|[\s;&|("'`])(?:kubectl (?:-\S{1,40} ){0,4}get (?:po|job|deploy)|aws cloudformation describe-stacks)/i,
    examples: ['kubectl get pods', 'kubectl -n=web get deploy', 'aws cloudformation describe-stacks --stack-name web'],
    not: ['kubectl get configmaps', 'aws cloudformation deploy'],
    from: ['kubectl', 'aws'],
  },
  scriptOfTools: {
    keywords: ['write_stdin(', 'await tools.wait'],
    match: /\bwrite_stdin\(|\bawait tools\.wait/i,
    examples: ['await tools.wait({ cell: 1 })', 'await tools.write_stdin({ session_id: 3 })'],
    not: ['await tools.read()'],
    from: ['codex'],
  },
  scriptSleeps: {
    keywords: ['sleep', 'settimeout'],
    match: /\b(?:sleep|settimeout)\s?\(/i,
    examples: ['time.sleep(5)', 'await sleep(1000)'],
    not: ['sleepy()'],
    from: ['python', 'node'],
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
    keywords: ['./', '.py', 'js', 'ts', '.sh', '.rb'],
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
    keywords: ['chars', 'input', 'stdin', 'data', 'text', 'keys'],
    match: /\b(?:chars|input|stdin|data|text|keys)["']?\s{0,2}:\s{0,2}(?:""|''|\\"\\")/,
    examples: ['{"session_id":3,"chars":""}', "write_stdin({ chars: '' })"],
    not: ['{"chars":"y\\n"}'],
    from: ['codex'],
  },
});

export const STARTS = definePatterns('start', {
  ampersand: {
    keywords: ['&'],
    match: /(?<![&>|])&(?![&>\d])/,
    examples: ['npm start &', 'node a.js & echo $!'],
    not: ['a && b', 'make > out 2>&1'],
    from: ['bash'],
  },
  detaches: {
    keywords: [
      ...['nohup', 'setsid', 'disown', 'pm2', 'screen', 'tmux', 'sbatch', 'qsub'],
      ...['start-process', 'start-job'],
    ],
    match: /\b(?:nohup|setsid|disown|pm2|screen|tmux|sbatch|qsub|start-process|start-job)\b/i,
    examples: ['nohup make', 'tmux new -d', 'Start-Process node', 'sbatch job.sh'],
    not: ['screenshot', 'make'],
    from: ['bash', 'PowerShell', 'slurm'],
  },
});
