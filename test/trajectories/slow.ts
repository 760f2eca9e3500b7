import { allow, type Answer, call, failing, type Step, stopped, times, type Trajectory, wait } from './notation';

const slowly = (n: number, seconds: number, ...steps: readonly (Step | ((index: number) => Step))[]): Step[] =>
  times<Step>(n, ...steps.flatMap((step) => [step, wait(seconds)]));

const read = call('read_file', { filePath: 'src/a.ts' }, 'export const a = 1;', { tookMs: 20 });
const failingTests = (seconds: number): Step =>
  failing('run_in_terminal', { command: 'npm test' }, '3 tests failed: cart, order, price', { tookMs: seconds * 1000 });
const LOOP: readonly Answer[] = [...allow(2), 'warn', 'break', ...stopped(2)];

/** Loops of slow models and slow tools, and what looks like one. */
export const slow: readonly Trajectory[] = [
  {
    name: 'the same file, further apart than the time window',
    steps: slowly(12, 121, read),
    expected: [...allow(7), 'warn', ...allow(4)],
  },
  {
    name: 'the same file, a quarter of an hour apart, with another call in between',
    steps: slowly(12, 900, ...times(7, read), call('read_file', { filePath: 'b' }, 'Another one.')),
    expected: allow(96),
  },
  {
    name: 'another content of the file each few times, a quarter of an hour apart',
    steps: slowly(24, 900, (index) => call('read_file', { filePath: 'a' }, `part ${Math.floor(index / 5)}`)),
    expected: allow(24),
  },
  {
    name: 'the state of a build, five minutes apart',
    steps: slowly(12, 300, call('run_in_terminal', { command: 'gh run view 12' }, 'in_progress', { tookMs: 400 })),
    expected: allow(12),
  },
  { name: 'the same failing tests, ten minutes each', steps: slowly(6, 5, failingTests(600)), expected: LOOP },
  {
    name: 'a long call beside a short one of the same round is no pause',
    steps: [
      { ...read, round: 'one' },
      { ...(failingTests(600) as object), round: 'one' } as Step,
      ...slowly(3, 30, read),
    ],
    expected: [...allow(3), 'warn', 'break'],
  },
  {
    name: 'edits made again after the file was restored',
    steps: [
      ...slowly(4, 12, (index) =>
        call(
          'edit_file',
          { path: 'src/a.ts', old_string: `old ${index}`, new_string: `new ${index}` },
          'File updated.',
        ),
      ),
      call('run_in_terminal', { command: 'npm test' }, '1 test failed: the guard is off'),
      call('run_in_terminal', { command: 'git checkout src/a.ts' }, 'Updated 1 path from the index'),
      ...slowly(6, 12, (index) =>
        call(
          'edit_file',
          { path: 'src/a.ts', old_string: `old ${index}`, new_string: `new ${index}` },
          'File updated.',
        ),
      ),
    ],
    expected: allow(12),
  },
];
