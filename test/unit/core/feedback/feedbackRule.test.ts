import assert from 'node:assert/strict';
import { feedbackRule, isInForce, parseRules, withRule } from '../../../../src/core/feedback/feedbackRule';
import {
  isPossible,
  type SettingsChange,
  undoChanges,
  withChanges,
} from '../../../../src/core/feedback/settingsChange';
import { rulesText } from '../../../../src/core/feedback/words';
import { inEnglish } from '../../../../src/core/words/language';

const RAISE: SettingsChange = { path: ['toolOverrides', 'probe', 'maxRepeats'], value: 5 };
const OWN = { mode: 'warn', toolOverrides: { probe: { ttlSeconds: 60, maxRepeats: 3 }, note: { exempt: true } } };

function undone(
  before: Record<string, unknown>,
  changes: readonly SettingsChange[],
  since: readonly SettingsChange[] = [],
): unknown {
  const rule = feedbackRule('person', before, changes);
  const now = withChanges(withChanges(before, changes), since);
  return withChanges(now, undoChanges(now, rule.changes));
}

describe('a rule from feedback', () => {
  it('changes one value and nothing else', () => {
    assert.deepEqual(withChanges(OWN, [RAISE]), {
      mode: 'warn',
      toolOverrides: { probe: { ttlSeconds: 60, maxRepeats: 5 }, note: { exempt: true } },
    });
    assert.deepEqual(withChanges({}, [RAISE]), { toolOverrides: { probe: { maxRepeats: 5 } } });
    assert.equal(OWN.toolOverrides.probe.maxRepeats, 3);
  });

  it('is undone to exactly what stood there, whether that was a value, a tool without it, or nothing at all', () => {
    for (const before of [
      OWN,
      { toolOverrides: { probe: { ttlSeconds: 60 } } },
      { toolOverrides: { probe: {} } },
      { toolOverrides: {} },
      {},
      { mode: 'warn' },
    ]) {
      assert.deepEqual(undone(before, [RAISE]), before);
      assert.deepEqual(undone(before, [RAISE, { path: ['toolOverrides', 'probe', 'warnRepeats'], value: 4 }]), before);
    }
  });

  it('is undone without what was added since', () => {
    const since: SettingsChange = { path: ['toolOverrides', 'probe', 'mode'], value: 'warn' };
    assert.deepEqual(undone({}, [RAISE], [since]), { toolOverrides: { probe: { mode: 'warn' } } });
  });

  it('is not undone where the value was changed since', () => {
    assert.deepEqual(undone({}, [RAISE], [{ ...RAISE, value: 9 }]), { toolOverrides: { probe: { maxRepeats: 9 } } });
  });

  it('is not possible where a person wrote something that is no object', () => {
    assert.equal(isPossible({ toolOverrides: 'none' }, RAISE), false);
    assert.equal(isPossible({ toolOverrides: { probe: [1] } }, RAISE), false);
    assert.equal(isPossible(OWN, RAISE), true);
    assert.equal(isPossible({}, RAISE), true);
  });

  it('is remembered as JSON, with what is needed to undo it; what is no rule is left out', () => {
    const rule = feedbackRule('adaptive', {}, [RAISE]);
    const stored: unknown = JSON.parse(JSON.stringify([rule, { by: 'nobody' }, 7]));
    const [read, ...rest] = parseRules(stored);
    assert.deepEqual(rest, []);
    assert.ok(read);
    const now = withChanges({}, [RAISE]);
    assert.deepEqual(withChanges(now, undoChanges(now, read.changes)), {});
    assert.deepEqual(parseRules('rubbish'), []);
    assert.equal(
      Array.from({ length: 80 }).reduce<ReturnType<typeof parseRules>>((rules) => withRule(rules, rule), []).length,
      50,
    );
  });

  it('is told in the status as long as it holds, and how it came about', () => {
    const rule = feedbackRule('adaptive', { toolOverrides: { probe: { maxRepeats: 4 } } }, [RAISE]);
    const user = { toolOverrides: { probe: { maxRepeats: 5 } } };
    assert.equal(isInForce(rule, user), true);
    assert.match(
      rulesText([rule], user, inEnglish),
      /`toolOverrides\.probe\.maxRepeats: 5` \(adjusted automatically, before: `4`\)/,
    );
    assert.equal(rulesText([rule], {}, inEnglish), '');
  });
});
