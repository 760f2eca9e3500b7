import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { call, newChat, ready, repeat, script, send, startConversation, until, waitUntilIdle } from './agent';
import { PAGE, page } from './page';
import { noSettings } from './settings';

const PROMPT = 'Why does the build fail?';
const SAME = call('scripted_probe', { path: 'src/app.ts' });
const OTHER = call('scripted_note', { text: 'try something else' });
const LOOP = [...repeat(6, SAME), 'I cannot find it.'];
const CYCLE = [...[1, 2, 3, 4].flatMap(() => [SAME, OTHER]), 'Never said.'];

const VIEW = '.part.panel .pane:has(.pane-header:has-text("Loops"))';
const ROW = `${VIEW} .monaco-list-row`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Texts of the lines of the timeline that can be seen, from top to bottom. */
async function lines(): Promise<string[]> {
  return (await page.texts(ROW)).map((text) => text.replace(/\s+/g, ' ').trim());
}

/** The text of the explanation, of its whole page or a part of it. */
async function explanation(part = 'body'): Promise<string> {
  return (await page.texts(`${PAGE} ${part}`)).join('\n');
}

/** Reads until it matches. */
async function waitFor(read: () => Promise<string>, expected: RegExp): Promise<string> {
  let seen = '';
  await until(async () => expected.test((seen = await read()))).catch((error: unknown) => {
    throw new Error(`It never showed ${String(expected)}. It shows:\n${seen}\n${String(error)}`);
  });
  return seen;
}

const waitForLines = (expected: RegExp): Promise<string> => waitFor(async () => (await lines()).join('\n'), expected);

/** Runs a prompt with a script, and waits until the agent has ended. */
async function run(steps: Parameters<typeof script>[1]): Promise<void> {
  await script(PROMPT, steps);
  await send(PROMPT);
  await waitUntilIdle();
}

/** What a screen reader is told of the line that has the focus. */
async function spokenFocus(): Promise<string> {
  const [row] = await page.attributes(`${ROW}.focused`, 'aria-label');
  return row ?? '';
}

/** Goes down line by line until the focused one is spoken like this. */
async function downTo(expected: RegExp): Promise<string> {
  for (let step = 0; step < 30; step++) {
    const spoken = await spokenFocus();
    if (expected.test(spoken)) {
      return spoken;
    }
    await page.press('ArrowDown');
    await pause(100);
  }
  throw new Error(`No line is spoken like ${String(expected)}. The last one: ${await spokenFocus()}`);
}

/** Opens the focused line by keyboard, and waits for what is below it. */
async function openTo(expected: RegExp): Promise<void> {
  await page.press('ArrowRight');
  await waitFor(async () => (await page.attributes(ROW, 'aria-label')).join('\n'), expected);
}

describe('the timeline', function () {
  before(async function () {
    await ready();
    if (!page.isShown) {
      this.skip();
    }
  });
  beforeEach(async () => {
    await noSettings();
    await newChat();
    await commands.executeCommand('toolLoopGuard.clearTimeline');
    await commands.executeCommand('toolLoopGuard.showTimeline');
  });
  afterEach(() => waitUntilIdle({ quietMs: 800 }));

  it('says on its tab how many loops are new, until the person looks', async () => {
    const badge = '.part.panel .action-item:has-text("Tool Loops") .badge-content';
    await commands.executeCommand('~remote.forwardedPorts.focus');
    await run(LOOP);
    await page.screenshot('timeline-badge');
    await waitFor(async () => (await page.texts(badge)).join(), /1/);
    await commands.executeCommand('toolLoopGuard.showTimeline');
    await until(async () => (await page.texts(badge)).join('').trim() === '');
  });

  it('does not open itself, and shows what happened meanwhile once it is opened', async () => {
    await commands.executeCommand('workbench.action.closePanel');
    await run(LOOP);
    assert.deepEqual(await lines(), []);
    await commands.executeCommand('toolLoopGuard.showTimeline');
    await waitForLines(/src\/app\.ts ×4/);
  });

  it('lists the calls of a loop by keyboard alone, in words that a screen reader speaks', async () => {
    await run(CYCLE);
    await waitForLines(/scri…ote → scri…obe ×3.*scripted_note → scripted_probe/);
    await commands.executeCommand('workbench.action.toggleMaximizedPanel');
    await commands.executeCommand('toolLoopGuard.showTimeline');
    // Keys go to the list only once it has the focus, which the panel takes after it was maximized.
    await until(async () => (await page.texts(`${VIEW} .monaco-list:focus`)).length > 0);
    await page.press('Home');
    await until(async () => (await spokenFocus()) !== '');
    assert.match(
      await downTo(/Loop, stopped/),
      /stopped: scripted_note\(.*\) → scripted_probe\(src\/app\.ts\), 3 times, .*\. Why does the build fail\?, now/,
    );
    await page.press('Enter');
    await waitFor(explanation, /Why it counts as a loop/);
    const strokes = new Set(await page.styles(`${PAGE} .picture .call`, 'border-top-color'));
    assert.ok(strokes.size >= 2 && !strokes.has('none'), 'each of the two calls has its own color');
    await openTo(/7\. B · scripted_probe/);
    await downTo(/7\. B · scripted_probe, step 2 of 2, round 3 · blocked/);
    await commands.executeCommand('workbench.action.toggleMaximizedPanel');
  });

  it('selects the loop that it explains, also when another one was selected before the panel was closed', async () => {
    await run(LOOP);
    await waitForLines(/src\/app\.ts ×4/);
    await page.click(ROW);
    await waitFor(explanation, /Why it counts as a loop/);
    await commands.executeCommand('workbench.action.closePanel');
    await startConversation();
    await script('And the second?', [...repeat(6, call('scripted_probe', { path: 'src/second.ts' })), 'Never said.']);
    await send('And the second?');
    await page.waitForChat(/Loop stopped\./);
    await waitUntilIdle();
    await page.click('.interactive-list a:has-text("Details")');
    await waitFor(explanation, /second\.ts/);
    await waitFor(async () => (await page.texts(`${VIEW} .monaco-list-row.selected`)).join(), /second\.ts/);
    await page.screenshot('timeline-second');
    await commands.executeCommand('notifications.showList');
    assert.doesNotMatch((await page.texts('.notifications-center')).join(), /resolve tree node/i);
    await commands.executeCommand('notifications.clearAll');
  });

  it('leads from the explanation to the limit, and to what would make it no loop', async () => {
    await run(LOOP);
    await commands.executeCommand('toolLoopGuard.showDetection');
    await waitFor(explanation, /Change limit/);
    await page.click(`${PAGE} a:has-text("Change limit")`);
    await waitFor(async () => (await page.texts('.settings-editor .setting-item-label')).join(), /Max Repeats/);
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await page.click(`${PAGE} a:has-text("Not a loop")`);
    await page.waitForTexts('.quick-input-widget', /./);
    await page.press('Escape');
    assert.doesNotMatch(await explanation(), /Marked as not a loop/, 'nothing was chosen');
    await page.click(`${PAGE} a:has-text("Not a loop")`);
    await page.waitForTexts('.quick-input-widget', /Only warn in this chat/);
    await page.press('ArrowDown');
    await page.press('Enter');
    await waitFor(explanation, /Marked as not a loop/);
    await waitFor(async () => (await page.attributes(ROW, 'aria-label')).join(), /marked as not a loop/);
  });

  it('shows a loop that is asked for, says so when it is not remembered, and forgets all when told', async () => {
    await run(LOOP);
    await commands.executeCommand('toolLoopGuard.showDetection', { conversationId: 'nobody', number: 1 });
    await commands.executeCommand('notifications.showList');
    await page.waitForTexts('.notification-list-item-message', /This call is no longer available/);
    await commands.executeCommand('notifications.clearAll');
    await commands.executeCommand('toolLoopGuard.showDetection');
    await waitFor(explanation, /Identical calls/);
    await commands.executeCommand('toolLoopGuard.clearTimeline');
    await until(async () => (await lines()).length === 0);
    await waitFor(explanation, /Select a loop/);
  });
});
