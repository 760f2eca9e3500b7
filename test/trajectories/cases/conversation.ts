import assert from 'node:assert/strict';
import { allow, call, type GoldenCase, inConversation, stopped, times, userMessage, wait } from '../notation';
import { letters } from './loops';

/** What starts a new count, and what doesn't. */
export const conversation: readonly GoldenCase[] = [
  {
    number: 28,
    title: 'a user message in between',
    origin: 'OpenHands',
    trajectories: [
      { steps: [...letters('AA'), userMessage, ...letters('AA')], expected: allow(4) },
      {
        name: 'frees a stopped run',
        steps: [...letters('AAAAB'), userMessage, ...letters('AAAA')],
        expected: [...allow(2), 'warn', 'break', 'stopped', ...allow(2), 'warn', 'break'],
      },
    ],
  },
  {
    number: 29,
    title: 'a message of the extension in between',
    origin: 'senpi',
    trajectories: ['/tool-loop-why', '/tool-loop-status', '!/set(tool-loop-mode=break)'].map((text) => ({
      name: text,
      steps: [...letters('AA'), { kind: 'prompt' as const, text }, ...letters('AA')],
      expected: [...allow(2), 'warn' as const, 'break' as const],
    })),
  },
  {
    number: 30,
    title: 'a pause longer than the TTL',
    origin: 'proxy',
    trajectories: [
      { steps: [...letters('AA'), wait(121), ...letters('AAA')], expected: [...allow(4), 'warn'] },
      {
        name: 'exactly the TTL',
        steps: [...letters('AA'), wait(120), ...letters('A')],
        expected: [...allow(2), 'warn'],
      },
    ],
  },
  {
    number: 31,
    title: 'slow polling, longer than the TTL',
    origin: 'proxy 4021f4ab',
    note: 'It asks to wait, and nobody knows how long each call took: told by time, never stopped.',
    trajectories: [
      {
        steps: times(20, () => [call('poll', {}, 'waiting'), wait(50)]),
        expected: { warn: 13 },
        detectors: ['waiting'],
      },
      {
        name: 'slower',
        steps: times(20, () => [call('poll', {}, 'waiting'), wait(70)]),
        expected: { warn: 10 },
        detectors: ['waiting'],
      },
      {
        name: 'what does not wait',
        steps: times(6, () => [call('look', {}, 'all as it was'), wait(50)]),
        expected: [...allow(2), 'warn', 'break', ...stopped(2)],
      },
    ],
  },
  {
    number: 32,
    title: 'a chance survives other calls',
    origin: 'proxy FN',
    trajectories: [
      {
        name: 'at two',
        settings: { mode: 'chance', maxRepeats: 2 },
        steps: letters('AABAABAAB'),
        expected: ['allow', 'chance', 'allow', 'allow', 'chance', 'chance', 'break', ...stopped(2)],
      },
      {
        name: 'default',
        settings: { mode: 'chance' },
        steps: letters('AABAABAABAAB'),
        expected: [...allow(4), 'warn', 'allow', 'chance', 'break', ...stopped(4)],
      },
    ],
  },
  {
    number: 33,
    title: 'after other work a call is not refused forever',
    origin: 'proxy',
    trajectories: [
      { name: 'other work', steps: letters('AAABCDEAAA'), expected: [...allow(2), 'warn', ...allow(6), 'warn'] },
      {
        name: 'one call in between is little work',
        steps: letters('AAABAA'),
        expected: [...allow(2), 'warn', ...allow(2), 'break'],
      },
      {
        name: 'after the TTL',
        steps: [...letters('AAAA'), wait(121), ...letters('AA')],
        expected: [...allow(2), 'warn', 'break', ...allow(2)],
      },
    ],
  },
  {
    number: 34,
    title: 'a refused call tried again five times',
    origin: 'OpenClaw#127701, cortextos',
    note: 'In mode `break` the run is over, so that every further call of it is refused until the person speaks.',
    trajectories: [
      {
        name: 'chance: escalates',
        settings: { mode: 'chance' },
        steps: letters('AAAAAAAAA'),
        expected: [...allow(2), 'warn', 'chance', 'break', ...stopped(4)],
        also: ({ guard }) => assert.equal(guard.status('conversation-1').callsInWindow, 3),
      },
      {
        name: 'break: stays refused, other conversations go on',
        steps: [...letters('AAAAAAAAA'), ...inConversation('conversation-2', ...letters('AAB'))],
        expected: [...allow(2), 'warn', 'break', ...stopped(5), ...allow(3)],
      },
      {
        name: 'chance: other calls go on',
        settings: { mode: 'chance' },
        steps: letters('AAAABCDEF'),
        expected: [...allow(2), 'warn', 'chance', ...allow(5)],
        also: ({ guard }) => assert.equal(guard.status('conversation-1').counts.mitigations, 1),
      },
    ],
  },
  {
    number: 35,
    title: 'a refused call again, much later',
    origin: 'Roo, proxy guard',
    note:
      'Much later means after a user message, the TTL, or something new. Case 32 ends all the same, because the ' +
      'other call is no longer new.',
    trajectories: [
      {
        name: 'after the TTL',
        settings: { mode: 'chance' },
        steps: [...letters('AAAABCD'), wait(121), ...letters('AAAA')],
        expected: [...allow(2), 'warn', 'chance', ...allow(5), 'warn', 'chance'],
      },
      {
        name: 'after a user message',
        settings: { mode: 'chance' },
        steps: [...letters('AAAABCD'), userMessage, ...letters('AAAA')],
        expected: [...allow(2), 'warn', 'chance', ...allow(5), 'warn', 'chance'],
      },
      {
        name: 'after something new',
        settings: { mode: 'chance' },
        steps: letters('AAAABCDA'),
        expected: [...allow(2), 'warn', 'chance', ...allow(4)],
      },
      {
        name: 'after something that is not new',
        settings: { mode: 'chance' },
        steps: letters('BAAAABA'),
        expected: [...allow(3), 'warn', 'chance', 'allow', 'break'],
      },
    ],
  },
  {
    number: 36,
    title: 'calls and outcomes seen twice, alone, or in another order',
    origin: 'proxy, LifeOS#1877, cline',
    trajectories: [
      {
        name: 'a call seen five times is one call',
        steps: [
          ...times(5, () => call('read', {}, 'text', { id: 'seen before' })),
          ...times(3, () => call('read', {}, 'text')),
        ],
        expected: [...allow(6), 'warn', 'break'],
        also: ({ guard }) => assert.equal(guard.status('conversation-1').counts.calls, 4),
      },
      {
        name: 'calls without outcomes',
        steps: times(4, () => call('read', {})),
        expected: [...allow(2), 'warn', 'break'],
      },
      {
        name: 'outcomes without calls',
        steps: [
          ...times(5, () => ({ kind: 'outcome' as const, callId: 'nobody', result: 'text' })),
          call('read', {}, 'text'),
        ],
        expected: allow(1),
        also: ({ events }) => assert.equal(events.filter(({ kind }) => kind === 'outcome').length, 1),
      },
      {
        name: 'outcomes that come late, twice, and in another order',
        steps: [
          call('poll', {}, undefined, { id: 'first' }),
          call('poll', {}, undefined, { id: 'second' }),
          { kind: 'outcome', callId: 'second', result: 'half' },
          { kind: 'outcome', callId: 'first', result: 'none' },
          { kind: 'outcome', callId: 'first', result: 'half' },
          call('poll', {}, 'all'),
          call('poll', {}, 'all'),
        ],
        expected: allow(4),
      },
    ],
  },
  {
    number: 37,
    title: 'two sessions at the same time',
    origin: 'proxy, OpenClaw',
    trajectories: [
      {
        steps: times(3, () => [
          call('read', {}, 'text'),
          ...inConversation('conversation-2', call('read', {}, 'text')),
        ]),
        expected: [...allow(4), 'warn', 'warn'],
      },
    ],
  },
  {
    number: 38,
    title: 'a subagent repeats what its parent did',
    origin: 'OpenClaw run ids',
    note: 'The scope is the conversation id: a sub-agent is kept apart when its surface gives it an id of its own.',
    trajectories: [
      {
        steps: [...letters('AA'), ...inConversation('conversation-1/sub-agent', ...letters('AA')), ...letters('A')],
        expected: [...allow(4), 'warn'],
      },
    ],
  },
  {
    number: 49,
    title: 'the same call after a compaction',
    origin: 'OpenClaw',
    trajectories: [
      {
        steps: [...letters('AA'), { kind: 'moment', moment: 'compacted' }, ...letters('AA')],
        expected: [...allow(3), 'warn'],
      },
    ],
  },
];
