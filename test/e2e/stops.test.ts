// What a person meets when an agent is stopped: the message, the ways on, and that it leaves their keyboard alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commands, lm, Uri, window, workspace } from 'vscode';
import { call, newChat, ready, repeat, report, script, send, type Step, tool, until, waitUntilIdle } from './agent';
import { resourceOfConversation } from '../../src/vscode/host/conversationId';
import { page } from './page';
import { say } from '../host/say';
import { noSettings, userSettings } from './settings';

const RESPONSE = '.interactive-item-container.interactive-response';
const LAST = `${RESPONSE}.chat-most-recent-response`;
const BUTTON = `${RESPONSE} .monaco-button`;
const INPUT_LINES = '.part.auxiliarybar .interactive-input-part .view-lines';
/** Under a smoke test VS Code shows no toasts; the list shows the same messages. */
const TOAST = '.notifications-center .notification-list-item';
const PICKS = '.quick-input-widget .quick-input-list .monaco-list-row';
const PROMPT = 'Why does the checkout test fail?';
const HIGHEST = 300;

let settingsJson: Uri;

const file = (): Uri =>
  Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder'), 'src', 'checkout.ts');
const read = (startLine = 1, endLine = 50): Step => call('read_file', { filePath: file().fsPath, startLine, endLine });
const link = (title: string): string => `${RESPONSE} a:has-text("${title}")`;
const text = async (): Promise<string> => (await page.readChat()).replace(/\u00a0/g, ' ').replace(/\s+/g, ' ');

async function stopped(steps: readonly Step[] = [...repeat(8, read()), 'I gave up.']): Promise<void> {
  await script(PROMPT, steps);
  await send(PROMPT);
  await page.waitForChat(/Loop stopped\.[^]*Try a Different Approach/);
  await waitUntilIdle();
}

async function toasts(expected: RegExp): Promise<string[]> {
  await commands.executeCommand('notifications.showList');
  return page.waitForTexts(TOAST, expected);
}

describe('a stop, as a person meets it', () => {
  before(async function () {
    if (!page.isShown) {
      this.skip();
    }
    await noSettings();
    await workspace.fs.createDirectory(Uri.joinPath(file(), '..'));
    const lines = Array.from({ length: 60 }, (_, line) => `export const price${line} = ${line} * 1.19;\n`);
    await workspace.fs.writeFile(file(), new TextEncoder().encode(lines.join('')));
    await ready();
  });
  beforeEach(async () => {
    await commands.executeCommand('notifications.clearAll');
    await noSettings();
    await tool('scripted_probe', { text: 'nothing new' });
    await newChat();
  });
  after(async () => {
    await noSettings();
    await workspace.fs.delete(Uri.joinPath(file(), '..'), { recursive: true });
  });

  it('is told in one paragraph, three links and one button, which fit beside the question and the run', async () => {
    await stopped();
    const shown = await text();
    const message = [
      'Loop stopped. read_file(src/checkout.ts, startLine: 1, endLine: 50) returned the same result 3 times.',
      'The next identical call was blocked.',
      'Tell the agent what to do next, or choose: Continue anyway · Not a loop · Details Try a Different Approach',
    ].join(' ');
    assert.ok(shown.includes(message), shown);
    assert.match(shown, /Why did you stop the agent\?/);
    assert.doesNotMatch(shown, /params|120s|counted|\{"|tool-loop-why/);
    assert.deepEqual(await page.texts(`${LAST} .chat-command-button .monaco-button`), ['Try a Different Approach']);
    const [height = '0'] = await page.styles(LAST, 'height');
    await page.screenshot('stop-default');
    assert.ok(parseFloat(height) <= HIGHEST, `${height} high`);
  });

  it('is told in a chat that stands in an editor, too', async () => {
    await script('Good morning', ['Good morning to you.']);
    await script(PROMPT, [...repeat(8, read()), 'I gave up.']);
    await send('Good morning');
    const id = (await report()).requests.at(-1)?.conversation ?? assert.fail('The model was not asked.');
    await commands.executeCommand('vscode.open', resourceOfConversation(id));
    await commands.executeCommand('workbench.action.chat.submit', { inputValue: PROMPT });
    await page.waitForChat(/Loop stopped\.[^]*Continue anyway · Not a loop · Details[^]*Try a Different Approach/);
    assert.deepEqual(await page.texts(TOAST), []);
    await page.screenshot('stop-in-editor');
  });

  for (const [command, expected, highest] of [
    ['status', /This chat: 3 calls checked[^]*Change mode · Loops · All settings/, 350],
    // What a window of 720 pixels has for an answer.
    ['help', /After @loopguard, type:[^]*Also: /, 440],
  ] as const) {
    it(`fits the answer to /tool-loop-${command} on one screen`, async () => {
      await userSettings({ maxRepeats: 6 });
      await script(PROMPT, [...repeat(3, read()), 'I found it.']);
      await send(PROMPT);
      await send('@loopguard /tool-loop-mode warn');
      await page.waitForChat(/Mode for this chat: Warn only \(was Stop the agent\)\. Undo/);
      await send(`@loopguard /tool-loop-${command}`);
      await page.waitForChat(expected);
      const [height = '0'] = await page.styles(LAST, 'height');
      await page.screenshot(`${command}-default`);
      say(`The answer to /tool-loop-${command} is ${height} high.`);
      assert.ok(parseFloat(height) <= highest, `${height} high`);
    });
  }

  it('tries a different approach when the button is pressed', async () => {
    await script('Stop repeating', ['I look at the test instead.']);
    await stopped();
    await page.click(`${BUTTON}:has-text("Try a Different Approach")`);
    await page.waitForChat(/I look at the test instead/);
    const asked = (await report()).requests.flatMap(({ messages }) => messages).map((message) => message.text);
    assert.ok(
      asked.some((message) =>
        message.includes('Stop repeating `read_file` with the same arguments: it returned the same result 3 times.'),
      ),
      asked.join('\n'),
    );
    await page.screenshot('stop-different');
  });

  it('leaves every key where it belongs while the person types in an editor', async function () {
    const document = await workspace.openTextDocument({ content: '', language: 'plaintext' });
    await window.showTextDocument(document);
    await script(PROMPT, [
      {
        delayMs: 3_000,
        text: 'I look.',
        calls: [{ name: 'read_file', input: { filePath: file().fsPath, startLine: 1, endLine: 50 } }],
      },
      ...repeat(7, read()),
      'I gave up.',
    ]);
    const answered = send(PROMPT);
    await until(async () => (await report()).requests.length > 0);
    await page.click('.editor-instance .monaco-editor .view-lines');
    const typed = Array.from({ length: 60 }, (_, at) => String(at % 10)).join('');
    let lastKey = 0;
    let wasStopped = false;
    for (const key of typed) {
      await page.type(key);
      lastKey = Date.now();
      await new Promise((resolve) => setTimeout(resolve, 130));
      wasStopped ||= /Loop stopped/.test(await page.readChat());
    }
    await page.waitForChat(/Loop stopped\.[^]*Try a Different Approach/);
    const seenMs = Date.now() - lastKey;
    await answered;
    await page.type('END');
    await until(() => document.getText().endsWith('END')).catch(() => undefined);
    assert.equal(document.getText(), `${typed}END`);
    assert.equal((await page.texts(INPUT_LINES)).join('').trim(), '');
    say(`The explanation was seen ${wasStopped ? 'while the person typed' : `${seenMs} ms after the last key`}.`);
    await page.screenshot('stop-typing');
  });

  it('is seen in mode warn while the agent runs, and ends it when the person wants that', async () => {
    await userSettings({ mode: 'warn' });
    await tool('scripted_probe', { text: 'same' });
    await script(PROMPT, [...repeat(6, read()), { ...(read() as object), hold: true }, 'I am done.']);
    const answered = send(PROMPT);
    const [notice = ''] = await toasts(/may be stuck/);
    const stuck = /The agent in ".*" may be stuck: read_file\(src\/checkout\.ts.*\) returned the same result 3 times/;
    assert.match(notice, stuck);
    await page.screenshot('warn-running');
    await page.click(`${TOAST} a.monaco-button:has-text("Stop Agent")`);
    await answered;
    await waitUntilIdle();
    assert.doesNotMatch(await text(), /I am done/);
    await noSettings();
  });
});

describe('Try It, in a window with models', () => {
  /** The user's settings.json, byte for byte. */
  const settingsText = (): string => readFileSync(settingsJson.fsPath, 'utf8');
  const picked = '.part.auxiliarybar .interactive-input-part .chat-input-toolbars';

  before(async function () {
    if (!page.isShown) {
      this.skip();
    }
    await noSettings();
    await ready();
    // A file that is there shows whether it is touched.
    await userSettings({});
    await commands.executeCommand('workbench.action.openSettingsJson');
    await until(() => window.activeTextEditor?.document.uri.path.endsWith('/User/settings.json') === true);
    settingsJson = window.activeTextEditor?.document.uri ?? assert.fail('There is no settings.json.');
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await newChat();
    await send('Good morning', { model: 'scripted-two' });
  });
  after(noSettings);

  for (const press of ['Not a loop', 'Try a Different Approach', 'Continue anyway']) {
    it(`leaves no trace, and stops again the next time; "${press}" is explained`, async function () {
      const before = settingsText();
      await page.runInPalette('Tool Loop Guard: Try It');
      await page.waitForChat(/A simulated agent gets stuck now\.[^]*Loop stopped\.[^]*Try a Different Approach/);
      await until(async () => (await lm.selectChatModels({ vendor: 'tool-loop-guard-demo' })).length === 0);
      await page.click(press.startsWith('Try') ? `${BUTTON}:has-text("${press}")` : link(press));
      await page.waitForChat(/end of the demo\.[^]*Your previous model is selected again\./);
      await page.screenshot(`try-it-${press.split(' ')[0]?.toLowerCase() ?? ''}`);
      assert.equal(settingsText(), before);
      assert.deepEqual(await page.texts(PICKS), []);
      assert.match((await page.texts(picked)).join(' '), /Scripted Two/);
      await script('Hello', ['Hello to you.']);
      await page.typeInChat('Hello');
      await page.waitForChat(/Hello to you\./);
      assert.equal((await report()).requests.at(-1)?.model, 'scripted-two');
      await commands.executeCommand('workbench.action.chat.newChat');
      await page.waitForTexts(picked, /Scripted Two/);
      await page.typeInChat('Hello');
      await page.waitForChat(/Hello to you\./);
      assert.equal((await report()).requests.at(-1)?.model, 'scripted-two');
    });
  }
});
