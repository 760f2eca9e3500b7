import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, Uri } from 'vscode';
import { call, newChat, ready, repeat, script, send, until, waitUntilIdle } from './agent';
import { page } from './page';
import { noSettings, userSettings } from './settings';

const PROMPT = 'Wait for the build';
const SECRET = 'hunter22hunter22';
const THREE = [...repeat(3, call('scripted_probe', { path: 'build.log', token: SECRET })), 'I am done.'];

const PICKS = '.quick-input-widget .quick-input-list .monaco-list-row';

async function pick(expected: RegExp, typed = ''): Promise<void> {
  await page.waitForTexts(PICKS, expected);
  await page.type(typed);
  await page.waitForTexts(PICKS, expected);
  await page.press('Enter');
}

/** The agent makes three identical calls and ends. */
async function work(): Promise<void> {
  await script(PROMPT, THREE);
  await send(PROMPT);
  await waitUntilIdle();
}

describe('a chat', function () {
  let folder: string;

  before(async function () {
    if (!page.isShown) {
      this.skip();
    }
    await ready();
    folder = mkdtempSync(join(tmpdir(), 'tool-loop-recording-'));
  });

  beforeEach(async () => {
    await newChat();
    await commands.executeCommand('toolLoopGuard.clearTimeline');
    await work();
  });

  afterEach(async () => {
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await commands.executeCommand('notifications.clearAll');
    await noSettings();
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is saved to a file that contains no text that was not wanted', async () => {
    const file = join(folder, 'saved.jsonl');
    // VS Code's own dialog for files cannot be answered here; everything else is the person's.
    const saving = commands.executeCommand('toolLoopGuard.saveConversation', Uri.file(file));
    await pick(/Hashes only/);
    await saving;
    const text = readFileSync(file, 'utf8');
    assert.doesNotMatch(text, /build\.log|hunter22/);
    const { calls } = JSON.parse(text) as { calls: { name: string; ran: boolean }[] };
    assert.deepEqual(
      calls.map(({ name, ran }) => [name, ran]),
      Array(3).fill(['scripted_probe', true]),
    );
  });

  it('is recorded only after the user agreed, masked', async () => {
    await userSettings({ recordConversations: 'masked' });
    await page.waitForTexts('.quick-input-widget .quick-input-title', /Record the tool calls of your chats\?/);
    const [detail = ''] = await page.texts(`${PICKS}:has-text("To files on this machine")`);
    const recordings = /machine: (\S+)/.exec(detail)?.[1] ?? assert.fail(detail);
    await pick(/Do not record/, 'Do not');
    await work();
    await waitUntilIdle({ quietMs: 3_000 });
    assert.throws(() => readdirSync(recordings), /ENOENT/);
    await userSettings({ recordConversations: 'off' });
    await userSettings({ recordConversations: 'masked' });
    await pick(/^Record/);
    await work();
    await until(() => existsSync(recordings) && readdirSync(recordings).some((file) => file.endsWith('.jsonl')));
    const name = readdirSync(recordings).find((file) => file.endsWith('.jsonl')) ?? '';
    const text = readFileSync(join(recordings, name), 'utf8');
    assert.match(text, /build\.log/);
    assert.doesNotMatch(text, new RegExp(SECRET));
    const deleting = commands.executeCommand('toolLoopGuard.deleteRecordings');
    await pick(/^Delete/);
    await deleting;
    await until(() => readdirSync(recordings).length === 0);
  });
});
