import { allow, call, failing, stopped, times, type Trajectory } from './notation';
import { letters } from './cases/loops';

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
const createFails = failing('plan', { operation: 'create', title: 'Authentication' }, 'Error: Plan already exists');

/** Seed 003: a tool of several operations, and the loops that must still be found. */
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
    name: 'create, finalize',
    settings,
    steps: [create, call('plan', { operation: 'finalize' }, 'Plan is final.')],
    expected: allow(2),
  },
  {
    name: 'create three times is told',
    settings,
    steps: [createFails, createFails, createFails, createFails],
    expected: [...allow(2), 'warn', 'break'],
  },
  {
    name: 'create three times is stopped when three are too many',
    settings: { ...settings, maxRepeats: 3 },
    steps: times(4, () => createFails),
    expected: [...allow(2), 'break', ...stopped(1)],
  },
  {
    name: 'create fails whatever the title',
    settings,
    steps: tasks.map((title) => failing('plan', { operation: 'create', title }, 'Error: Plan already exists')),
    expected: { warn: 5, break: 8 },
  },
  {
    name: 'the identical task three times',
    settings,
    steps: [create, ...times(3, () => addTask('Tests'))],
    expected: [...allow(3), 'warn'],
  },
  {
    name: 'the identical task four times',
    settings,
    steps: [create, ...times(4, () => addTask('Tests'))],
    expected: [...allow(3), 'warn', 'break'],
  },
  {
    name: 'polling with new answers',
    settings,
    steps: times(11, (index) => call('plan', { operation: 'status' }, `${index} of 10 done`)),
    expected: allow(11),
  },
  {
    name: 'polling with the same answer',
    settings,
    steps: times(4, () => call('plan', { operation: 'status' }, '0 of 10 done')),
    expected: [...allow(2), 'warn', 'break'],
  },
  {
    name: 'the same error for different arguments',
    settings,
    steps: tasks.slice(0, 8).map((title) => failing('plan', { operation: 'add_task', title }, 'Error: no plan')),
    expected: { warn: 5, break: 8 },
  },
  { name: 'A-B-A-B', settings, steps: letters('ABABABAB'), expected: { warn: 5, break: 7 } },
  { name: 'A-B-C', settings, steps: letters('ABCABCABCABC'), expected: { warn: 7, break: 10 } },
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
