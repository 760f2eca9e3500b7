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

const RAISE: SettingsChange = { path: ['tools', 'probe', 'maxRepeats'], value: 5 };
const OWN = { mode: 'warn', tools: { probe: { ttlSeconds: 60, maxRepeats: 3 }, note: { exempt: true } } };

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
      tools: { probe: { ttlSeconds: 60, maxRepeats: 5 }, note: { exempt: true } },
    });
    assert.deepEqual(withChanges({}, [RAISE]), { tools: { probe: { maxRepeats: 5 } } });
    assert.equal(OWN.tools.probe.maxRepeats, 3);
  });

  it('is undone to exactly what stood there, whether that was a value, a tool without it, or nothing at all', () => {
    for (const before of [
      OWN,
      { tools: { probe: { ttlSeconds: 60 } } },
      { tools: { probe: {} } },
      {},
      {},
      { mode: 'warn' },
    ]) {
      assert.deepEqual(undone(before, [RAISE]), before);
      assert.deepEqual(undone(before, [RAISE, { path: ['tools', 'probe', 'warnRepeats'], value: 4 }]), before);
    }
  });

  it('is undone without what was added since', () => {
    const since: SettingsChange = { path: ['tools', 'probe', 'mode'], value: 'warn' };
    assert.deepEqual(undone({}, [RAISE], [since]), { tools: { probe: { mode: 'warn' } } });
  });

  it('is not undone where the value was changed since', () => {
    assert.deepEqual(undone({}, [RAISE], [{ ...RAISE, value: 9 }]), { tools: { probe: { maxRepeats: 9 } } });
  });

  it('is not possible where a person wrote something that is no object', () => {
    assert.equal(isPossible({ tools: 'none' }, RAISE), false);
    assert.equal(isPossible({ tools: { probe: [1] } }, RAISE), false);
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
    const rule = feedbackRule('adaptive', { tools: { probe: { maxRepeats: 4 } } }, [RAISE]);
    const user = { tools: { probe: { maxRepeats: 5 } } };
    assert.equal(isInForce(rule, user), true);
    assert.match(
      rulesText([rule], user, inEnglish),
      /`tools\.probe\.maxRepeats: 5` \(adjusted automatically, before: `4`\)/,
    );
    assert.equal(rulesText([rule], {}, inEnglish), '');
  });
});
