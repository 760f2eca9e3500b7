import assert from 'node:assert/strict';
import { strongestFinding } from '../../../../src/engine/rules/finding';
import {
  DETECTOR_DEFAULTS,
  DETECTOR_IDS,
  DETECTOR_KEYS,
  detectorOf,
  DETECTORS,
  detectorsFor,
  RULES,
} from '../../../../src/engine/rules/registry';
import { call, evidence, failing, history, times, type Made } from './evidence';

const told = (past: (Made | Made[])[], next: Made) =>
  strongestFinding(evidence(history(...past), next), DETECTORS, DETECTOR_DEFAULTS);

describe('registry', () => {
  it('contains every ID, setting, and rule once', () => {
    const settings = DETECTORS.flatMap((detector) => Object.keys(detector.settings));
    assert.deepEqual(settings.toSorted(), DETECTOR_KEYS.toSorted());
    for (const names of [DETECTOR_IDS, settings, RULES.map(({ id }) => id)]) {
      assert.equal(new Set(names).size, names.length, names.join());
    }
  });

  it('has rules and measures with settings of their own detector', () => {
    for (const id of DETECTOR_IDS) {
      const { settings, rules, measures = [] } = detectorOf(id);
      const named = [...Object.values(rules).flatMap(({ limit }) => [limit]), ...measures];
      assert.deepEqual(
        named.filter((name) => !Object.hasOwn(settings, name)),
        [],
        id,
      );
    }
  });

  it('has no default outside its bounds', () => {
    for (const setting of DETECTORS.flatMap((detector) => Object.values(detector.settings))) {
      if (setting.kind === 'count' || setting.kind === 'number') {
        const isNever = setting.kind === 'count' && setting.orNever === true && setting.default === 0;
        const isWithin = setting.default >= setting.least && setting.default <= setting.most;
        assert.ok(isNever || isWithin, setting.description);
      }
    }
  });

  it('prefers a certain finding to a likely one', () => {
    const a = failing('run', { n: 'a' }, 'no');
    const b = failing('run', { n: 'b' }, 'no');
    const found = told([b, b, a, a], a);
    assert.deepEqual([found?.detector, found?.certainty], ['stall', 'certain']);
  });

  it('asks only detectors that are on, in its own order, and only some of them about operations', () => {
    const ids = (on: Parameters<typeof detectorsFor>[0], hasOperation = false): string[] =>
      detectorsFor(on, hasOperation).map(({ id }) => id);
    assert.deepEqual(ids(['stall', 'repeat']), ['repeat', 'stall']);
    assert.deepEqual(ids(['similar', 'repeat'], true), ['repeat']);
    const seen = evidence(history(...times(5, call('list', {}, 'x'))), call('list', {}));
    assert.equal(strongestFinding(seen, [], DETECTOR_DEFAULTS), undefined);
    assert.equal(strongestFinding(seen, detectorsFor(['cycle'], false), DETECTOR_DEFAULTS), undefined);
  });
});
