import { allow, call, failing, parallel, type Step, times, type Trajectory } from './notation';

const TESTS = 'npm test';
const PASSED = '12 passed';
const FAILED = '1 failed: total is right\n  expected: 3\n  actual: 4';

const check = (answer = PASSED) => call('Bash', { command: TESTS }, answer);
const checkFails = failing('Bash', { command: TESTS }, FAILED);
const write = (index: number, answer?: string) =>
  call('Write', { file_path: `src/part${index}.ts`, content: `export const part = ${index};\n` }, answer);
const written = (index: number) => write(index, 'The file was created.');
const edit = (index: number, answer?: string) =>
  call('Edit', { file_path: 'src/a.ts', old_string: `line ${index}`, new_string: `row ${index}` }, answer);
const together = (count: number, step: (index: number) => Parameters<typeof parallel>[1][]): Step[] =>
  times(count, (index) => parallel(`answer ${index}`, ...step(index)));

/** Work that repeats a call, and loops that look like it. */
export const progressWork: readonly Trajectory[] = [
  {
    name: 'another file and the same check in one answer',
    steps: together(20, (index) => [written(index), check()]),
    expected: allow(40),
  },
  {
    name: 'the same check and another file in one answer',
    steps: together(20, (index) => [check(), written(index)]),
    expected: allow(40),
  },
  {
    name: 'another edit, whose result no hook tells, and the same failing check in one answer',
    steps: together(11, (index) => [edit(index), checkFails]),
    expected: allow(22),
  },
  {
    name: 'different questions, to each of which the answer is that nothing is there',
    steps: times(10, (index) => call('Grep', { pattern: `oldName${index}\\(` }, 'No matches found')),
    expected: { hint: 5 },
  },
  {
    name: 'an edit and its undoing in turn, each with the same check in one answer',
    steps: together(12, (index) => [
      call(
        'Edit',
        { file_path: 'a.ts', old_string: index % 2 ? 'x' : 'y', new_string: index % 2 ? 'y' : 'x' },
        'The file was updated.',
      ),
      check(),
    ]),
    expected: { warn: 6, break: 13 },
  },
  {
    name: 'the same sixteen calls in each answer',
    steps: together(7, () => times(16, (index) => call('read', { path: `${index}.ts` }, `text ${index}`))),
    expected: { warn: 33, break: 49 },
  },
  {
    name: 'forty files, forty others in each answer',
    steps: together(5, (answer) =>
      times(40, (index) => call('read', { path: `${answer}/${index}.ts` }, `${answer} ${index}`)),
    ),
    expected: allow(200),
  },
  {
    name: 'an agent that obeys in one answer, in which the check is judged before the file is written',
    settings: { mode: 'chance_then_break' },
    steps: [
      ...times(4, check()),
      ...parallel('obeys', call('create', { path: 'part1.txt', file_text: 'part 1' }), check()),
    ],
    expected: [...allow(2), 'warn', 'chance', 'allow', 'allow'],
  },
  {
    name: 'a list after a change of the folder',
    steps: times<Step>(8, (index) => [
      call('Bash', { command: `cd part${index}` }, ''),
      call('Bash', { command: 'ls' }, 'README.md  package.json  src'),
    ]),
    expected: allow(16),
  },
  {
    name: 'eight runs of a flaky test',
    steps: ['pass', 'closes', 'pass', 'opens', 'closes', 'closes', 'pass', 'closes'].map((run) =>
      run === 'pass'
        ? check('12 passing')
        : failing('Bash', { command: TESTS }, `not ok - ${run}\n11 passing, 1 failing`),
    ),
    expected: { warn: 7 },
  },
  {
    name: 'a plan that the person sends back three times',
    steps: times<Step>(4, (index) => [
      call('Write', { file_path: 'plan.md', content: `Plan ${index}` }, 'The file was written.'),
      failing(
        'ExitPlanMode',
        { plan: `Plan ${index}\n${'step\n'.repeat(2000)}` },
        `The user doesn't want to proceed with this tool use. Reason: part ${index}`,
      ),
    ]),
    expected: allow(8),
  },
  {
    name: 'a job taken from a queue, another one each time',
    steps: times(8, (index) =>
      call('dequeue_job', {}, `{"job":"123e4567-e89b-42d3-a456-42661417400${index}"}`, { tookMs: 100 }),
    ),
    expected: allow(8),
  },
  {
    name: 'an order created again and again, with another number each time',
    steps: times(4, (index) =>
      call('create_order', { item: 7 }, `{"order":"123e4567-e89b-42d3-a456-42661417400${index}"}`, { tookMs: 100 }),
    ),
    expected: ['allow', 'allow', 'warn', 'break'],
  },
  {
    name: 'moves that are only acknowledged',
    steps: times(17, call('scroll', { direction: 'down' }, 'Scrolled down one page.', { tookMs: 100 })),
    expected: { warn: 3, break: 16 },
  },
  {
    name: 'moves, each followed by a picture that the result does not show',
    steps: times(8, [
      call('press_key', { key: 'PageDown' }, 'Key pressed.', { tookMs: 100 }),
      call('screenshot', {}, 'Done.', { tookMs: 100 }),
    ]),
    expected: [...allow(4), 'warn', ...allow(11)],
  },
];
