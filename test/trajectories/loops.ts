import { allow, call, type CallStep, failing, parallel, times, type Trajectory, wait } from './notation';

/** Calls of tools named by letters, each with its own constant answer. */
export function letters(sequence: string): CallStep[] {
  return Array.from(sequence, (letter) => call(`tool_${letter}`, {}, `The answer of ${letter}, as always.`));
}

const SAME = 'The answer is always the same.';
const files = Array.from({ length: 15 }, (_, index) => `src/${'abcdefghijklmno'.charAt(index)}.ts`);

/** Loops that other guards found or missed, and work that they took for one. */
export const loops: readonly Trajectory[] = [
  {
    name: 'mode warn tells at the limit, and again when the count has doubled, never also as a cycle',
    settings: { mode: 'warn' },
    steps: times(16, () => call('list_files', {}, SAME)),
    expected: [...allow(3), 'warn', ...allow(3), 'warn', ...allow(7), 'warn'],
    detectors: ['repeat', 'repeat', 'repeat'],
  },
  {
    name: 'another order of an array is another call',
    steps: ['[1,2,3]', '[1,3,2]', '[2,1,3]', '[2,3,1]'].map((ids) => call('reorder', `{"ids":${ids}}`, SAME)),
    expected: allow(4),
  },
  {
    name: 'equal arguments of different tools are different calls',
    steps: ['read', 'stat', 'lint', 'open', 'list', 'blame'].map((tool) =>
      call(tool, { path: 'a.ts' }, `${tool}: some words about a.ts`),
    ),
    expected: allow(6),
  },
  {
    name: 'four rounds of identical calls are four',
    steps: times(4, (turn) => parallel(`turn ${turn}`, ...times(5, call('read', { path: 'a' }, 'text')))),
    expected: { warn: 11, break: 16 },
  },
  // Other calls that succeed for the first time may have changed what the repeated call answers: edit and test looks
  // exactly like this. They excuse one repeat each, up to the ceiling.
  {
    name: 'calls in between that succeed excuse a repeat each',
    steps: times(18, (index) => [call('status', {}, SAME), call('read', { index }, `text ${index}`)]),
    expected: {},
  },
  {
    name: 'calls in between that fail excuse nothing',
    steps: times(5, (index) => [call('status', {}, SAME), failing(`probe_${index}`, {}, `no such file ${index}`)]),
    expected: { warn: 5, break: 7 },
  },
  {
    name: 'calls in between whose answers are unknown excuse half a repeat each',
    steps: times(8, (index) => [call('status', {}, SAME), call('probe', { index })]),
    expected: { warn: 5, break: 13 },
  },
  {
    name: 'edit, test, edit, test, with the same failure every time, beyond the ceiling',
    steps: times(16, (index) => [
      call('edit', { text: `version ${index}` }, 'File updated.'),
      failing('run_tests', {}, '2 failed'),
    ]),
    expected: { warn: 24, break: 32 },
  },
  {
    name: 'twenty different guesses: each answer says something new, so they are never stopped',
    steps: times(20, (index) => call('submit', { flag: `${'sesame'.slice(index % 6)} no ${index}` }, 'Wrong!')),
    expected: { hint: 4 },
  },
  {
    name: 'a checker that counts, and what it counts',
    steps: times(6, (index) => call('shell', { command: `./check part${index}` }, `right: ${index}, wrong: 0`)),
    expected: allow(6),
  },
  {
    name: 'another error each time',
    steps: ['users', 'health', 'orders', 'login', 'things', 'metrics'].map((url) =>
      failing('http_get', { url }, `no host answers for ${url}`),
    ),
    expected: allow(6),
  },
  // No cycle. But the ninth call is the fourth round in which nothing was asked that had not been answered before.
  { name: 'a pattern with another call in the middle', steps: letters('ABABCABAB'), expected: { hint: 9 } },
  {
    name: 'one copy more of the whole command each time',
    steps: times(7, (at) => {
      const copies = (text: string, between: string): string =>
        Array(at + 1)
          .fill(text)
          .join(between);
      return call('bash', { command: copies('grep -n total a.c', '; ') }, copies('a.c:12: int total;', '\n'));
    }),
    expected: { warn: 6, break: 7 },
  },
  {
    name: 'a second pass over many files, with other answers',
    steps: times(2, (pass) => files.map((path) => call('lint', { path }, `${2 * pass} problems in ${path}`))),
    expected: allow(30),
  },
  {
    name: 'the very same pass over many files again, in one round',
    steps: times(2, (pass) =>
      parallel(`turn ${pass}`, ...files.map((path) => call('read', { path }, `text of ${path}`))),
    ),
    expected: allow(30),
  },
  {
    name: 'a log that grows, read every two seconds',
    steps: times(200, (index) => [call('poll', { job: 7 }, `line ${index}`), wait(2)]).flat(),
    expected: {},
  },
  {
    name: 'the same two answers in turn, every two seconds',
    steps: times(20, (index) => [call('poll', { job: 7 }, `line ${index % 2}`), wait(2)]).flat(),
    expected: { warn: 13, break: 17 },
  },
  // The guard judges before the call runs: at the third call two equal answers are all there is to know.
  {
    name: 'the streak begins again at a new answer',
    steps: ['x', 'x', 'y', 'x', 'x', 'x', 'x'].map((answer) => call('poll', {}, `state ${answer}`)),
    expected: [...allow(2), 'warn', ...allow(2), 'warn', 'break'],
  },
  {
    name: 'the ceiling holds',
    steps: times(64, (index) => call('poll', {}, 'x'.repeat(index + 1))),
    expected: { break: 64 },
  },
];
