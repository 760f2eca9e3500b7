import assert from 'node:assert/strict';
import { emptyTally } from '../../../../src/core/metrics/tally';
import { Activity } from '../../../../src/core/status/activity';
import { menuEntries, type MenuAction, type MenuState } from '../../../../src/core/status/menu';
import { inEnglish } from '../../../../src/core/words/language';
import { GuardHarness } from '../../../fakes/guardHarness';

function actionsAfter(
  calls: string,
  user: Readonly<Record<string, unknown>> = {},
  more: Partial<MenuState> = {},
): MenuAction[] {
  const harness = new GuardHarness(user);
  const activity = new Activity();
  harness.actions(calls);
  harness.events.forEach((event) => activity.note(event));
  const state: MenuState = {
    status: activity.statusAt(harness.nowMs),
    isOn: true,
    mode: 'break',
    tally: emptyTally(),
    week: { calls: 0, loops: 0 },
    gap: undefined,
    notGuarded: [],
    conversation: { id: 'conversation-1', turns: [], calls: [] },
    canSteer: true,
    ...more,
  };
  return menuEntries(state, { translate: inEnglish }).flatMap((entry) => ('action' in entry ? [entry.action] : []));
}

describe('the menu of the status bar', () => {
  it('offers the most important action first after a stop', () => {
    assert.deepEqual(actionsAfter('AAAA').slice(0, 4), ['differentApproach', 'resume', 'showDetails', 'notALoop']);
  });

  it('offers at most 12 entries after a stop, which a small window shows at once', () => {
    const actions = actionsAfter('AAAA');
    assert.equal(actions.length, 12);
    assert.ok(!actions.includes('metrics') && !actions.includes('chatSettings'));
    assert.ok(actionsAfter('A').includes('metrics') && actionsAfter('A').includes('chatSettings'));
  });

  it('offers to stop Codex only while it is working in the background', () => {
    const threads = [{ id: 'a-1', prompt: 'Go on.', folder: '/project' }];
    assert.ok(actionsAfter('A', {}, { threads }).includes('stopThread'));
    assert.ok(!actionsAfter('A').includes('stopThread'));
  });

  it('offers no message to the model if the chat can’t receive one', () => {
    const actions = actionsAfter('AAAA', {}, { canSteer: false });
    assert.deepEqual(actions.slice(0, 3), ['resume', 'showDetails', 'notALoop']);
  });

  it('offers no way to continue after a warning', () => {
    const actions = actionsAfter('AAAA', { mode: 'warn' });
    assert.deepEqual(actions.slice(0, 2), ['showDetails', 'notALoop']);
    assert.ok(!actions.includes('resume') && !actions.includes('differentApproach'));
  });

  it('offers an hour without checks if calls are checked', () => {
    assert.ok(actionsAfter('A').includes('snooze'));
    assert.ok(!actionsAfter('A', {}, { isOn: false }).includes('snooze'));
  });

  it('offers the demonstration while there is no chat', () => {
    const actions = actionsAfter('', {}, { conversation: undefined });
    assert.deepEqual(actions, ['timeline', 'metrics', 'settings', 'tryIt', 'checkProtection', 'log']);
  });
});
