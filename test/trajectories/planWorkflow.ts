import { allow, call, failing, times, type Trajectory } from './notation';

const settings = { tools: { plan: { operationField: 'operation' } } };
const tasks = [
  'Design the schema',
  'Write the migration',
  'Add the login form',
  'Hash passwords',
  'Issue tokens',
  'Refresh tokens',
  'Log out',
  'Rate limits',
  'Tests',
  'Documents',
];

const create = call('plan', { operation: 'create', title: 'Authentication' }, 'Plan created.');
const addTask = (title: string) => call('plan', { operation: 'add_task', title }, 'Task added.');

/** Seed 003: a tool with several operations, and the loops that must still be found. */
export const planWorkflow: readonly Trajectory[] = [
  {
    name: 'create, ten different tasks, finalize',
    settings,
    steps: [create, ...tasks.map(addTask), call('plan', { operation: 'finalize' }, 'Plan is final.')],
    expected: allow(12),
  },
  {
    name: 'tasks that hardly differ',
    settings,
    steps: [
      create,
      ...times(10, (index) => addTask(`Write the tests of part ${'abcdefghij'.charAt(index)}`)),
      call('plan', { operation: 'finalize' }, 'Plan is final.'),
    ],
    expected: allow(12),
  },
  {
    name: 'create fails whatever the title',
    settings,
    steps: tasks.map((title) => failing('plan', { operation: 'create', title }, 'Error: Plan already exists')),
    expected: { hint: 5, break: 8 },
  },
  {
    name: 'two operations in turn',
    settings,
    steps: times(4, () => [
      call('plan', { operation: 'next' }, 'Task 1: tests'),
      call('plan', { operation: 'show' }, 'Plan with one task'),
    ]),
    expected: { warn: 5, break: 7 },
  },
];
