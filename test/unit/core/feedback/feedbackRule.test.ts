import assert from 'node:assert/strict';
import { isInForce, parseRules, withRule } from '../../../../src/core/feedback/feedbackRule';
import {
  isPossible,
  type MadeChange,
  type SettingsChange,
  undoing,
  valueAt,
  withChange,
} from '../../../../src/core/feedback/settingsChange';
import { rulesText } from '../../../../src/core/feedback/words';
import { inEnglish } from '../../../../src/core/words/language';

type Settings = Readonly<Record<string, unknown>>;

const RAISE: SettingsChange = { path: ['tools', 'probe', 'maxRepeats'], value: 5 };
const OWN = { mode: 'warn', tools: { probe: { ttlSeconds: 60, maxRepeats: 3 }, note: { exempt: true } } };

const raised = (before: Settings): MadeChange => ({ ...RAISE, former: valueAt(before, RAISE.path) });

function undone(before: Settings, since?: SettingsChange): Settings {
  const now = withChange(before, RAISE);
  const later = since === undefined ? now : withChange(now, since);
  const undo = undoing(later, raised(before));
  return undo === undefined ? later : withChange(later, undo);
}

describe('a rule from feedback', () => {
  it('changes one value and nothing else', () => {
    assert.deepEqual(withChange(OWN, RAISE), {
      mode: 'warn',
      tools: { probe: { ttlSeconds: 60, maxRepeats: 5 }, note: { exempt: true } },
    });
    assert.deepEqual(withChange({}, RAISE), { tools: { probe: { maxRepeats: 5 } } });
    assert.equal(OWN.tools.probe.maxRepeats, 3);
  });

  it('is undone to the previous value, to a tool without one, or to nothing', () => {
    for (const before of [OWN, { tools: { probe: { ttlSeconds: 60 } } }, {}, { mode: 'warn' }]) {
      assert.deepEqual(undone(before), before);
    }
  });

  it('is undone without removing later additions', () => {
    const since: SettingsChange = { path: ['tools', 'probe', 'mode'], value: 'warn' };
    assert.deepEqual(undone({}, since), { tools: { probe: { mode: 'warn' } } });
  });

  it('isn’t undone if the value was changed later', () => {
    assert.deepEqual(undone({}, { ...RAISE, value: 9 }), { tools: { probe: { maxRepeats: 9 } } });
  });

  it('isn’t possible if the user’s setting isn’t an object', () => {
    assert.equal(isPossible({ tools: 'none' }, RAISE), false);
    assert.equal(isPossible({ tools: { probe: [1] } }, RAISE), false);
    assert.equal(isPossible(OWN, RAISE), true);
    assert.equal(isPossible({}, RAISE), true);
  });

  it('is stored as JSON with what undoes it, and invalid rules are skipped', () => {
    const rule = { by: 'adaptive', change: raised({}) } as const;
    const stored: unknown = JSON.parse(JSON.stringify([rule, { by: 'nobody' }, 7]));
    assert.deepEqual(parseRules(stored), [rule]);
    assert.deepEqual(parseRules('rubbish'), []);
    assert.equal(
      Array.from({ length: 80 }).reduce<ReturnType<typeof parseRules>>((rules) => withRule(rules, rule), []).length,
      50,
    );
  });

  it('is in the status with its reason as long as it is in effect', () => {
    const rule = { by: 'adaptive', change: raised({ tools: { probe: { maxRepeats: 4 } } }) } as const;
    const user = { tools: { probe: { maxRepeats: 5 } } };
    assert.equal(isInForce(rule, user), true);
    assert.match(
      rulesText([rule], user, inEnglish),
      /`tools\.probe\.maxRepeats: 5` \(adjusted automatically, before: `4`\)/,
    );
    assert.equal(rulesText([rule], {}, inEnglish), '');
  });
});
