import assert from 'node:assert/strict';
import { DEFAULTS } from '../../../../src/core/settings/defaults';
import { parseConfiguration } from '../../../../src/core/settings/parse/parse';
import { resolveSettings } from '../../../../src/core/settings/resolve';
import { WARNING_KEYS } from '../../../../src/core/settings/warningLimits';

const resolved = (user: Record<string, unknown>, tools: readonly string[] = []) =>
  resolveSettings(parseConfiguration({ user }), {}, tools, undefined);

describe('early warnings', () => {
  it('are the defaults where nothing is set, and with the preset that stands for them', () => {
    for (const user of [{}, { preset: 'recommended' }]) {
      const { values } = resolved(user);
      WARNING_KEYS.forEach((key) => assert.equal(values[key], DEFAULTS[key], key));
    }
  });

  it('come as much later as their limit, up to twice as late, and say that they follow it', () => {
    const { values, origins } = resolved({ maxRepeats: 6, maxObstacles: 1000 });
    assert.deepEqual([values.warnRepeats, values.warnObstacles, values.warnSimilar], [5, 8, 3]);
    assert.deepEqual(origins.warnRepeats, { kind: 'limit', limit: 'maxRepeats' });
    assert.equal(resolved({ maxRepeats: 6, preset: 'recommended' }).values.warnRepeats, 5);
  });

  it('stay where they are before a lowered limit, and where a limit is set for one tool', () => {
    assert.equal(resolved({ maxRevisits: 8 }).values.warnRevisits, 4);
    assert.equal(resolved({ toolOverrides: { read: { maxRepeats: 9 } } }, ['read']).values.warnRepeats, 3);
  });

  it('follow nothing once they are set', () => {
    assert.equal(resolved({ maxRepeats: 9, earlyWarnings: { warnRepeats: 3 } }).values.warnRepeats, 3);
    assert.equal(resolved({ mode: 'warn', earlyWarnings: { warnRepeats: 3 } }).values.warnRepeats, 3);
  });

  it('come at the main limit where nothing is blocked', () => {
    assert.equal(resolved({ mode: 'warn' }).values.warnRepeats, 4);
    assert.equal(resolved({ mode: 'warn', maxRepeats: 6 }).values.warnRepeats, 6);
    assert.equal(resolved({ mode: 'warn', actions: ['warn', 'break'] }).values.warnRepeats, 3);
  });
});
