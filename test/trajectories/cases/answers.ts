import assert from 'node:assert/strict';
import { guidanceText } from '../../../src/core/words/modelTexts';
import { allow, call, type GoldenCase, stopped, times, wait } from '../notation';

export const answers: readonly GoldenCase[] = [
  {
    number: 14,
    title: 'polling that gets on',
    origin: 'Roo#9502, OpenHands#762, qwen#9450',
    trajectories: [
      {
        name: 'in other words',
        steps: ['queued', 'starting', 'building', 'testing', 'packing', 'done'].map((state) =>
          call('poll', { job: 7 }, state),
        ),
        expected: allow(6),
      },
      {
        name: 'at an ordinary pace, without end',
        steps: times(60, (index) => [call('poll', { job: 7 }, `${index} of 60`), wait(15)]),
        expected: allow(60),
      },
    ],
  },
  {
    number: 15,
    title: 'polling beyond the ceiling',
    origin: 'cline branch',
    note: 'Held back at the 64th, if no time passes.',
    trajectories: [
      {
        name: 'numbers, back to back',
        steps: times(66, (index) => call('poll', { job: 7 }, `${index * 5} percent`)),
        expected: { break: 64 },
      },
      {
        name: 'a log that grows, read every two seconds',
        steps: times(200, (index) => [call('poll', { job: 7 }, `line ${index}`), wait(2)]).flat(),
        expected: {},
      },
      {
        name: 'the same two answers in turn, every two seconds',
        steps: times(20, (index) => [call('poll', { job: 7 }, `line ${index % 2}`), wait(2)]).flat(),
        expected: { warn: 13, break: 17 },
      },
    ],
  },
  {
    number: 16,
    title: 'the streak begins again at a new answer',
    origin: 'qwen',
    differs:
      'The guard judges before the call runs: at the third call two equal answers are all there is to know. ' +
      'The new answer then starts the count again, as suggested.',
    trajectories: [
      {
        steps: ['x', 'x', 'y', 'x', 'x', 'x', 'x'].map((answer) => call('poll', {}, `state ${answer}`)),
        expected: [...allow(2), 'warn', ...allow(2), 'warn', 'break'],
      },
    ],
  },
  {
    number: 17,
    title: 'without any answer known, answers count as unchanged',
    origin: 'qwen',
    trajectories: [
      {
        steps: times(4, () => call('poll', {})),
        expected: [...allow(2), 'warn', 'break'],
        also: ({ detections }) =>
          assert.deepEqual(
            detections.map(({ finding }) => finding.results),
            ['unknown', 'unknown'],
          ),
      },
    ],
  },
  {
    number: 18,
    title: 'answers that differ in times and numbers only, of a tool declared volatile',
    origin: 'hermes, OpenClaw',
    differs:
      'No tool can be declared volatile, and none needs to be: times, durations and ids that are drawn anew make no ' +
      'answer new. Numbers do (case 19), and so do the times of a benchmark.',
    trajectories: [
      {
        steps: times(20, (index) => call('build', {}, `Finished in ${index + 310} ms`)),
        expected: { warn: 3, break: 4 },
      },
      {
        name: 'a clock',
        steps: times(8, (index) => call('get_time', {}, `The current time is 12:00:0${index}`)),
        expected: { warn: 3, break: 4 },
      },
      {
        name: 'a benchmark',
        steps: times(8, (index) => call('run', { command: 'npm run bench' }, `benchmark parse: ${index + 31}.2 ms`)),
        expected: allow(8),
      },
    ],
  },
  {
    number: 19,
    title: 'answers that differ in times and numbers only, of any other tool',
    origin: 'hermes',
    note: 'A failure whose numbers alone differ is compared like any answer when the call is identical.',
    trajectories: [
      { steps: times(11, (index) => call('queue_length', {}, `${index + 310} waiting`)), expected: allow(11) },
    ],
  },
  {
    number: 50,
    title: 'the refusal of the guard as the result of a call',
    origin: 'hermes, OpenClaw',
    note: "A refused call is not in the window, so whatever a surface reports as its result is nobody's outcome.",
    trajectories: [
      {
        settings: { mode: 'chance_then_break' },
        steps: [
          ...times(3, () => call('list_files', {}, 'README.md')),
          call('list_files', {}, undefined, { id: 'refused' }),
          { kind: 'outcome', callId: 'refused', result: 'This call was blocked. Tool call loop: …' },
          call('list_files', {}, 'README.md'),
          call('read', { path: 'LICENSE' }, 'a license'),
        ],
        expected: [...allow(2), 'warn', 'chance', 'break', ...stopped(1)],
        also: ({ guard, events, detections }) => {
          assert.equal(
            events.some((event) => event.kind === 'outcome' && event.callId === 'refused'),
            false,
          );
          assert.equal(guard.status('conversation-1').callsInWindow, 3);
          assert.ok(detections[1] !== undefined);
          assert.match(guidanceText(detections[1]), /^This call was blocked/);
        },
      },
    ],
  },
];
