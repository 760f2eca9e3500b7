import assert from 'node:assert/strict';
import { commands, window, workspace } from 'vscode';
import {
  call,
  newChatForEach,
  release,
  repeat,
  report,
  script,
  startConversation,
  tool,
  until,
  waitUntilIdle,
} from './agent';
import { onPage, page } from './page';

const LOOPING = 'The first chat loops';
/** How long the looping model takes for an answer. */
const ANSWER_MS = 700;
const WORKING = 'The second chat works';

const QUEUED = 'Look at the second file instead';
/** Under a smoke test VS Code shows no toasts; the list shows the same messages. */
const INPUT = '.part.auxiliarybar .interactive-input-part .monaco-editor';
const NOTICE = '.notifications-center .notification-list-item';

/** Has the first chat loop, without waiting for its end. */
async function loop(): Promise<void> {
  await script(LOOPING, [
    ...repeat(12, { calls: [{ name: 'scripted_probe', input: { path: 'a' } }], delayMs: ANSWER_MS }),
    'Never said.',
  ]);
  await ask(LOOPING);
  await until(async () => (await report()).executions.length > 0);
}

/** Sends a prompt and does not wait for the answer. */
async function ask(query: string): Promise<void> {
  await commands.executeCommand('workbench.action.chat.open', {
    query,
    modelSelector: { vendor: 'scripted', id: 'scripted-one' },
  });
}

/** Waits for longer than the looping model takes for an answer, with no further request of it. */
async function noMoreCallsOfTheLoop(): Promise<void> {
  let seen = -1;
  let since = Date.now();
  await until(async () => {
    const asked = (await report()).requests.filter(({ prompt }) => prompt === LOOPING).length;
    if (asked !== seen) {
      seen = asked;
      since = Date.now();
    }
    return Date.now() - since > ANSWER_MS + 300;
  });
}

describe('two chats at once', () => {
  // Before the test is waited for.
  afterEach(release);
  newChatForEach();
  beforeEach(() => commands.executeCommand('notifications.clearAll'));
  afterEach(() => commands.executeCommand('workbench.action.closeAllEditors'));

  it('stop only the one that loops, and leave the other in front and the keys in the editor', async () => {
    await script(WORKING, [call('scripted_note', { text: 'working' }), 'The second chat is done.']);
    await tool('scripted_note', { text: 'worked', hold: true });
    await loop();
    await startConversation();
    await ask(WORKING);
    await until(async () => (await report()).executions.some((run) => run.tool === 'scripted_note'));
    const document = await workspace.openTextDocument({ content: '', language: 'plaintext' });
    await window.showTextDocument(document);
    let typed = '';
    if (page.isShown) {
      await page.click('.editor-instance .monaco-editor .view-lines');
    }
    await until(async () => {
      if (page.isShown) {
        const key = String(typed.length % 10);
        await page.type(key);
        typed += key;
      }
      return (await report()).executions.filter((run) => run.tool === 'scripted_probe').length === 3;
    });
    await noMoreCallsOfTheLoop();
    if (page.isShown) {
      await page.type('END');
      await until(() => document.getText().endsWith('END')).catch(() => undefined);
      assert.equal(document.getText(), `${typed}END`);
      assert.deepEqual(await page.texts('.tabs-container .tab:has-text("first chat")'), [], 'no chat was opened');
      assert.match(await page.readChat(), new RegExp(WORKING), 'the chat in front is still the same');
      await commands.executeCommand('notifications.showList');
      await page.waitForTexts(
        '.notification-list-item',
        /Loop stopped in "The first chat loops": scripted_probe\(a\) returned/,
      );
      await page.screenshot('two-chats');
    }
    const { requests, executions } = await report();
    assert.equal(executions.filter((run) => run.tool === 'scripted_probe').length, 3);
    assert.equal(
      executions.some((run) => run.tool === 'scripted_note' && run.cancelled),
      false,
      'the other chat goes on',
    );
    await release();
    await until(async () => (await report()).requests.filter(({ prompt }) => prompt === WORKING).length === 2);
    await waitUntilIdle();
    const after = await report();
    assert.equal(
      after.requests.filter(({ prompt }) => prompt === LOOPING).length,
      requests.filter(({ prompt }) => prompt === LOOPING).length,
    );
    assert.ok(after.requests.filter(({ prompt }) => prompt === LOOPING).length <= 5);
    assert.equal(after.requests.filter(({ prompt }) => prompt === WORKING).length, 2);
  });

  onPage('name the stopped one where it is no longer shown, and post nothing in the one in front', async () => {
    await loop();
    await startConversation();
    await noMoreCallsOfTheLoop();
    await commands.executeCommand('notifications.showList');
    await page.waitForTexts(NOTICE, /Loop stopped in "The first chat loops": scripted_probe\(a\) returned/);
    await page.screenshot('stop-elsewhere');
    assert.doesNotMatch(await page.readChat(), /loopguard|Why did you stop|No loop/);
    await page.click(`${NOTICE} a.monaco-button:has-text("Show Chat")`);
    const text = await page.waitForChat(/Loop stopped\.[^]*Try a Different Approach/);
    assert.match(text, new RegExp(LOOPING));
    await page.screenshot('stop-elsewhere-shown');
    assert.equal((await report()).executions.length, 3);
  });

  onPage('send on what the person has queued when the loop is stopped, and say why afterwards, once', async () => {
    await script(QUEUED, ['I looked at the second file.']);
    await loop();
    await page.click(INPUT);
    await page.type(QUEUED);
    await commands.executeCommand('workbench.action.chat.queueMessage');
    await page.waitForChat(/I looked at the second file\./);
    const text = await page.waitForChat(
      /agent was stopped earlier in this chat: scripted_probe\(a\) returned the same result 3 times/,
    );
    await waitUntilIdle();
    await page.screenshot('stop-queued');
    assert.equal(text.split('Why did you stop the agent?').length - 1, 1, text);
    assert.equal((await report()).executions.length, 3);
  });
});
