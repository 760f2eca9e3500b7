import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decision/policy';
import type { Finding } from '../../../src/engine/rules/finding';
import { parseConfiguration, type RawSettings } from '../../../src/core/settings/parse';
import type { PresetName } from '../../../src/core/settings/presets';
import { operationOf, resolveSettings, retention } from '../../../src/core/settings/resolve';
import { DEFAULTS } from '../../../src/core/settings/table';
import type { Action, EngineSettings } from '../../../src/engine/rules/settings';
import { allow, type Answer, call, stopped, times, type Trajectory } from '../../trajectories/notation';
import { play } from '../../trajectories/player';
import { letters } from '../../trajectories/loops';

const finding = (certainty: Finding['certainty']): Finding => ({
  detector: 'repeat',
  rule: 'repeat',
  certainty,
  count: 4,
  setting: 'maxRepeats',
  factor: 1,
  threshold: 4,
  calls: [0, 1, 2, 3],
  steps: [[0], [1], [2], [3]],
  results: 'same',
  atCeiling: false,
  period: 1,
});

const decided = (
  certainty: Finding['certainty'],
  more: Partial<EngineSettings>,
  detections = 0,
  hadChance = false,
): Action => decide(finding(certainty), { ...DEFAULTS, ...more }, { detections, hadChance });

const effective = (raw: RawSettings, tool?: string) =>
  resolveSettings(parseConfiguration(raw), {}, tool === undefined ? [] : [tool], undefined);

const actions = (settings: Trajectory['settings'], sequence: string): readonly Answer[] =>
  play({ settings, steps: letters(sequence), expected: [] }).actions;

describe('policy', () => {
  it('only warns about a likely loop, whatever the mode and the escalation', () => {
    for (const more of [{ mode: 'warn' }, { mode: 'break', actions: ['warn', 'break'] }] as const) {
      assert.equal(
        decided('likely', { ...more, actions: [...('actions' in more ? more.actions : [])] }, 5, true),
        'warn',
      );
    }
  });

  it('is silent on a likely loop if the escalation has no warning', () => {
    assert.equal(decided('likely', { mode: 'break', actions: ['ask', 'break'] }, 5, true), 'continue');
  });

  it('also nudges the model if it acts on loops, or if the escalation has a nudge', () => {
    for (const more of [
      { mode: 'break', actions: [] },
      { mode: 'chance_then_break', actions: [] },
      { mode: 'warn', actions: ['warn', 'nudge', 'break'] },
    ] as const) {
      assert.equal(decided('likely', { ...more, actions: [...more.actions] }, 5, true), 'nudge');
    }
  });

  it('follows the mode for a certain loop', () => {
    assert.equal(decided('certain', { mode: 'break' }), 'break');
    assert.equal(decided('certain', { mode: 'warn' }, 9, true), 'warn');
    assert.equal(decided('certain', { mode: 'chance_then_break' }), 'chance');
    assert.equal(decided('certain', { mode: 'chance_then_break' }, 9), 'chance');
    assert.equal(decided('certain', { mode: 'chance_then_break' }, 1, true), 'break');
  });

  it('goes through the escalation, and repeats its last action', () => {
    const ladder: Action[] = ['warn', 'ask', 'break'];
    assert.deepEqual(
      [0, 1, 2, 3, 99].map((detections) => decided('certain', { mode: 'warn', actions: ladder }, detections)),
      ['warn', 'ask', 'break', 'break', 'break'],
    );
    assert.equal(decided('certain', { mode: 'break', actions: ['continue'] }, 7, true), 'continue');
  });
});

describe('escalation in a conversation', () => {
  it('shows nothing for the action "continue", but counts it', () => {
    const { actions: seen, detections } = play({
      settings: { actions: ['continue', 'break'] },
      steps: letters('AAAAA'),
      expected: [],
    });
    assert.deepEqual(seen, [...allow(4), 'break']);
    assert.deepEqual(
      detections.map(({ action }) => action),
      ['continue', 'break'],
    );
  });
});

describe('mode and escalation', () => {
  it('the stronger tier wins, and in the same tier the escalation', () => {
    assert.deepEqual(effective({ user: { actions: ['warn'] }, workspace: { mode: 'break' } }).values.actions, []);
    assert.deepEqual(effective({ user: { mode: 'break' }, workspace: { actions: ['warn'] } }).values.actions, ['warn']);
    assert.deepEqual(effective({ user: { mode: 'break', actions: ['warn'] } }).values.actions, ['warn']);
    assert.deepEqual(effective({ user: { preset: 'aggressive', mode: 'warn' } }).values.actions, []);
    assert.deepEqual(
      effective({ user: { actions: ['warn'], tools: { read: { mode: 'chance' } } } }, 'read').values.actions,
      [],
    );
  });
});

describe('presets', () => {
  const identical: Record<PresetName, readonly Answer[]> = {
    recommended: [...allow(2), 'warn', 'break', ...stopped(2)],
    general: [...allow(2), 'chance', 'break', ...stopped(2)],
    coding: [...allow(2), 'warn', 'chance', 'break', ...stopped(1)],
    search: ['allow', 'break', ...stopped(4)],
    api: [...allow(2), 'break', ...stopped(3)],
    files: [...allow(2), 'chance', 'break', ...stopped(2)],
    strict: ['allow', 'break', ...stopped(4)],
    lenient: [...allow(2), 'warn', 'chance', 'break', ...stopped(1)],
    development: [...allow(4), 'warn', 'allow'],
    conservative: [...allow(3), 'warn', 'warn', 'warn'],
    balanced: [...allow(2), 'warn', 'warn', 'break', ...stopped(1)],
    aggressive: ['allow', 'warn', 'break', ...stopped(3)],
  };

  for (const [name, expected] of Object.entries(identical)) {
    it(`${name} handles six identical calls as its description says`, () =>
      assert.deepEqual(actions({ preset: name }, 'AAAAAA'), expected));
  }

  it('are overridden by settings in the same tier, and by stronger tiers', () => {
    assert.equal(effective({ user: { preset: 'strict', maxRepeats: 7 } }).values.maxRepeats, 7);
    assert.equal(effective({ user: { preset: 'strict' }, workspace: { maxRepeats: 7 } }).values.maxRepeats, 7);
    assert.equal(effective({ user: { maxRepeats: 7 }, workspace: { preset: 'strict' } }).values.maxRepeats, 2);
    assert.deepEqual(effective({ user: { preset: 'strict' } }).origins.maxRepeats, {
      kind: 'preset',
      name: 'strict',
      of: { kind: 'user' },
    });
  });

  it('recommended undoes settings of a weaker tier', () => {
    const { values } = effective({
      user: { preset: 'aggressive', ttlSeconds: 7 },
      workspace: { preset: 'recommended' },
    });
    assert.deepEqual({ ...values, preset: DEFAULTS.preset }, DEFAULTS);
  });
});

describe('the memory of a conversation', () => {
  it('is enough for every tool and model', () => {
    const configuration = parseConfiguration({
      user: {
        matching: { windowSize: 10 },
        modelOverrides: { 'a/*': { maxRepeats: 30 } },
        tools: { slow: { ttlSeconds: 900 } },
      },
    });
    assert.deepEqual(retention(configuration, resolveSettings(configuration, {}, [], undefined)), {
      calls: 120,
      ttlSeconds: 900,
    });
  });
});

describe('operation fields', () => {
  const configuration = parseConfiguration({
    user: {
      tools: {
        plan: { operationField: 'operation' },
        'task_*': { operationField: 'action' },
        task_off: { operationField: '' },
      },
    },
  });
  const cases: readonly (readonly [string, unknown, string | undefined])[] = [
    ['plan', { operation: 'create' }, 'create'],
    ['task_manager', { action: 'update', operation: 'x' }, 'update'],
    ['task_off', { action: 'update' }, undefined],
    ['other', { operation: 'create' }, undefined],
    ['plan', {}, undefined],
    ['plan', { operation: '' }, undefined],
    ['plan', { operation: 7 }, undefined],
    ['plan', null, undefined],
    ['plan', 'create', undefined],
    ['plan', ['create'], undefined],
    ['plan', { operation: 'x'.repeat(500) }, 'x'.repeat(100)],
  ];
  for (const [tool, callArguments, operation] of cases) {
    it(`${tool} ${JSON.stringify(callArguments)?.slice(0, 40)}: ${operation?.slice(0, 10) ?? 'none'}`, () =>
      assert.equal(operationOf(configuration, tool, callArguments), operation));
  }

  it('are read from arguments in text form', () => {
    const { detections } = play({
      settings: { tools: { plan: { operationField: 'operation' } } },
      steps: times(3, () => call('plan', '{"operation":"create"}', 'Plan created.')),
      expected: [],
    });
    assert.deepEqual(
      detections.map(({ tool }) => tool),
      ['plan:create'],
    );
  });
});
