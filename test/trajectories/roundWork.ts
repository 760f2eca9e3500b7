import { allow, call, times, type Trajectory } from './notation';

const NOT_THERE = "ENOENT: no such file or directory, posix_spawn '/opt/tools/ripgrep'";

const edit = (line: number, result: string) =>
  call('Edit', { file_path: 'a.ts', old_string: `line ${line}`, new_string: `row ${line}` }, result, { isError: true });

const done = (line: number) =>
  call('Edit', { file_path: 'b.ts', old_string: `line ${line}`, new_string: `row ${line}` }, 'The file was updated.');

export const roundWork: readonly Trajectory[] = [
  {
    name: 'edits that are canceled because the first one failed',
    steps: [edit(0, 'File has not been read yet.'), ...times(9, (at) => edit(at + 1, 'Sibling tool call errored'))],
    expected: allow(10),
  },
  {
    name: 'another tool, after two failed because their program is not there',
    steps: [
      call('Grep', { pattern: 'endTurn' }, NOT_THERE, { isError: true }),
      call('Grep', { pattern: 'endTurn', path: 'src' }, NOT_THERE, { isError: true }),
      call('Glob', { pattern: '**/turn*' }, NOT_THERE, { isError: true }),
      call('Bash', { command: 'find . -name "*turn*"' }, './src/turn.ts'),
    ],
    expected: allow(4),
  },
  {
    name: 'edits one of which is rejected in each answer, and the others are not',
    steps: times(8, (at) => [
      { ...edit(at, 'String to replace not found in file.'), round: `${at}` },
      { ...done(at), round: `${at}` },
    ]).flat(),
    expected: allow(16),
  },
  {
    name: 'guessed files, with a look in the folder in the same answer',
    steps: times(9, (at) => [
      call('Read', { file_path: `guess-${at}.ts` }, 'File does not exist.', { isError: true, round: `${at}` }),
      call('Bash', { command: `ls ${at}` }, `file-${at}.ts`, { round: `${at}` }),
    ]).flat(),
    expected: allow(18),
  },
  {
    name: 'a command that worked before, after three that failed in the same way',
    steps: [
      call('Bash', { command: 'npm test' }, '12 passing'),
      ...['vitest run', 'mocha', 'jest --ci'].map((command) =>
        call('Bash', { command }, 'command not found', { isError: true }),
      ),
      call('Bash', { command: 'npm test' }, '12 passing'),
    ],
    expected: allow(5),
  },
];
