import assert from 'node:assert/strict';
import { commands, window, workspace } from 'vscode';
import { call, newChat, ready, repeat, report, script, send, until, waitUntilIdle } from './agent';
import { page } from './page';
import { say } from '../host/say';
import { noSettings, userSettings } from './settings';

const PROMPT = 'Wait until the build is done';
const SAME = call('scripted_probe', { path: 'build.log' });
const LOOP = [...repeat(6, SAME), 'I gave up.'];

const OWN = { scripted_note: { maxRepeats: 9 } };

const PICKS = '.quick-input-widget .quick-input-list .monaco-list-row';
/** Under a smoke test VS Code shows no toasts; the list shows the same messages. */
const TOAST = '.notifications-center .notification-list-item';
const button = (title: string): string => `${TOAST} a.monaco-button:has-text("${title}")`;

async function stopped(): Promise<void> {
  await script(PROMPT, LOOP);
  await send(PROMPT);
  await page.waitForChat(/Loop stopped\./);
  await waitUntilIdle();
}

async function quickPick(): Promise<string[]> {
  await until(async () => (await page.texts(PICKS)).length > 0);
  return page.texts(PICKS);
}

async function toasts(): Promise<string> {
  return (await page.texts(TOAST)).join('\n');
}

async function says(expected: RegExp): Promise<void> {
  await commands.executeCommand('notifications.showList');
  await until(async () => expected.test(await toasts())).catch(async (error: unknown) => {
    throw new Error(
      `The messages never showed ${String(expected)}. ${await page.screenshot('feedback-failed')}: ${await toasts()}`,
      { cause: error },
    );
  });
}

const overrides = (): unknown => workspace.getConfiguration('toolLoopGuard').inspect('tools')?.globalValue;

describe('what a person says of a detection', () => {
  before(async function () {
    if (!page.isShown) {
      this.skip();
    }
    await ready();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await userSettings({ adaptive: undefined, tools: OWN });
    await until(() => overrides() !== undefined);
  });

  beforeEach(async () => {
    await commands.executeCommand('notifications.clearAll');
    await newChat();
  });

  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await commands.executeCommand('notifications.clearAll');
    await waitUntilIdle({ quietMs: 800 });
  });

  after(noSettings);

  it('"Not a loop" is one pick: applied at once, the agent continues, and Undo brings the setting back', async () => {
    await script('Continue.', [...repeat(4, SAME), 'The build is done.']);
    await stopped();
    assert.equal((await report()).executions.length, 3);
    await page.click('.interactive-list a:has-text("Not a loop")');
    const picks = await quickPick();
    assert.match(picks[0] ?? '', /Allow more identical scripted_probe calls[^]*The limit is 5 instead of 4\./);
    assert.match(picks[1] ?? '', /Only warn in this chat[^]*Until you close this window\./);
    assert.match(picks[2] ?? '', /Never check scripted_probe[^]*In all chats\./);
    assert.equal(picks.length, 3);
    assert.deepEqual(await page.cutOff(`${PICKS} .quick-input-list-label-meta`), []);
    await page.screenshot('not-a-loop-pick');
    const requests = (await report()).requests.length;
    await page.press('Enter');
    const pickedMs = Date.now();
    await until(async () => (await report()).requests.length > requests);
    const askedMs = Math.max(...(await report()).requests.map(({ at }) => at)) - pickedMs;
    say(`The next request was sent ${askedMs} ms after the pick.`);
    await until(() => JSON.stringify(overrides()) === JSON.stringify({ ...OWN, scripted_probe: { maxRepeats: 5 } }));
    assert.equal(window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0, 'no editor was opened');
    await page.waitForChat(/The build is done\./);
    assert.equal((await report()).executions.length, 7);
    await says(/scripted_probe: 4 identical calls are now allowed\./);
    await page.screenshot('not-a-loop-undo');
    await page.click(button('Undo'));
    await until(() => JSON.stringify(overrides()) === JSON.stringify(OWN));
  });
});
