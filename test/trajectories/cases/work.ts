import { allow, call, failing, type GoldenCase, parallel, stopped, times } from '../notation';

const files = (n: number): string[] =>
  Array.from({ length: n }, (_, index) => `src/${'abcdefghijklmnopqrstuvwxyz'.charAt(index % 26)}${index}.ts`);

export const work: readonly GoldenCase[] = [
  {
    number: 20,
    title: 'identical calls of one round are one piece of evidence',
    origin: 'OpenRouter, cline',
    trajectories: [
      { steps: parallel('turn 1', ...times5(call('read', { path: 'a' }, 'text'))), expected: allow(5) },
      {
        name: 'four rounds of them are four',
        steps: times(4, (turn) => parallel(`turn ${turn}`, ...times5(call('read', { path: 'a' }, 'text')))),
        expected: { warn: 11, break: 16 },
      },
    ],
  },
  {
    number: 21,
    title: 'edit, test, edit, test, with the same failure every time',
    origin: 'hermes',
    trajectories: [
      {
        name: 'ten rounds',
        steps: times(10, (index) => [
          call('edit', { text: `version ${index}` }, 'File updated.'),
          failing('run_tests', {}, '2 failed'),
        ]),
        expected: allow(20),
      },
      {
        name: 'beyond the ceiling',
        steps: times(16, (index) => [
          call('edit', { text: `version ${index}` }, 'File updated.'),
          failing('run_tests', {}, '2 failed'),
        ]),
        expected: { warn: 24, break: 32 },
      },
    ],
  },
  {
    number: 22,
    title: 'the same failing test without an edit',
    origin: 'hermes',
    trajectories: [
      {
        steps: times(5, () => failing('run_tests', {}, '2 failed')),
        expected: [...allow(2), 'warn', 'break', ...stopped(1)],
      },
    ],
  },
  {
    number: 24,
    title: 'many writes, and two passes over many files',
    origin: 'OpenClaw',
    differs:
      'Distinct writes, and second passes that change or learn anything, are silent as suggested. A second ' +
      'pass of identical calls with word for word the same answers is told at its eighth file: ' +
      'nothing was asked in it that is not already in the conversation. It is stopped only when it is longer ' +
      'than fifteen calls (`maxRevisits`).',
    trajectories: [
      {
        name: 'a second pass with other answers',
        steps: times(2, (pass) =>
          files(15).map((path) => call('lint', { path }, pass === 0 ? `2 problems in ${path}` : `${path} is clean`)),
        ),
        expected: allow(30),
      },
      {
        name: 'read, then write, file by file',
        steps: files(15).flatMap((path) => [
          call('read', { path }, `text of ${path}`),
          call('write', { path, text: 'new' }, 'File written.'),
        ]),
        expected: allow(30),
      },
      {
        name: 'the very same pass again',
        steps: times(2, () => files(15).map((path) => call('read', { path }, `text of ${path}`))),
        expected: { hint: 23 },
      },
      {
        name: 'the very same pass again in one round',
        steps: times(2, (pass) =>
          parallel(`turn ${pass}`, ...files(15).map((path) => call('read', { path }, `text of ${path}`))),
        ),
        expected: allow(30),
      },
    ],
  },
  {
    number: 25,
    title: 'many distinct reads',
    origin: 'odysseus#3183, opencrabs',
    trajectories: [{ steps: files(20).map((path) => call('read', { path }, `text of ${path}`)), expected: allow(20) }],
  },
];

function times5<Value>(value: Value): Value[] {
  return Array<Value>(5).fill(value);
}
