import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ActivatedWindow } from '../../fakes/activatedWindow';

describe('the status bar', () => {
  let window: ActivatedWindow;

  beforeEach(async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    window = await new ActivatedWindow().activate();
    await settle();
  });
  afterEach(() => {
    window.deactivate();
    mock.timers.reset();
  });

  const item = () => window.statusBarItems[0] ?? assert.fail('There is no item.');
  /** Waits until the item and VS Code have caught up. */
  async function settle(): Promise<void> {
    mock.timers.tick(200);
    await new Promise((resolve) => setImmediate(resolve));
  }

  async function calling(count: number): Promise<void> {
    const conversation = window.api?.openConversation('one') ?? assert.fail('There is no API.');
    conversation.beginTurn();
    for (let id = 1; id <= count; id++) {
      conversation.check({ id: `call-${id}`, tool: 'read', arguments: {} });
      conversation.record({ callId: `call-${id}`, result: 'same', isError: false });
    }
    await settle();
  }

  it('starts with one quiet item, and no conversation to act on', async () => {
    await settle();
    assert.equal(window.statusBarItems.length, 1);
    assert.equal(item().isShown, true);
    assert.deepEqual(
      ['toolLoopGuard.hasConversation', 'toolLoopGuard.isStopped'].map((key) => window.contextKeys.get(key)),
      [false, false],
    );
  });

  it('follows a stop and the next message, with the context keys of commands', async () => {
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

  it('changes once for many calls', async () => {
    let changes = 0;
    Object.defineProperty(item(), 'text', { set: () => (changes += 1) });
    await calling(3);
    assert.equal(changes, 1);
  });

  it('opens a menu whose choices run commands', async () => {
    const titles = await menu('timeline');
    assert.deepEqual(titles, ['More', 'Loops', 'Metrics', 'Settings', 'Try It', 'Show What Is Guarded', 'Log']);
    assert.deepEqual(window.executed.at(-1), ['toolLoopGuard.timeline.focus']);
  });

  it('clears its alert at a choice in its menu, which shows the stop first, but not at Escape', async () => {
    await calling(4);
    assert.match(item().text ?? '', /Loop stopped/);
    const titles = await menu('nothing');
    assert.deepEqual(titles.slice(0, 6), [
      'Loop stopped in "read"',
      'Try a Different Approach',
      'Continue anyway',
      'Details',
      'Not a loop…',
      'This chat: read',
    ]);
    await settle();
    assert.match(item().text ?? '', /Loop stopped/);
    await menu('timeline');
    await settle();
    assert.equal(item().text, '$(shield)');
    assert.equal(window.contextKeys.get('toolLoopGuard.isStopped'), true, 'the agent is still stopped');
  });

  it('changes the mode of the chat, and turns it off, from the menu', async () => {
    await calling(1);
    window.answer = (_, offered) =>
      (offered as { action?: string; value?: string }[]).find(
        ({ action, value }) => action === 'mode' || value === 'warn',
      );
    await window.run('toolLoopGuard.showMenu');
    assert.equal(window.shown.at(-1), 'Mode for this chat: Warn only');
    await menu('switchDetection');
    assert.equal(window.shown.at(-1), 'Loop detection is off for this chat.');
    await settle();
    assert.equal(item().text, '$(circle-slash) Guard off');
  });

  it('turns checks off for exactly an hour from the menu', async () => {
    await calling(1);
    const on = item().text;
    await menu('snooze');
    assert.equal(window.shown.at(-1), 'Loop detection is off for this chat for 1 hour.');
    await settle();
    assert.equal(item().text, '$(circle-slash) Guard off');
    mock.timers.tick(3_600_000);
    await settle();
    assert.equal(item().text, on);
  });

  it('runs the user’s command line at a stop, and tells it what was stopped and where', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    this.timeout(20_000);
    await window.run('toolLoopGuard.showMetrics');
    const told = join(window.home, 'told');
    window.save(JSON.stringify({ 'toolLoopGuard.onStop': `printf '%s|' "$TOOL_LOOP_TEXT" >> "${told}"` }));
    await calling(3);
    await calling(5);
    // The shell is a separate process.
    mock.timers.reset();
    const text = (): string => (existsSync(told) ? readFileSync(told, 'utf8') : '');
    for (let tries = 0; tries < 200 && text() === ''; tries++) {
      await wait(50);
    }
    assert.equal(text(), 'Loop stopped in read: read ×4|');
  });

  async function menu(action: string): Promise<string[]> {
    let titles: string[] = [];
    window.answer = (_, offered) => {
      const items = offered as { action?: string; label: string }[];
      titles = items.map(({ label }) => label.replace(/^\$\([\w-]+\) /, ''));
      return items.find((each) => each.action === action);
    };
    await window.run('toolLoopGuard.statusBarClicked');
    return titles;
  }
});
