import { allow, call, failing, stopped, times, type Trajectory } from './notation';

const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'];

/** The whole list is sent each time, with one state changed. */
const todoLists = names.flatMap((_, current) =>
  ['in-progress', 'completed'].map((state) =>
    call(
      'manage_todo_list',
      {
        todoList: names.map((name, id) => ({
          id,
          title: `Port the ${name} module`,
          status: id < current ? 'completed' : id === current ? state : 'not-started',
        })),
      },
      'Successfully wrote todo list',
    ),
  ),
);

const edit = (name: string) =>
  call(
    'replace_string_in_file',
    {
      filePath: 'src/routes.ts',
      oldString:
        `router.get('/v1/${name}', authenticate, async (request, response) => {\n  ` +
        `response.json(await list('${name}'));`,
      newString:
        `router.get('/v2/${name}', authenticate, async (request, response) => {\n  ` +
        `response.json(await list('${name}', request.user));`,
    },
    'The following files were successfully edited:\nsrc/routes.ts',
  );

/** Another edit, whose result VS Code doesn't report to hooks. */
const hiddenEdit = (version: number) =>
  call('replace_string_in_file', {
    filePath: 'src/cart.ts',
    oldString: `total(${version})`,
    newString: `total(${version + 1})`,
  });

const failingTests = (command: string, failures: number) =>
  failing('run_in_terminal', { command }, `Error: ${failures} tests failed: expected another total of the cart`);

const readPart = (from: number, to: number) =>
  call(
    'read_file',
    { filePath: 'src/cart.ts', startLine: from, endLine: to },
    Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`).join('\n'),
  );

export const agentWork: readonly Trajectory[] = [
  { name: 'a todo list with one state changed at a time', steps: todoLists, expected: allow(12) },
  { name: 'edits of one file that hardly differ', steps: names.map(edit), expected: allow(6) },
  {
    name: 'edits with hidden results, after each of which fewer tests fail',
    steps: times(11, (at) => [hiddenEdit(at), failingTests('npm test', 20 - at)]),
    expected: allow(22),
  },
  {
    name: 'edits with hidden results, and tests of one part after another',
    steps: times(6, (at) => [
      hiddenEdit(at),
      failingTests(`npx vitest run --reporter verbose cart ${'abcdef'[at]}`, 3),
    ]),
    expected: allow(12),
  },
  {
    name: 'edits with hidden results, and a look at the lines around each',
    steps: times(12, (at) => [readPart(1 + (at % 5), 100 - (at % 7)), hiddenEdit(at)]),
    expected: allow(24),
  },
  {
    name: 'edits with hidden results, and a look for errors after each',
    steps: times(11, (at) => [hiddenEdit(at), call('get_errors', { filePaths: ['src/cart.ts'] })]),
    expected: allow(22),
  },
  {
    name: 'the identical edit with a hidden result, and a look for errors after each',
    steps: times(4, () => [hiddenEdit(1), call('get_errors', { filePaths: ['src/cart.ts'] })]),
    expected: [...allow(3), 'warn', ...allow(1), 'break', ...stopped(2)],
  },
];
