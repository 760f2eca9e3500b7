import { allow, call, times, type Trajectory } from './notation';

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

const terminal = (explanation: string) =>
  call('run_in_terminal', { command: 'npm test', explanation, goal: explanation }, '3 failing');

/** What VS Code's own tools look like when the agent works, and when it does not. */
export const agentWork: readonly Trajectory[] = [
  { name: 'a todo list with one state changed at a time', steps: todoLists, expected: allow(12) },
  { name: 'edits of one file that hardly differ', steps: names.map(edit), expected: allow(6) },
  { name: 'the identical edit', steps: times(4, () => edit('alpha')), expected: [...allow(2), 'warn', 'break'] },
  {
    name: 'a command repeated with another explanation each time',
    steps: ['Run the tests', 'Try the tests once more', 'Check again whether it works', 'Verify'].map(terminal),
    expected: [...allow(2), 'warn', 'break'],
  },
  {
    name: 'explanations that count because a setting says so',
    settings: { ignoredArguments: { run_in_terminal: [] } },
    steps: ['Run the tests', 'Try the tests once more', 'Check again whether it works', 'Verify'].map(terminal),
    expected: allow(4),
  },
];
