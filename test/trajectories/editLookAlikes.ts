import { call, type CallStep, failing, type Step, times, wait } from './notation';

type Sessions = Readonly<Record<string, readonly Step[]>>;

const names = ['user', 'order', 'price', 'basket', 'coupon', 'address', 'invoice', 'parcel'] as const;
const BLOCK = Array.from('abcdefgh', (name) => `  check(${name});`).join('\n');

const fileWith = (lines: number): string => `[src/a.ts has ${lines} lines now]`;
const lineEdit = (args: string, lines: number): CallStep => call('edit', { args }, fileWith(lines));
const insert = (path: string, line: number, text: string, lines: number): CallStep =>
  call('insert', { path, insert_line: line, new_str: text }, `[${path} has ${lines} lines now]`);
const look = (at: number): CallStep => call('open', { path: 'src/a.ts', line: at }, `line ${at} and what follows it`);
const run = (result: string): CallStep => call('bash', { command: 'npm test' }, result);

/** An edit that a checker rejects, with the lines that it would have changed. */
const rejected = (text: string, path = 'src/a.py'): CallStep =>
  failing('edit', { path, text }, `Not applied: ${text}\nE999 IndentationError: unexpected indent`);
const applied = (text: string, path = 'src/a.py'): CallStep => call('edit', { path, text }, `Applied: ${text}`);

/** Repeated edits that change the file each time on purpose. */
export const madeAgain: Sessions = {
  'four lines are deleted, each of which is line 9 then': times(4, (at) => lineEdit('9:9\n\nend_of_edit', 90 - at)),
  'an empty line is inserted at the same place until it looks right': times(5, (at) => insert('a.md', 3, '\n', at + 9)),
  'the same block is written into each of eight files': names.map((name) => insert(`src/${name}.ts`, 1, BLOCK, 40)),
  'each step of an editor is taken back': times(6, (at) =>
    call('undo_edit', { path: 'src/a.ts' }, `Undone. ${fileWith(90 - at)}`),
  ),
  'the same code is sent to an interpreter until its job has ended': times(8, (at) =>
    call('write_stdin', { session_id: 3, chars: `${BLOCK}\nstatus()\n` }, `${at} of 8 parts have been trained`),
  ),
  'a fixture is written anew before each run of a program that was changed': names
    .slice(0, 6)
    .flatMap((name, at) => [
      call('write_file', { path: 'fixture.json', content: BLOCK }, 'The file was written.'),
      call('replace_string', { path: 'src/a.ts', oldString: name, newString: `${name}s` }, 'The file was edited.'),
      run(`${at} of 6 tests have passed`),
    ]),
};

/** Rejected edits that are sent again after something has changed. */
export const sentAgain: Sessions = {
  'an edit is rejected twice, the lines are looked at, and the first one fits after all': [
    rejected('total = 1'),
    rejected(' total = 1'),
    look(20),
    applied('total = 1'),
  ],
  'an edit is sent again once the line before it is put right': [
    rejected('return total'),
    rejected('    return total'),
    applied('def sum(prices):'),
    applied('return total'),
  ],
  'an edit is sent again once the file was read': [
    failing('edit', { path: 'src/a.py', text: 'total = 1' }, 'Error: File has not been read yet.'),
    look(1),
    applied('total = 1'),
  ],
  'an edit that one file rejects goes through in another': [
    rejected('total = 1', 'src/a.py'),
    rejected('total = 1', 'src/b.py'),
    applied('total = 1', 'src/c.py'),
  ],
  'each of six edits is rejected once, and put right': names
    .slice(0, 6)
    .flatMap((name) => [rejected(`  ${name} = 1`), applied(`${name} = 1`)]),
  'an edit waits until another program has closed the file': [
    failing('edit', { path: 'src/a.py', text: 'total = 1' }, 'Error: the file is locked by another program'),
    wait(30),
    applied('total = 1'),
  ],
};
