// The first five minutes without a mouse: everything is reached by keys and titles, as the README names them.
import assert from 'node:assert/strict';
import { commands, workspace } from 'vscode';
import { call, newChat, ready, repeat, report, script, send, until, waitUntilIdle } from './agent';
import { PAGE, page } from './page';
import { noSettings } from './settings';

const PROMPT = 'Why does the checkout test fail?';
const SAME = call('scripted_probe', { path: 'src/checkout.ts' });
const PICKS = '.quick-input-widget .quick-input-list .monaco-list-row';
const FIRST_PICK = `${PICKS} >> nth=0`;
const INPUT = '.part.auxiliarybar .interactive-input-part .monaco-editor.focused';
const LAST = '.interactive-item-container.interactive-response.chat-most-recent-response';

const limits = (): unknown => workspace.getConfiguration('toolLoopGuard').inspect('tools')?.globalValue;

/** Opens the shield's menu from the palette and chooses an entry by the beginning of its name. */
async function chooseInMenu(entry: string): Promise<void> {
  await page.runInPalette('Tool Loop Guard: Show Menu');
  await page.waitForTexts(PICKS, new RegExp(entry));
  await page.type(entry);
  await page.waitForTexts(FIRST_PICK, new RegExp(entry));
  await page.press('Enter');
}

/** Presses a key until what has the focus is described like this. */
async function pressTo(key: string, selector: string, most = 40): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    if ((await page.texts(selector)).length > 0) {
      return;
    }
    await page.press(key);
    await page.untilStill();
  }
  throw new Error(`${most} times ${key} never led to ${selector}: ${await page.screenshot('keyboard-failed')}`);
}

describe('the first five minutes with keys alone', function () {
  before(async function () {
    if (!page.isShown) {
      this.skip();
    }
    await ready();
  });
  beforeEach(async () => {
    await noSettings();
    await newChat();
    // The model is chosen, and the chat is closed.
    await script('Hello', ['Hello.']);
    await send('Hello');
    await commands.executeCommand('notifications.clearAll');
    await commands.executeCommand('workbench.action.closeAuxiliaryBar');
    // A person opens the chat, types, and reads of the stop.
    await script(PROMPT, [...repeat(6, SAME), 'I gave up.']);
    await script('Continue', ['Now it works.']);
    await page.press('Control+Alt+i');
    await page.waitForTexts(INPUT, /^/);
    await page.type(PROMPT);
    await page.press('Enter');
    await page.waitForChat(/Loop stopped\.[^]*Try a Different Approach/);
    await waitUntilIdle();
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.closePanel');
    await waitUntilIdle({ quietMs: 800 });
  });
  after(noSettings);

  it('lead from the chat to the links of a stop', async () => {
    await page.waitForTexts(INPUT, /^/);
    await page.press('Control+ArrowUp');
    await pressTo('Tab', `${LAST} a:has-text("Details"):focus`);
    await page.screenshot('keyboard-link');
    await page.press('Enter');
    await page.waitForTexts(`${PAGE} body`, /scripted_probe\(src\/checkout\.ts\)\s×4/);
  });

  it('lead to Details, and from its links to the choice of Not a Loop', async () => {
    await chooseInMenu('Details');
    await page.waitForTexts(`${PAGE} body`, /scripted_probe\(src\/checkout\.ts\)\s×4/);
    await pressTo('Tab', `${PAGE} a:has-text("Not a loop"):focus`);
    await page.screenshot('keyboard-details');
    await page.press('Enter');
    await page.waitForTexts(FIRST_PICK, /Allow more identical scripted_probe calls/);
    await page.press('Escape');
    await until(async () => (await page.texts(PICKS)).length === 0);
    assert.equal(limits(), undefined, 'Escape changes nothing');
  });

  it('allow one more call, and undo it', async () => {
    const { requests } = await report();
    const before = requests.length;
    await chooseInMenu('Not a loop');
    await page.waitForTexts(FIRST_PICK, /Allow more identical scripted_probe calls[^]*The limit is 5 instead of 4\./);
    const [, inChat = '', never = '', ...others] = await page.texts(PICKS);
    assert.match(inChat, /Only warn in this chat[^]*Until you close this window\./);
    assert.match(never, /Never check scripted_probe[^]*In all chats\./);
    assert.deepEqual(others, []);
    await page.press('Enter');
    await until(() => JSON.stringify(limits()) === JSON.stringify({ scripted_probe: { maxRepeats: 5 } }));
    await until(async () => (await report()).requests.length > before);
    await page.runInPalette('Notifications: Show Notifications');
    await page.waitForTexts('.notifications-center .notification-list-item', /4 identical calls are now allowed/);
    await pressTo('Tab', '.notifications-center a.monaco-button:has-text("Undo"):focus');
    await page.press('Enter');
    await until(() => limits() === undefined);
  });
});
