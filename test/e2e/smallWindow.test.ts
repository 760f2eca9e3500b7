// The views of the guard in the smallest window that people commonly have: nothing of them is cut off.
import assert from 'node:assert/strict';
import { commands, ConfigurationTarget, workspace } from 'vscode';
import { call, newChat, ready, repeat, script, send, waitUntilIdle } from './agent';
import { PAGE, page } from './page';
import { noSettings } from './settings';
import { NOTICE, loopInClaudeSession } from './claudeSession';

const SMALL = { width: 1280, height: 720 };
const WINDOW = { width: 1280, height: 900 };
const PROMPT = 'Why does the checkout test fail?';
const LAST = '.interactive-item-container.interactive-response.chat-most-recent-response';
const ITEM = '[id="tool-loop-guard.tool-loop-guard.toolLoopGuard.status"]';
const PICKS = '.quick-input-list .monaco-list-row';
const PICK_LABELS = `${PICKS} :is(.monaco-icon-label-container, .quick-input-list-label-meta)`;
const LOOPS = '.part.panel .pane:has(.pane-header:has-text("Loops"))';
const LOOP = `${LOOPS} .monaco-list-row`;
const WALKTHROUGH = 'tool-loop-guard.tool-loop-guard#start';
const STEP = '.getting-started-step';
const OPEN_STEP = `${STEP}.expanded`;
const STEP_PICTURE = '.getting-started-media img';
const GROUPS = '.settings-toc-container .settings-toc-entry';

describe('the views in a small window', function () {
  before(async function () {
    if (!page.isShown) {
      this.skip();
    }
    await ready();
    await noSettings();
    await newChat();
    await commands.executeCommand('toolLoopGuard.clearTimeline');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await page.resize(SMALL);
    await script(PROMPT, [...repeat(6, call('scripted_probe', { path: 'src/checkout.ts' })), 'Never said.']);
    await send(PROMPT);
    await page.waitForChat(/Loop stopped\.[^]*Try a Different Approach/);
    await waitUntilIdle();
  });
  after(async () => {
    await workspace
      .getConfiguration('workbench')
      .update('settings.alwaysShowAdvancedSettings', undefined, ConfigurationTarget.Global);
    await commands.executeCommand('workbench.action.closeAllEditors');
    await page.resize(WINDOW);
    await noSettings();
  });

  it('show the message of a stop with its links and its button', async () => {
    await page.screenshot('small-stop');
    assert.deepEqual(await page.cutOff(`${LAST} p, ${LAST} a, ${LAST} .monaco-button`), []);
  });

  it('show every entry of the menu', async () => {
    await page.click(`${ITEM} a`);
    await page.waitForTexts(PICKS, /Settings/);
    await page.screenshot('small-menu');
    assert.deepEqual(await page.cutOff(PICK_LABELS), []);
    await page.press('Escape');
  });

  it('show the loop and what happened, beside the chat', async () => {
    await commands.executeCommand('toolLoopGuard.showTimeline');
    await commands.executeCommand('toolLoopGuard.showDetection');
    await page.waitForTexts(`${PAGE} body`, /Why it counts as a loop/);
    await page.screenshot('small-timeline');
    assert.deepEqual(await page.cutOff('.part.panel .pane-header .title, .part.panel .composite.title h2'), []);
    const [listed = 0] = (await page.styles(LOOPS, 'width')).map(parseFloat);
    assert.ok(listed <= 315, `The list is ${listed} pixels wide, more than in a narrow panel.`);
    assert.deepEqual(await page.inSight(`${LOOP} .label-name`), ['src/checkout.ts ×4']);
    const [seen = ''] = await page.inSight(`${LOOP} .label-description`);
    const [age = '', chat = ''] = seen.split(' · ');
    assert.ok(age === 'now' && chat.length >= 6 && PROMPT.startsWith(chat), `"${seen}" is in sight.`);
    await commands.executeCommand('workbench.action.closePanel');
  });

  it('show every button of the notification of a stop', async () => {
    await loopInClaudeSession(PROMPT);
    await page.waitForTexts(NOTICE, /Loop stopped/);
    await page.screenshot('small-notification');
    assert.deepEqual(await page.texts(`${NOTICE} .monaco-button`), [
      'Try a Different Approach',
      'Continue Anyway',
      'Details',
    ]);
    assert.deepEqual(await page.cutOff(`${NOTICE} .monaco-button`), []);
    await commands.executeCommand('notifications.clearAll');
  });

  it('show the texts of each step of the walkthrough beside both side bars, and its picture without them', async () => {
    await commands.executeCommand('workbench.view.explorer');
    await commands.executeCommand('workbench.action.chat.open');
    await commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false);
    const { length } = await page.waitForTexts(STEP, /./);
    assert.equal(length, 4);
    for (let at = 0; at < length; at++) {
      await page.click(`${STEP} >> nth=${at}`);
      await page.screenshot(`small-walkthrough-${at + 1}`);
      assert.deepEqual(await page.cutOff(`${OPEN_STEP} :is(h3, .step-description-container > *)`), []);
    }
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closeAuxiliaryBar');
    for (let at = 0; at < length; at++) {
      await page.click(`${STEP} >> nth=${at}`);
      await page.untilStill();
      await page.screenshot(`small-walkthrough-${at + 1}-pictured`);
      assert.equal((await page.attributes(STEP_PICTURE, 'alt')).length, 1);
      assert.deepEqual(await page.cutOff(STEP_PICTURE), []);
    }
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await commands.executeCommand('workbench.action.chat.open');
  });

  it('show the metrics', async () => {
    await commands.executeCommand('toolLoopGuard.showMetrics');
    await page.waitForTexts(`${PAGE} body`, /calls checked/);
    await page.screenshot('small-metrics');
    assert.deepEqual(await page.cutOff(`${PAGE} :is(h1, th, td)`), []);
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('show which sessions are guarded', async () => {
    await commands.executeCommand('toolLoopGuard.checkProtection');
    await page.waitForTexts(`${PAGE} body`, /Which sessions are guarded/);
    await page.screenshot('small-protection');
    assert.deepEqual(await page.cutOff(`${PAGE} :is(h1, h2, strong, a)`), []);
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('show the names of all groups of settings', async () => {
    await workspace
      .getConfiguration('workbench')
      .update('settings.alwaysShowAdvancedSettings', true, ConfigurationTarget.Global);
    await commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await commands.executeCommand('toolLoopGuard.openSettings');
    await page.waitForTexts(GROUPS, /Messages/);
    await page.screenshot('small-settings');
    assert.deepEqual(await page.cutOff(GROUPS), []);
  });
});
