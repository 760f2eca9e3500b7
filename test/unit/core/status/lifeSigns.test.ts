import assert from 'node:assert/strict';
import { emptyTally } from '../../../../src/core/metrics/tally';
import { Activity } from '../../../../src/core/status/activity';
import { statusBarLook, type StatusBarLook } from '../../../../src/core/status/statusBarLook';
import { inEnglish } from '../../../../src/core/words/language';
import { GuardHarness } from '../../../fakes/guardHarness';

function shieldAfter(calls: string, laterMs = 0): StatusBarLook {
  const harness = new GuardHarness();
  const activity = new Activity();
  harness.actions(calls);
  harness.events.forEach((event) => activity.note(event));
  const state = {
    status: activity.statusAt(harness.nowMs + laterMs),
    isOn: true,
    tally: { ...emptyTally(), calls: calls.length },
    week: { calls: 0, loops: 0 },
    gap: undefined,
    notGuarded: [],
  };
  return statusBarLook(state, { translate: inEnglish, language: 'en' });
}

describe('the shield while an agent works', () => {
  it('counts identical calls in a row from the second on', () => {
    assert.deepEqual(
      ['A', 'AA', 'AB', 'ABB', 'AAB'].map((calls) => shieldAfter(calls).text),
      ['$(shield)', '$(shield) ×2', '$(shield)', '$(shield) ×2', '$(shield)'],
    );
    assert.equal(shieldAfter('AA', 600_000).text, '$(shield)');
    assert.match(shieldAfter('ABB').tooltip[0] ?? '', /\. The last 2 calls are identical\.$/);
    assert.doesNotMatch(shieldAfter('AB').tooltip[0] ?? '', /identical/);
  });
});
