import { allow, call, failing, type CallStep, type Step, stopped, times, type Trajectory, wait } from './notation';

/** How long a model thinks between two calls, in seconds. */
const THINKING = 2;

/** Makes the call n times; each takes this long, and the model thinks in between. */
function again(n: number, seconds: number, step: CallStep | ((index: number) => CallStep)): Step[] {
  return times<Step>(n, (index) => [
    { ...(typeof step === 'function' ? step(index) : step), tookMs: seconds * 1000 },
    wait(THINKING),
  ]);
}

/** Like {@link again}, with several calls in turn. */
function inTurn(n: number, ...steps: readonly (readonly [seconds: number, step: CallStep])[]): Step[] {
  return times<Step>(n, ...steps.map(([seconds, step]) => again(1, seconds, step)));
}

const LOOP = [...allow(2), 'warn', 'break', ...stopped(2)] as const;

const terminal = (command: string, answer: string): CallStep =>
  call('run_in_terminal', { command, explanation: 'Look how far it is', isBackground: false }, answer);

/** VS Code's answer for a command in the background, whose later output isn't reported. */
const inBackground = call(
  'run_in_terminal',
  { command: 'npm run build', explanation: 'Build', mode: 'async' },
  'Command is running in terminal with ID=b7\n The command is still running, with output:\n> build\n',
);
const look = (answer: string): CallStep => call('get_terminal_output', { id: 'b7' }, answer);
const modules = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Built module ${index + 1}\n`).join('');

const quickEdits = again(4, 0.1, (index) =>
  call('Edit', { file_path: 'src/a.ts', old_string: `a${index}`, new_string: `b${index}` }, 'The file was updated.'),
);

const vsCode: readonly Trajectory[] = [
  {
    name: 'a port that is not open yet, where the look says so in a word',
    steps: again(7, 3, call('bash', { command: 'nc -z -w 3 localhost 5432 || echo closed' }, 'closed')),
    expected: allow(7),
  },
  {
    name: 'a state that is asked for a minute apart, whose look ends with 0',
    steps: [
      ...quickEdits,
      ...times<Step>(
        6,
        wait(60),
        call(
          'bash',
          { command: 'curl -s http://app.example/health' },
          'starting\n<command completed with exit code 0>',
        ),
      ),
    ],
    expected: allow(10),
  },
  {
    name: 'a rollout in another namespace, which takes longer than its limit',
    steps: again(
      6,
      30,
      failing(
        'bash',
        { command: 'kubectl -n web rollout status deployment/web --timeout=30s' },
        'error: timed out waiting for the condition',
      ),
    ),
    expected: allow(6),
  },
  {
    name: 'the same file written again after each pause',
    steps: inTurn(
      6,
      [0.1, call('Write', { file_path: 'src/a.ts', content: 'export const a = 1;\n' }, 'The file was written.')],
      [2, call('Bash', { command: 'sleep 2' }, '')],
    ),
    expected: { warn: 7, break: 9 },
  },
  {
    name: 'VS Code: the output of a terminal that gets on',
    steps: again(20, 0.1, (index) =>
      call('get_terminal_output', { id: 'b7' }, `Built module ${index + 1} of 64; the build is still running`),
    ),
    expected: allow(20),
  },
  {
    name: 'VS Code: the output of a terminal that gets on, and never says that it runs',
    steps: again(70, 0.1, (index) => call('get_terminal_output', { id: 'b7' }, `Built module ${index + 1} of 70`)),
    expected: {},
  },
  {
    name: 'VS Code: the output of a terminal that got on and then stands still',
    steps: again(20, 0.1, (index) =>
      call('get_terminal_output', { id: 'b7' }, `Built module ${Math.min(10, index + 1)} of 64; still running`),
    ),
    expected: { warn: 14 },
  },
  {
    name: 'VS Code: a command that ended and is looked at again, after many looks while it ran',
    steps: [
      ...again(17, 0.1, (index) =>
        call('get_terminal_output', { id: 'b7' }, `Module ${index + 1} of 64; still running`),
      ),
      ...again(4, 0.1, call('get_terminal_output', { id: 'b7' }, 'The command exited with code 0.')),
    ],
    expected: { warn: 20, break: 21 },
  },
  {
    name: 'a tool that asks for no state gives another answer each time',
    steps: again(66, 0.1, (index) => call('roll', {}, `The dice show ${index}`)),
    expected: {},
  },
  {
    name: 'VS Code: the output of a dead terminal, after a file that says that something is in progress',
    steps: [
      call('read_file', { filePath: 'TODO.md' }, '- [ ] Checkout: in progress'),
      ...again(6, 0.1, call('get_terminal_output', { id: 'b7' }, 'Linking the program')),
    ],
    expected: ['allow', ...LOOP],
  },
  {
    name: 'VS Code: a command in the background whose output grows, in the words of 1.139',
    steps: [inBackground, ...again(24, 0.1, (index) => look(`Output of terminal b7:\n${modules(index + 1)}`))],
    expected: allow(25),
  },
  {
    name: 'VS Code: a command in the background that has ended',
    steps: [
      inBackground,
      ...again(3, 0.1, (index) => look(`Output of terminal b7:\n${modules(index + 1)}`)),
      ...again(
        6,
        0.1,
        failing('get_terminal_output', { id: 'b7' }, 'Error: No active terminal execution found with ID b7.'),
      ),
    ],
    expected: [...allow(7), 'break', ...stopped(2)],
  },
  {
    name: 'VS Code: a command in the background still runs after another command has ended',
    steps: [
      inBackground,
      ...again(1, 2, terminal('npm test', 'Command exited with code 1')),
      ...again(18, 0.1, look('Output of terminal b7:\nLinking the program\n')),
    ],
    expected: { warn: 5, break: 18 },
  },
  {
    name: 'VS Code: the output of a command that was told to have ended, while another one runs',
    steps: [
      inBackground,
      // An acknowledgment: the window keeps only those arguments of such a call that it needs.
      ...again(1, 2, call('await_terminal', { id: 'b7', timeout: 60_000 }, 'The process has completed.')),
      ...again(1, 2, terminal('npm run watch', 'Command is running in terminal with ID=c9')),
      ...again(6, 0.1, look('Output of terminal b7:\nLinking the program\n')),
    ],
    expected: [...allow(5), 'warn', 'break', ...stopped(2)],
  },
  {
    name: 'VS Code: the output of a dead terminal, while a command runs in another one',
    steps: [
      inBackground,
      ...again(6, 0.1, call('get_terminal_output', { id: 'c9' }, 'Output of terminal c9:\nLinking the program\n')),
    ],
    expected: ['allow', ...LOOP],
  },
  {
    name: 'VS Code: sleep, then a server that is not up yet',
    steps: again(
      20,
      8,
      failing('run_in_terminal', { command: 'sleep 8 && curl -s localhost:8080/health' }, 'Connection refused'),
    ),
    expected: allow(20),
  },
  {
    name: 'VS Code: something is sent to a server again and again, after a pause',
    steps: again(
      6,
      8,
      failing('run_in_terminal', { command: 'sleep 8; curl -X POST localhost:8080/orders' }, 'Error: 409 Conflict'),
    ),
    expected: LOOP,
  },
  {
    name: 'VS Code: sleep in the words of Windows',
    steps: again(9, 20, terminal('Start-Sleep -Seconds 20; Get-Content build.log -Tail 3', 'Linking the program')),
    expected: allow(9),
  },
  {
    name: 'VS Code: the output of a task that runs',
    steps: again(9, 8, call('get_task_output', { id: 'shell: build' }, 'The task is still running.\nLinking')),
    expected: allow(9),
  },
];

const poll = (result: string, chars = ''): CallStep =>
  call('write_stdin', { session_id: 12, chars, yield_time_ms: 10_000 }, result);

const codex: readonly Trajectory[] = [
  {
    name: 'Codex: nothing is written to a session that runs',
    steps: again(15, 10, poll('Wall time: 10.0 seconds\nProcess running with session ID 12\nOutput:\n')),
    expected: allow(15),
  },
  {
    name: 'Codex: nothing is written to a session that runs, and the agent looks by itself whether it does',
    steps: times<Step>(3, (at) => [
      ...again(8, 60, poll('Wall time: 60.0 seconds\nProcess running with session ID 12\nOutput:\n')),
      ...again(1, 0.1, call('exec_command', { cmd: 'ps -o etime,cmd -p 71' }, `0${at}:59 rustc --release`)),
    ]),
    expected: allow(27),
  },
  {
    name: 'Codex: the same answer written to the same question is no wait',
    steps: again(6, 10, poll('Process running with session ID 12\nOutput:\nOverwrite? [y/n]', 'yes\n')),
    expected: LOOP,
  },
];

const claudeCode: readonly Trajectory[] = [
  {
    name: 'Claude Code: the output of a task that blocks',
    steps: again(
      9,
      30,
      call('TaskOutput', { task_id: 'k3', block: true, timeout: 30_000 }, '<status>running</status>\nLinking'),
    ),
    expected: allow(9),
  },
  {
    name: 'Claude Code: sleep, described otherwise each time',
    steps: again(9, 15, (index) =>
      call(
        'Bash',
        { command: 'sleep 15; tail -2 build.log', description: `Wait for the build, look ${index}` },
        'Linking the program',
      ),
    ),
    expected: allow(9),
  },
  {
    name: 'Claude Code: a file that is not there yet',
    steps: again(
      20,
      2,
      failing('Bash', { command: 'sleep 2; cat result.json' }, 'cat: result.json: No such file or directory'),
    ),
    expected: allow(20),
  },
  {
    name: 'Claude Code: a file that is not there yet, with the pause in a call of its own',
    steps: inTurn(
      10,
      [5, call('Bash', { command: 'sleep 5' }, '')],
      [0.1, failing('Read', { file_path: '/p/result.json' }, 'File does not exist.')],
    ),
    expected: allow(20),
  },
  {
    name: 'Claude Code: tests that fail after a pause',
    steps: again(6, 9, failing('Bash', { command: 'sleep 1; npm test' }, 'Exit code 1\n3 tests failed')),
    expected: LOOP,
  },
  {
    name: 'Claude Code: a program that is refused for now, after a pause',
    steps: again(
      8,
      20.5,
      failing('Bash', { command: 'sleep 20 && npm view a@1.2.3 version' }, 'Exit code 1\nnpm error code E404'),
    ),
    expected: allow(8),
  },
  {
    name: 'Claude Code: a program that stays refused, after a pause',
    steps: again(
      20,
      3.2,
      failing('Bash', { command: 'sleep 3 && psql -c "select 1"' }, 'Exit code 2\npsql: error: no such role'),
    ),
    expected: { warn: 11, break: 16 },
  },
  {
    name: 'an MCP server: the state of what was started, asked for without a pause',
    steps: again(8, 2, call('mcp__ci__get_run', { id: 12 }, '{"id":12,"state":"BUILDING"}')),
    expected: allow(8),
  },
  {
    name: 'Claude Code: the same file after a moment, and nothing was started',
    steps: again(40, 1.1, call('Bash', { command: 'sleep 1; cat src/a.ts' }, 'export const a = 1;')),
    expected: { warn: 11, break: 16 },
  },
  {
    name: 'Claude Code: the same log after a moment, while something that was started writes to it',
    steps: [
      call('Bash', { command: 'make > build.log 2>&1 &' }, ''),
      ...again(40, 1.1, call('Bash', { command: 'sleep 1; tail -2 build.log' }, 'Linking')),
    ],
    expected: allow(41),
  },
  {
    name: 'Claude Code: the output file of a background command that has printed nothing yet',
    steps: [
      call(
        'Bash',
        { command: 'make', run_in_background: true },
        'Command running in background with ID: b6r55kdwc. Output is being written to: ' +
          '/tmp/claude-0/p/tasks/b6r55kdwc.output. You will be notified when it completes.',
      ),
      ...again(12, 0.1, call('Read', { file_path: '/tmp/claude-0/p/tasks/b6r55kdwc.output' }, 'The file is empty.')),
    ],
    expected: { warn: 4 },
  },
  {
    name: 'Claude Code: another file, while a background command runs',
    steps: [
      call(
        'Bash',
        { command: 'make', run_in_background: true },
        'Command running in background with ID: b6r55kdwc. Output is being written to: ' +
          '/tmp/claude-0/p/tasks/b6r55kdwc.output. You will be notified when it completes.',
      ),
      ...again(6, 0.1, call('Read', { file_path: '/tmp/claude-0/p/notes.md' }, 'The file is empty.')),
    ],
    expected: ['allow', ...LOOP],
  },
];

const copilot: readonly Trajectory[] = [
  {
    name: 'Copilot CLI: a shell is read with a delay',
    steps: again(
      9,
      30,
      call('read_bash', { shellId: 'k3', delay: 30 }, 'Linking\n<the command is still running after 30 seconds>'),
    ),
    expected: allow(9),
  },
  {
    name: 'Copilot CLI: the agents are listed while one works',
    steps: again(9, 5, call('list_agents', {}, 'k3: status: running')),
    expected: allow(9),
  },
];

const openCode: readonly Trajectory[] = [
  {
    name: 'OpenCode: sleep that is too short to be one',
    steps: again(6, 0.3, call('bash', { command: 'sleep 0.2; cat out.log' }, 'Linking the program')),
    expected: LOOP,
  },
];

const script = 'import time\ntime.sleep(20)\nprint(open("build.log").read()[-20:])';

const insideCode: readonly Trajectory[] = [
  {
    name: 'a wait inside a tool that runs code',
    steps: again(9, 20, call('run_code', { language: 'python', code: script }, 'Linking the program')),
    expected: allow(9),
  },
  {
    name: 'a tool that nobody has heard of, which blocks and says that it goes on',
    steps: again(9, 10, call('grumble', { subject: 'nobody knows' }, 'It is still running.')),
    expected: allow(9),
  },
  {
    name: 'a tool that nobody has heard of, which blocks and says nothing of the kind',
    steps: again(6, 10, call('grumble', { subject: 'nobody knows' }, 'The grumbling is over.')),
    expected: LOOP,
  },
];

/** Waits as each agent makes them, and what looks like a wait but is a loop. */
export const waiting: readonly Trajectory[] = [
  ...vsCode,
  ...codex,
  ...claudeCode,
  ...copilot,
  ...openCode,
  ...insideCode,
];
