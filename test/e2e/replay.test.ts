import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, Uri, workspace } from 'vscode';
import { call, newChat, ready, repeat, script, send, until, waitUntilIdle } from './agent';
import { PAGE, page } from './page';
import { noSettings, userSettings } from './settings';

const PROMPT = 'Wait for the build';
const SECRET = 'hunter22hunter22';
const THREE = [...repeat(3, call('scripted_probe', { path: 'build.log', token: SECRET })), 'I am done.'];

const PICKS = '.quick-input-widget .quick-input-list .monaco-list-row';
const ROW =
  '.part.panel .pane:has(.pane-header:has-text("Loops"), .pane-header:has-text("All Calls")) .monaco-list-row';

const presetOf = (): unknown => workspace.getConfiguration('toolLoopGuard').inspect('preset')?.globalValue;

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

describe('a conversation replayed', function () {
  this.timeout(120_000);

  let folder: string;

  before(async function () {
    if (!page.isShown) {
      this.skip();
    }
    await ready();
    folder = mkdtempSync(join(tmpdir(), 'tool-loop-replay-'));
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

  it('under another preset shows in the timeline where it would have been stopped, and sets nothing', async () => {
    await page.runInPalette('Tool Loop Guard: Replay a Chat');
    await pick(/Wait for the build/);
    await pick(/Preset Strict/, 'strict');
    await page.waitForTexts(ROW, /What if/, 15_000);
    await page.waitForTexts(ROW, /build\.log ×\d.*strict · Wait for the build/);
    await page.click(`${ROW}:has-text("strict · ")`);
    await page.waitForTexts(`${PAGE} body`, /would have been/);
    await page.screenshot('what-if');
    // VS Code shows no dialog in a window that runs tests: test/unit/vscode/replayFile.test.ts answers it.
    assert.equal(presetOf(), undefined);
  });

  it('is the one that was saved to a file, in which no text stands that was not wanted', async () => {
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
    await until(
      () => existsSync(recordings) && readdirSync(recordings).some((file) => file.endsWith('.jsonl')),
      15_000,
    );
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
