import { only } from '../../fakes/only';
import assert from 'node:assert/strict';
import { resolveSettings } from '../../../src/core/settings/resolve';
import { DEFAULTS } from '../../../src/core/settings/table';
import { allow, call, type GoldenCase, type Step, times } from '../notation';
import { letters } from './loops';

const reset: Step = { kind: 'reset' };

/** What users can set, and what they can't switch off. */
export const control: readonly GoldenCase[] = [
  {
    number: 39,
    title: 'switched off',
    origin: 'gemini, proxy',
    trajectories: [
      {
        name: 'for all',
        settings: { enabled: false },
        steps: letters('AAAAAAAA'),
        expected: allow(8),
        also: ({ events }) => assert.deepEqual(events, []),
      },
      {
        name: 'for the session',
        steps: [{ kind: 'set', values: { enabled: false } }, ...letters('AAAAAAAA')],
        expected: allow(8),
        also: ({ guard, events }) => {
          assert.deepEqual(
            events.map(({ kind }) => kind),
            ['override'],
          );
          assert.equal(guard.status('conversation-1').callsInWindow, 0);
        },
      },
      {
        name: 'the tool exempt',
        settings: { tools: { 'tool_*': { exempt: true } } },
        steps: letters('ABABABABABAB'),
        expected: allow(12),
        also: ({ events }) => assert.deepEqual(events, []),
      },
    ],
  },
  {
    number: 40,
    title: 'a threshold changed in the middle',
    origin: 'proxy',
    trajectories: [
      {
        name: 'lowered',
        settings: { maxRepeats: 9 },
        steps: [...letters('AAA'), { kind: 'settings', raw: { user: { maxRepeats: 4 } } }, ...letters('A')],
        expected: [...allow(3), 'break'],
      },
      {
        name: 'raised',
        steps: [...letters('AAA'), { kind: 'settings', raw: { user: { maxRepeats: 6 } } }, ...letters('AAA')],
        expected: [...allow(2), 'warn', ...allow(2), 'break'],
      },
    ],
  },
  {
    number: 41,
    title: 'session before workspace before user before default',
    origin: 'proxy',
    trajectories: [
      {
        steps: [
          {
            kind: 'settings',
            raw: { user: { maxRepeats: 6 }, workspace: { maxRepeats: 5 } },
          },
          { kind: 'set', values: { maxRepeats: 2 } },
          ...letters('AA'),
          reset,
          { kind: 'unset', key: 'maxRepeats' },
          ...letters('AAAAA'),
          reset,
          { kind: 'settings', raw: { user: { maxRepeats: 6 } } },
          ...letters('AAAAAA'),
          reset,
          { kind: 'settings', raw: {} },
          ...letters('AAAA'),
        ],
        expected: [
          ...['allow', 'break'],
          ...[...allow(3), 'warn', 'break'],
          ...[...allow(4), 'warn', 'break'],
          ...[...allow(2), 'warn', 'break'],
        ] as const,
      },
    ],
  },
  {
    number: 42,
    title: 'settings that cannot be used',
    origin: 'Roo#6834, proxy, OpenRouter',
    trajectories: [
      {
        settings: {
          maxRepeats: 0,
          ttlSeconds: -1,
          mode: 'explode',
          matching: { windowSize: 'many' },
          tools: { tool_A: { maxRepeats: 1.5 } },
        },
        steps: letters('AAAA'),
        expected: [...allow(2), 'warn', 'break'],
        also: ({ configuration }) => {
          assert.deepEqual(resolveSettings(configuration, {}, ['tool_A'], undefined).values, DEFAULTS);
          assert.deepEqual(configuration.problems.map(({ setting }) => setting).sort(), [
            'toolLoopGuard.matching.windowSize',
            'toolLoopGuard.maxRepeats',
            'toolLoopGuard.mode',
            'toolLoopGuard.tools["tool_A"].maxRepeats',
            'toolLoopGuard.ttlSeconds',
          ]);
          assert.ok(configuration.problems.every(({ message }) => message.includes('Use ')));
        },
      },
    ],
  },
  {
    number: 43,
    title: '"continue anyway", then ten more',
    origin: 'MiMo#2474, qwen#2038',
    trajectories: [
      {
        name: 'asks, then breaks',
        settings: { actions: ['ask', 'break'] },
        steps: letters('AAAAA'),
        expected: [...allow(3), 'ask', 'break'],
      },
      {
        name: 'asks again every time when the ladder says so',
        settings: { actions: ['ask'] },
        steps: letters('AAAAAAAAAAAAAA'),
        expected: [...allow(3), ...Array<'ask'>(11).fill('ask')],
      },
      {
        name: 'the ceiling holds whatever an embedder says',
        ports: { onDetection: () => 'continue' },
        steps: times(64, (index) => call('poll', {}, 'x'.repeat(index + 1))),
        expected: { break: 64 },
      },
    ],
  },
  {
    number: 44,
    title: 'warnings off, hard stop on',
    origin: 'hermes#99743',
    trajectories: [
      {
        name: 'identical calls',
        settings: { actions: ['break'] },
        steps: letters('AAAA'),
        expected: [...allow(3), 'break'],
      },
      {
        name: 'cycles',
        settings: { actions: ['break'], detectors: only(['cycle']) },
        steps: letters('ABABABAB'),
        expected: { break: 7 },
      },
    ],
  },
];
