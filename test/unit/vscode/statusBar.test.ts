import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ActivatedWindow } from '../../fakes/activatedWindow';

describe('the status bar', () => {
  let window: ActivatedWindow;

  beforeEach(async () => {
    window = await new ActivatedWindow().activate();
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    window.deactivate();
  });

  const item = () => window.statusBarItems[0] ?? assert.fail('There is no item.');
  /** Lets the item follow, and VS Code carry out what it is told. */
  async function settle(): Promise<void> {
    mock.timers.tick(200);
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Identical calls by way of the API. */
  async function calling(count: number): Promise<void> {
    const conversation = window.api?.openConversation('one') ?? assert.fail('There is no API.');
    conversation.beginTurn();
    for (let id = 1; id <= count; id++) {
      conversation.check({ id: `call-${id}`, tool: 'read', arguments: {} });
      conversation.record({ callId: `call-${id}`, result: 'same', isError: false });
    }
    await settle();
  }

  it('shows one quiet item from the beginning, and no conversation to act on', async () => {
    await settle();
    assert.equal(window.statusBarItems.length, 1);
    assert.equal(item().isShown, true);
    assert.deepEqual(
      ['toolLoopGuard.hasConversation', 'toolLoopGuard.isStopped'].map((key) => window.contextKeys.get(key)),
      [false, false],
    );
  });

  it('follows a stop and the message after it, with the context keys of commands', async () => {
    const quiet = item().text;
    await calling(4);
    assert.notEqual(item().text, quiet);
    assert.deepEqual(
      ['toolLoopGuard.hasConversation', 'toolLoopGuard.isStopped'].map((key) => window.contextKeys.get(key)),
      [true, true],
    );
    await calling(1);
    assert.equal(window.contextKeys.get('toolLoopGuard.isStopped'), false);
  });

  it('follows many calls at once by one change', async () => {
    let changes = 0;
    Object.defineProperty(item(), 'text', { set: () => (changes += 1) });
    await calling(3);
    assert.equal(changes, 1);
  });

  it('is hidden by its setting, and comes back', async () => {
    window.save('{ "toolLoopGuard.statusBar": false }');
    await settle();
    assert.equal(item().isShown, false);
    window.save('{}');
    await settle();
    assert.equal(item().isShown, true);
  });

  it('opens the timeline, or the figures where there is no timeline', async () => {
    await window.run('toolLoopGuard.statusBarClicked');
    assert.deepEqual(window.executed.at(-1), ['toolLoopGuard.timeline.focus']);
    window.commands.delete('toolLoopGuard.showTimeline');
    await window.run('toolLoopGuard.statusBarClicked');
    assert.equal(window.executed.at(-1)?.[0], 'markdown.showPreview');
  });
});
