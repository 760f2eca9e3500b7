import assert from 'node:assert/strict';
import { GuardHarness } from '../../fakes/guardHarness';

describe('the way out of a stopped run', () => {
  function stopped(settings = {}): GuardHarness {
    const harness = new GuardHarness({ maxRepeats: 3, ...settings });
    for (const action of ['allow', 'allow', 'break', 'stopped']) {
      assert.equal(harness.check('read', { path: 'a' }).action, action);
    }
    return harness;
  }

  it('stays open: tools that end the work or ask the user always run', () => {
    const harness = stopped();
    for (const tool of ['task_complete', 'AskUserQuestion', 'exit_plan_mode', 'task_complete', 'task_complete']) {
      assert.equal(harness.check(tool, {}).action, 'allow', tool);
    }
    assert.equal(harness.check('write', {}).action, 'stopped');
  });

  it('is configurable by name or glob', () => {
    const harness = stopped({
      tools: { 'finish_*': { alwaysAllowed: true }, task_complete: { alwaysAllowed: false } },
    });
    assert.equal(harness.check('finish_task', {}).action, 'allow');
    assert.equal(harness.check('task_complete', {}).action, 'stopped');
  });

  it('isn’t a bypass: before a stop, these tools are checked like any others', () => {
    const harness = new GuardHarness({ maxRepeats: 3 });
    const actions = [1, 2, 3].map(() => harness.check('ask_user', { question: 'a' }).action);
    assert.deepEqual(actions, ['allow', 'allow', 'break']);
    assert.equal(harness.check('ask_user', { question: 'b' }).action, 'stopped');
    assert.equal(harness.check('task_complete', {}).action, 'allow');
  });
});
