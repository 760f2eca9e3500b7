import assert from 'node:assert/strict';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { PRESET_NAMES } from '../../../../src/core/settings/presets';

const hazards = (user: Record<string, unknown>): readonly string[] => parseConfiguration({ user }).settingsWarnings;

describe('settings warnings', () => {
  const told: [string, Record<string, unknown>, RegExp][] = [
    ['actions behind a stop', { actions: ['warn', 'terminate', 'warn'] }, /after "break" \(step 2\) is never reached/],
    ['a refusal that never becomes a stop', { actions: ['warn', 'chance'] }, /blocks calls forever and never stops/],
    [
      'a limit that a second look reaches',
      { maxRepeats: 2 },
      /^With maxRepeats 2, the agent is stopped the second time it makes a call/,
    ],
    ['lengths the wrong way round', { matching: { minPatternLength: 6 } }, /No cycle can be found/],
    ['no detector at all', { detectors: [] }, /No loops are detected/],
    ['an override', { tools: { 'x_*': { actions: ['chance'] } } }, /tools\["x_\*"\]: actions: the last step/],
  ];
  for (const [what, user, message] of told) {
    it(`tell of ${what}`, () => {
      const found = hazards(user);
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', message);
    });
  }

  it('are silent about the defaults and every preset', () => {
    assert.deepEqual(hazards({}), []);
    for (const preset of PRESET_NAMES) {
      assert.deepEqual(hazards({ preset }), [], preset);
    }
  });
});
