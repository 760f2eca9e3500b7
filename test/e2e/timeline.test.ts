import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, workspace } from 'vscode';
import { call, newChat, ready, repeat, script, send, tool, until, waitUntilIdle } from './agent';
import { page } from './page';
import { noSettings, userSettings } from './settings';

const PROMPT = 'Why does the build fail?';
const SAME = call('scripted_probe', { path: 'src/app.ts' });
const OTHER = call('scripted_note', { text: 'try something else' });
const SECRET = 'sk-live-0123456789abcdef';
const LOOP = [...repeat(6, SAME), 'I cannot find it.'];
const CYCLE = [...[1, 2, 3, 4].flatMap(() => [SAME, OTHER]), 'Never said.'];

const ROW = '.part.panel .pane:has(.pane-header:has-text("Timeline")) .monaco-list-row';
const PAGE = 'iframe.webview >> internal:control=enter-frame >> iframe#active-frame >> internal:control=enter-frame >>';

const THEMES = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  contrast: 'Default High Contrast',
} as const;
const PICTURE = { width: 1400, height: 860 };
const WINDOW = { width: 1280, height: 900 };

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
  await until(async () => expected.test((seen = await read()))).catch(() => {
    throw new Error(`It never showed ${String(expected)}. It shows:\n${seen}`);
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
  this.timeout(120_000);
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

  it('says what it is for while it is empty', async () => {
    await waitFor(async () => (await page.texts('.part.panel .welcome-view')).join('\n'), /No tool calls yet/);
  });

  it('lists the conversation, the message and its calls as they happen, and the loop first', async () => {
    await run(LOOP);
    const text = await waitForLines(
      /1 loop found(.|\n)*Identical calls: scripted_probe(.|\n)*scripted_probe ?#1 (.|\n)*scripted_probe ?#3 /,
    );
    assert.match(text, new RegExp(`^${PROMPT.replace('?', '\\?')}.*1 loop found · 4 calls · scripted-one`));
    assert.match(text, /agent stopped/);
    assert.match(text, /nothing new/, 'the results are shown');
  });

  it('does not open itself, and shows what happened meanwhile once it is opened', async () => {
    await commands.executeCommand('workbench.action.closePanel');
    await run(LOOP);
    assert.deepEqual(await lines(), []);
    await commands.executeCommand('toolLoopGuard.showTimeline');
    await waitForLines(/Identical calls: scripted_probe/);
  });

  it('explains a loop by keyboard alone, in words that a screen reader speaks', async () => {
    await run(CYCLE);
    await waitForLines(/A cycle of 2 steps/);
    await commands.executeCommand('workbench.action.toggleMaximizedPanel');
    await commands.executeCommand('toolLoopGuard.showTimeline');
    await page.press('Home');
    assert.match(await downTo(/Conversation: /), /Conversation: Why does the build fail\?, 1 loop found, 7 calls/);
    assert.match(
      await downTo(/Loop found/),
      /Loop found in call 7: A cycle of 2 steps, scripted_probe, agent stopped, at \d/,
    );
    await page.press('Enter');
    await waitFor(explanation, /went through the same 2 steps 3 times/);
    await openTo(/The calls, A B A B A B/);
    await downTo(
      /The agent went through the same 2 steps 3 times, last with scripted_probe: the call was not run, and the agent/,
    );
    await downTo(/The calls, A B A B A B/);
    await openTo(/7\. B · scripted_probe/);
    await downTo(/7\. B · scripted_probe, step 2 of 2, pass 3 · not run/);
    await downTo(/The rule, A cycle of 2 steps, counted 3/);
    await openTo(/maxPatternRepetitions/);
    await downTo(/toolLoopGuard\.maxPatternRepetitions: 3, default/);
    await commands.executeCommand('workbench.action.toggleMaximizedPanel');
  });

  it('draws the loop and tells everything of it beside the tree', async () => {
    await userSettings({ maxRepeats: 3 });
    await tool('scripted_note', { text: 'Error: disk full' });
    await run([
      call('scripted_probe', { path: 'a', token: SECRET }),
      OTHER,
      ...repeat(3, call('scripted_probe', { path: 'a', token: SECRET })),
    ]);
    await commands.executeCommand('toolLoopGuard.showDetection');
    const text = await waitFor(explanation, /Identical calls: scripted_probe/);
    for (const part of [
      /The call was not run, and the agent was stopped\./,
      /1 other call in between: scripted_note/,
      /In nothing: all of them were the same\./,
      /The results were equal\./,
      /toolLoopGuard\.maxRepeats\s+3\s+user settings/,
    ]) {
      assert.match(text, part);
    }
    assert.doesNotMatch(text, new RegExp(SECRET));
    assert.doesNotMatch((await lines()).join('\n'), new RegExp(SECRET));
    const [label] = await page.attributes(`${PAGE} svg[role=img]`, 'aria-labelledby');
    assert.equal(label, 'picture-title picture-description');
  });

  it('is opened at its loop by the button in the chat', async () => {
    await run(LOOP);
    await commands.executeCommand('workbench.action.closePanel');
    await page.click('.interactive-list a.monaco-button:has-text("Open the timeline")');
    await waitFor(explanation, /The agent made the same call of scripted_probe 4 times/);
    assert.match(await spokenFocus(), /Loop found in call 4/);
  });

  it('shows a loop that is asked for, says so when it is not remembered, and forgets all when told', async () => {
    await run(LOOP);
    await commands.executeCommand('toolLoopGuard.showDetection', { conversationId: 'nobody', number: 1 });
    await waitFor(async () => (await page.texts('.part.statusbar')).join(), /This call is not remembered any more/);
    await commands.executeCommand('toolLoopGuard.showDetection');
    await waitFor(explanation, /Identical calls/);
    await page.click('.part.panel a.action-label[aria-label="Clear Timeline"]');
    await until(async () => (await lines()).length === 0);
    await waitFor(explanation, /Select a loop/);
  });

  for (const [name, theme] of Object.entries(THEMES)) {
    it(`looks right in ${theme}`, async () => {
      await workspace.getConfiguration('workbench').update('colorTheme', theme, ConfigurationTarget.Global);
      await run(CYCLE);
      await page.resize(PICTURE);
      await commands.executeCommand('workbench.action.closeSidebar');
      await commands.executeCommand('workbench.action.toggleMaximizedPanel');
      await commands.executeCommand('toolLoopGuard.showDetection');
      await waitFor(explanation, /went through the same 2 steps 3 times/);
      await page.screenshot(`timeline-${name}`);
      const strokes = new Set(await page.styles(`${PAGE} .picture .call`, 'stroke'));
      assert.ok(strokes.size >= 2 && !strokes.has('none'), 'each of the two calls has its own colour');
      await commands.executeCommand('workbench.action.toggleMaximizedPanel');
      await commands.executeCommand('workbench.view.explorer');
      await page.resize(WINDOW);
      await workspace.getConfiguration('workbench').update('colorTheme', undefined, ConfigurationTarget.Global);
    });
  }
});
