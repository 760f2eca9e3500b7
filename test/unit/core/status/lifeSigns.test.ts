import assert from 'node:assert/strict';
import { emptyTally } from '../../../../src/core/metrics/tally';
import { Activity } from '../../../../src/core/status/activity';
import { statusBarLook } from '../../../../src/core/status/statusBarLook';
import { inEnglish } from '../../../../src/core/words/language';
import { GuardHarness } from '../../../fakes/guardHarness';

function shieldAfter(calls: string, laterMs = 0): string {
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
  return statusBarLook(state, { translate: inEnglish, language: 'en' }).text;
}

describe('the shield while an agent works', () => {
  it('counts identical calls in a row from the second on', () => {
    assert.deepEqual(
      ['A', 'AA', 'AB', 'ABB', 'AAB'].map((calls) => shieldAfter(calls)),
      ['$(shield)', '$(shield) ×2', '$(shield)', '$(shield) ×2', '$(shield)'],
    );
    assert.equal(shieldAfter('AA', 600_000), '$(shield)');
  });
});
