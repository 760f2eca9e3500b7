import assert from 'node:assert/strict';
import { adaptation, adaptedThresholds } from '../../../../src/core/feedback/adaptive';
import type { FeedbackVerdict } from '../../../../src/core/events/events';
import { DEFAULTS } from '../../../../src/core/settings/table';
import type { EngineSettings } from '../../../../src/engine/rules/settings';
import { sha256 } from '../../../../src/node/files/hash';
import { Watched } from '../../../fakes/watched';

function stopped(calls = 4) {
  const watched = new Watched();
  for (let n = 0; n < calls; n++) {
    watched.call('probe', { path: 'a' });
  }
  const { detection } = watched.found();
  assert.ok(detection);
  return detection;
}

const step = (verdict: FeedbackVerdict, calls: number, now: Partial<EngineSettings> = {}): unknown =>
  adaptedThresholds(verdict, stopped(calls), { ...DEFAULTS, ...now })?.thresholds.map(
    ({ key, before, after }) => `${key} ${before} ${after}`,
  );

describe('feedback with adaptive', () => {
  it('raises the limit that was reached by one, up to twice its default and no further', () => {
    assert.deepEqual(step('fine', 4), ['maxRepeats 4 5']);
    assert.deepEqual(step('fine', 4, { maxRepeats: 7 }), ['maxRepeats 7 8']);
    assert.equal(step('fine', 4, { maxRepeats: 8 }), undefined);
    assert.equal(step('fine', 4, { maxRepeats: 20 }), undefined);
  });

  it('raises the count that warns after a warning, and keeps the stop behind it', () => {
    assert.deepEqual(step('fine', 3), ['warnRepeats 3 4', 'maxRepeats 4 5']);
    assert.deepEqual(step('fine', 3, { maxRepeats: 9 }), ['warnRepeats 3 4']);
    assert.equal(step('fine', 3, { warnRepeats: 6, maxRepeats: 9 }), undefined);
  });

  it('lowers the limit by one after a warning, down to half the count that warns', () => {
    assert.deepEqual(step('loop', 3), ['maxRepeats 4 3']);
    assert.deepEqual(step('loop', 3, { maxRepeats: 3 }), ['maxRepeats 3 2']);
    assert.equal(step('loop', 3, { maxRepeats: 2 }), undefined);
    assert.equal(step('loop', 3, { warnRepeats: 9, maxRepeats: 5 }), undefined);
  });

  it('leaves the limit alone when a person agrees with a stop', () => {
    assert.equal(step('loop', 4), undefined);
  });

  it('writes the step where it holds, and none where something stronger decides', () => {
    const watched = new Watched({ tools: { plan: { operationField: 'operation' } } });
    'abcd'.split('').forEach(() => watched.call('plan', { operation: 'create' }));
    assert.deepEqual(adaptation(watched.question('fine'), sha256)?.changes, [
      { path: ['tools', 'plan:create', 'maxRepeats'], value: 5 },
    ]);
    watched.change({ ...watched.settings, workspace: { tools: { 'plan:create': { maxRepeats: 4 } } } });
    assert.equal(adaptation(watched.question('fine'), sha256), undefined);
  });

  it('never leaves its bounds, however often a person says the same', () => {
    for (const [verdict, calls, most, least] of [
      ['fine', 4, 8, 4],
      ['fine', 3, 8, 4],
      ['loop', 3, 4, 2],
    ] as const) {
      let now: EngineSettings = DEFAULTS;
      for (let said = 0; said < 100; said++) {
        for (const { key, after } of adaptedThresholds(verdict, stopped(calls), now)?.thresholds ?? []) {
          now = { ...now, [key]: after };
        }
      }
      assert.ok(now.maxRepeats <= most && now.maxRepeats >= least && now.warnRepeats <= 6, JSON.stringify(now));
    }
  });
});
