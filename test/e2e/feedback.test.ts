import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commands, type Uri, window, workspace, WorkspaceEdit, Range } from 'vscode';
import { call, newChat, ready, repeat, report, script, send, until, waitUntilIdle } from './agent';
import { page } from './page';
import { say } from '../host/say';
import { noSettings, userSettings } from './settings';

const PROMPT = 'Wait until the build is done';
const SAME = call('scripted_probe', { path: 'build.log' });
const LOOP = [...repeat(6, SAME), 'I gave up.'];

const OWN = `
  // how I like it
  "editor.fontSize": 13, // small
  "toolLoopGuard.tools": {
    // notes may be many
    "scripted_note": { "maxRepeats": 9 }
  },`;

const PICKS = '.quick-input-widget .quick-input-list .monaco-list-row';
/** Under a smoke test VS Code shows no toasts; the list shows the same messages. */
const TOAST = '.notifications-center .notification-list-item';
const button = (title: string): string => `${TOAST} a.monaco-button:has-text("${title}")`;

let settingsJson: Uri;

/** What the user's settings.json holds, comments and all. */
function settingsText(): string {
  return readFileSync(settingsJson.fsPath, 'utf8');
}

async function write(text: string): Promise<void> {
  // VS Code may have closed the document that was seen before, and opened it anew.
  const document = await workspace.openTextDocument(settingsJson);
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(document.positionAt(0), document.positionAt(document.getText().length)), text);
  await workspace.applyEdit(edit);
  await document.save();
}

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
  let untouched = '';

  before(async function () {
    if (!page.isShown) {
      this.skip();
    }
    await ready();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await commands.executeCommand('workbench.action.openSettingsJson');
    // Another document may still have the focus for a moment.
    await until(() => window.activeTextEditor?.document.uri.path.endsWith('/User/settings.json') === true);
    assert.ok(window.activeTextEditor);
    settingsJson = window.activeTextEditor.document.uri;
    await write(settingsText().replace('{', `{${OWN}`));
    await userSettings({ adaptive: undefined });
    await until(() => overrides() !== undefined);
  });

  beforeEach(async () => {
    await commands.executeCommand('notifications.clearAll');
    await newChat();
    untouched = settingsText();
  });

  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await commands.executeCommand('notifications.clearAll');
    await waitUntilIdle({ quietMs: 800 });
  });

  after(noSettings);

  it('"Not a loop" is one pick: applied at once, the agent continues, and Undo brings every byte back', async () => {
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
    await until(() => /scripted_probe[^]*\}\s*$/.test(settingsText()));
    assert.equal(
      settingsText(),
      untouched.replace(
        '{ "maxRepeats": 9 }',
        '{ "maxRepeats": 9 },\n    "scripted_probe": {\n      "maxRepeats": 5\n    }',
      ),
    );
    await until(
      () =>
        JSON.stringify(overrides()) ===
        JSON.stringify({ scripted_note: { maxRepeats: 9 }, scripted_probe: { maxRepeats: 5 } }),
    );
    assert.equal(window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0, 'no editor was opened');
    await page.waitForChat(/The build is done\./);
    assert.equal((await report()).executions.length, 7);
    await says(/scripted_probe: 4 identical calls are now allowed\./);
    await page.screenshot('not-a-loop-undo');
    await page.click(button('Undo'));
    await until(() => settingsText() === untouched);
    await until(() => JSON.stringify(overrides()) === JSON.stringify({ scripted_note: { maxRepeats: 9 } }));
  });
});
