import { definePatterns } from './pattern';

/* What a result says about something that runs. `waiting.ts` decides what it proves together with other facts. */

/** Something continues, as a sentence, a field, or a column of a table. */
export const RUNNING = definePatterns('running', {
  isRunning: {
    keywords: ['running'],
    match: new RegExp(
      '\\b(?:is|are|still|process|script|task|agent|job|command|shell|build) (?:still |currently |now )?running\\b|' +
        '\\brunning (?:with|in|as) (?:session|cell|the background|background|id)\\b',
      'i',
    ),
    examples: [
      'The command is still running.',
      'Process running with session ID 47',
      'Command running in background with ID: b7x2k9',
      'Script running with cell ID 4',
    ],
    not: ['Running the tests', 'Stopped the task that was running', 'The service was running in production'],
    from: ['vscode', 'codex', 'claude'],
  },
  serverRunning: {
    keywords: ['running'],
    match: /\bserver (?:currently |now )?running\b(?<!\bis (?:the|your) [\w -]{1,40})/i,
    examples: ['Server running at http://localhost:3000/'],
    not: ['Is the server running on that host and accepting connections?'],
    from: ['node', 'vite'],
  },
  inProgress: {
    keywords: ['in progress', 'in_progress', 'inprogress'],
    match: /(?:\b|_)in[_ ]?progress\b/i,
    examples: [
      '{"status":"in_progress","conclusion":null}',
      'Deployment in progress',
      '"StackStatus": "UPDATE_IN_PROGRESS"',
      '"provisioningState": "InProgress"',
    ],
    not: ['Progress: 100 %', 'UPDATE_COMPLETE'],
    from: ['gh', 'github', 'aws', 'az'],
  },
  noOutputYet: {
    keywords: ['output'],
    match:
      /\bno (?:new )?output\b(?<!\b(?:completed|finished|succeeded|exited|ended|ran|produced) (?:with )?no output)/i,
    examples: ['(no new output)', 'No output yet'],
    not: ['Tool completed with no output', 'The command produced no output'],
    from: ['vscode', 'claude', 'gemini'],
  },
  waitingFor: {
    keywords: ['wait', 'timed_out'],
    match: /\bwait(?:ing)? (?:for|timed out)\b|\btimed_out["']?\s?[:=]\s?true\b/i,
    examples: ['Waiting for the server to start', 'Wait timed out.', '{"status":{},"timed_out":true}'],
    not: ['The waiter left', 'No need to wait', '{"status":{},"timed_out":false}'],
    from: ['codex', 'docker', 'kubectl'],
  },
  stateWord: {
    keywords: ['ing', 'queued', 'pending', '000'],
    match: /^["'\s]{0,4}(?:[a-z]{3,20}ing|queued|pending|000)["'\s.…]{0,4}$/i,
    examples: ['Running', 'queued', '"deploying"', '000'],
    not: ['Running the tests', 'nothing found', '200'],
    from: ['az', 'gh', 'curl'],
  },
  stateField: {
    keywords: ['status', 'state', 'conclusion', 'phase'],
    match: new RegExp(
      '(?:\\b|_|[a-z](?=S))(?:status|state|conclusion|phase)["\']?>?\\s?[:=]?\\s?' +
        '(?:["\']?(?:running|pending|queued|waiting|active|started)\\b|["\'](?!missing)[a-z_]{3,20}ing["\'])',
      'i',
    ),
    examples: ['"status": "running"', 'State: pending', '<retrieval_status>running', '"readyState":"BUILDING"'],
    not: ['"status": "completed"', 'state of the art', 'state: missing', '"status":"missing"'],
    from: ['claude', 'codex', 'gh'],
  },
  containerState: {
    keywords: [
      'containercreating',
      'podinitializing',
      'init:',
      'pending',
      'terminating',
      'running',
      'health: starting',
    ],
    match: new RegExp(
      '\\d\\/\\d{1,3} {1,12}(?:ContainerCreating|PodInitializing|Init:\\d{1,2}\\/\\d{1,2}|Pending|Terminating) |' +
        '\\b0\\/\\d{1,3} {1,12}Running |\\(health: starting\\)',
    ),
    examples: [
      'web-7d9f8   0/1     ContainerCreating   0          9s',
      'web-7d9f8   0/2     Init:1/2   0   12s',
      'web-7d9f8   0/1     Running   0          15s',
      'Up 3 seconds (health: starting)   0.0.0.0:80->80/tcp',
    ],
    not: [
      'web-7d9f8   0/1     CrashLoopBackOff   4          9m',
      'web-7d9f8   1/1     Running   0          52s',
      'Up 3 seconds (healthy)',
    ],
    from: ['kubectl', 'docker'],
  },
  shellJob: {
    keywords: ['running', 'läuft', "en cours d'exécution", 'ejecutando', '実行中', '运行中'],
    match: /^\[\d{1,4}\][+-]? {1,4}(?:Running|Läuft|En cours d'exécution|Ejecutando|実行中|运行中) /im,
    examples: [
      '[1]+  Running                 make &',
      '[1]+  Läuft                   make &',
      '[1]+  実行中                  make &',
    ],
    not: ['[1]Running the tests', '[1]+  Fertig                  make', 'Der Server läuft gut'],
    from: ['bash catalog'],
  },
});

/** The call itself continues: what it has started is not what it asked for. */
export const STARTED = definePatterns('started', {
  command: {
    match: /\b(?:command|process|script) (?:is )?(?:still )?running (?:in|with|as)\b/i,
    examples: [
      'Command is still running in the terminal. No output yet.',
      'Command running in background with ID: b7x2k9',
      'Process running with session ID 47',
    ],
    not: ['The server is running', 'No process running'],
    from: ['vscode', 'claude', 'codex'],
  },
});

/** How a command ended. It may be the command that asked for the state of another. */
export const EXITED = definePatterns('exited', {
  hasEnded: {
    match: /\bexited with\b|\b(?:has|process) (?:exited|finished|terminated|completed)\b/i,
    examples: ['Process exited with code 0', 'Command exited with 1', 'The terminal has exited', 'Process finished'],
    not: ['The function exits with an error', 'The process has been completely rewritten', 'not finished'],
    from: ['codex', 'vscode', 'unknown'],
  },
  exitCode: {
    match: /\bexit(?:ed)?[_ ](?:code|status)["']?\s?[:=]?\s?-?\d/i,
    examples: ['Exit code: 0', '"exit_code": 1', 'make: exit status 2'],
    not: ['Exit code: unknown', 'the exit of the code'],
    from: ['claude', 'codex', 'gemini', 'go'],
  },
});

const WHAT_RUNS = 'process|session|cell|task|shell|agent|terminal|job';

/** There is nothing left to wait for. */
export const GONE = definePatterns('gone', {
  unknownHandle: {
    keywords: ['unknown ', 'invalid ', 'no such ', 'not found'],
    match: new RegExp(
      `\\b(?:unknown|invalid|no such) (?:${WHAT_RUNS}|id)\\b|` +
        `\\b(?:${WHAT_RUNS})(?: id)? (?:[\\w-]{1,40} )?not found\\b`,
      'i',
    ),
    examples: ['Unknown process id 3', 'no such job', 'Invalid terminal ID', 'Session 12 not found', 'agent not found'],
    not: ['unknown command', 'No such file or directory', 'File not found', 'The session was found'],
    from: ['codex', 'vscode', 'claude', 'bash'],
  },
  unknownJob: {
    keywords: ['job.', 'tâche inexistante', 'no existe ese trabajo', 'ジョブはありません', '无此任务'],
    match: /: (?:Kein solcher Job\.|tâche inexistante|no existe ese trabajo|そのようなジョブはありません|无此任务)/i,
    examples: ['bash: fg: %2: Kein solcher Job.', 'bash: fg: %2 : tâche inexistante', 'bash: fg: %2: 无此任务'],
    not: ['Kein Job läuft.', '无此文件'],
    from: ['bash catalog'],
  },
});

/** What the call needs is taken, or doesn't answer for now: later, the same call may work. */
export const BUSY = definePatterns('busy', {
  locked: {
    match: /Could not get lock |Unable to acquire the dpkg |\bdatabase is locked\b|\bholding the (?:yum|dnf) lock/i,
    examples: [
      'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 712 (unattended-upgr)',
      'Error: database is locked',
    ],
    not: ['The lock was released', 'The database is closed'],
    from: ['apt catalog', 'dnf', 'sqlite'],
  },
});
