import { allow, call, times, type Trajectory } from './notation';

const NOT_THERE = "ENOENT: no such file or directory, posix_spawn '/opt/tools/ripgrep'";

const edit = (line: number, result: string) =>
  call('Edit', { file_path: 'a.ts', old_string: `line ${line}`, new_string: `row ${line}` }, result, { isError: true });

/** Answers with several calls, some of which fail. */
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
];
