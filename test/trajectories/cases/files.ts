import { call, type CallStep, type GoldenCase, times } from '../notation';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}: text`).join('\n');
const read = (from: number, to: number): CallStep =>
  call('read_file', { filePath: '/w/a.ts', startLine: from, endLine: to }, lines(from, to));
const edit = (old: string, replacement: string): CallStep =>
  call('replace_string', { filePath: '/w/a.ts', oldString: old, newString: replacement }, 'The file was edited.');

/** Loops about files: read in parts, edited back and forth. */
export const files: readonly GoldenCase[] = [
  {
    number: 51,
    title: 'one file read again in other parts',
    origin: 'hermes#14991, qwen-code#2201, amplifier#352',
    trajectories: [
      {
        name: 'known lines only',
        steps: [read(1, 200), ...times(9, (index) => read(10 + index * 3, 90 - index * 2))],
        expected: { warn: 5, break: 9 },
        detectors: ['reread', 'reread'],
      },
    ],
  },
  {
    number: 52,
    title: 'a file edited back and forth',
    origin: 'claude-code#25995, openclaw',
    trajectories: [
      {
        name: 'the same place',
        steps: times(12, (index) => (index % 2 === 0 ? edit('a', 'b') : edit('b', 'a'))),
        // The third edit in a row that reverts is the fourth edit overall; then the two steps are a cycle.
        expected: { warn: 4, break: 7 },
        detectors: ['revert', 'cycle'],
      },
    ],
  },
];
