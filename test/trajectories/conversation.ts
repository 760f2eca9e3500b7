import assert from 'node:assert/strict';
import {
  allow,
  type Answer,
  call,
  failing,
  type Step,
  stopped,
  times,
  type Trajectory,
  userMessage,
  wait,
} from './notation';
import { letters } from './loops';

const again = (name: string, steps: readonly Step[], ...expected: readonly Answer[]): Trajectory => ({
  name: `a refused call again, ${name}`,
  settings: { mode: 'chance' },
  steps,
  expected: [...allow(2), 'warn', 'chance', ...expected],
});

const starts = (result: string, port = 3000): Step => failing('start', { port }, result);
const listens = call('start', { port: 3000 }, 'listening');
const fails = starts('Error: port 3000 in use');

/** What starts a new count, and what doesn't. */
export const conversation: readonly Trajectory[] = [
  {
    name: 'a user message frees a stopped run',
    steps: [...letters('AAAAB'), userMessage, ...letters('AAAA')],
    expected: [...allow(2), 'warn', 'break', 'stopped', ...allow(2), 'warn', 'break'],
  },
  {
    name: 'a user message that changes nothing keeps earlier calls for a warning, if the first call fails as before',
    steps: [...times(3, fails), userMessage, ...times(4, fails)],
    expected: [...allow(2), 'warn', 'allow', 'warn', 'allow', 'break'],
  },
  ...[
    [fails, starts('Error: no such file'), userMessage, fails, fails],
    [fails, fails, userMessage, starts('Error: port 3000 in use', 3001), fails],
  ].map((steps, at) => ({
    name: `a user message discards earlier calls if another failure or call comes first: ${at}`,
    steps,
    expected: allow(4),
  })),
  {
    name: 'a user message is never followed by a block at the first call, whatever the number of messages',
    steps: [...times(4, fails), ...times(3, userMessage, fails)],
    expected: [...allow(2), 'warn', 'break', 'allow', 'warn', 'warn'],
  },
  {
    name: 'a message that a program repeats ends a stop, but resets no counters',
    steps: [...times(4, listens), { kind: 'userMessage', by: 'program' }, ...times(2, listens)],
    expected: [...allow(2), 'warn', 'break', 'break', 'stopped'],
  },
  {
    name: 'a pause of exactly the time window',
    steps: [...letters('AA'), wait(120), ...letters('A')],
    expected: [...allow(2), 'warn'],
  },
  {
    name: 'a pause that is longer frees a stopped run',
    steps: [...letters('AAAA'), wait(121), ...letters('AA')],
    expected: [...allow(2), 'warn', 'break', ...allow(2)],
  },
  // It asks to wait, and nobody knows how long each call took: told by time, never stopped.
  {
    name: 'slow polling',
    steps: times(20, () => [call('poll', {}, 'waiting'), wait(50)]),
    expected: { warn: 13 },
    detectors: ['waiting'],
  },
  {
    name: 'other work lets a call be made again',
    steps: letters('AAABCDEAAA'),
    expected: [...allow(2), 'warn', ...allow(6), 'warn'],
  },
  {
    name: 'a chance survives other calls',
    settings: { mode: 'chance', maxRepeats: 2 },
    steps: letters('AABAABAAB'),
    expected: ['allow', 'chance', 'allow', 'allow', 'chance', 'chance', 'break', ...stopped(2)],
  },
  {
    ...again('after other calls, which heed the chance', letters('AAAABCDEF'), ...allow(5)),
    also: ({ guard }) => assert.equal(guard.status('conversation-1').counts.mitigations, 1),
  },
  again('after the time window', [...letters('AAAABCD'), wait(121), ...letters('AAAA')], ...allow(5), 'warn', 'chance'),
  again(
    'after a user message',
    [...letters('AAAABCD'), userMessage, ...letters('AAAA')],
    ...allow(5),
    'warn',
    'chance',
  ),
  again('after something new', letters('AAAABCDA'), ...allow(4)),
];
