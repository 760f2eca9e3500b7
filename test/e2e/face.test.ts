import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { call, newChat, ready, repeat, report, type Report, script, send, until, waitUntilIdle } from './agent';
import { PAGE, page } from './page';
import { noSettings, userSettings } from './settings';

const ITEM = '[id="tool-loop-guard.tool-loop-guard.toolLoopGuard.status"]';
const ALERT = `${ITEM}.warning-kind`;
const SAME = call('scripted_probe', { path: 'marker-argument' });

/** Runs a prompt with a script until the explanation of a stop, if there is one, has been given too. */
async function run(prompt: string, steps: Parameters<typeof script>[1]): Promise<Report> {
  await script(prompt, steps);
  await send(prompt);
  const { requests, executions } = await waitUntilIdle();
  // The records go on growing.
  return { requests: [...requests], executions: [...executions] };
}

async function confirmReset(): Promise<void> {
  await page.waitForTexts('.quick-input-widget', /Reset all metrics to zero, in all windows/);
  await page.press('Enter');
}

async function resetMetrics(): Promise<void> {
  const done = commands.executeCommand('toolLoopGuard.resetMetrics');
  await confirmReset();
  await done;
}

describe('what a person sees of the guard', () => {
  before(ready);
  beforeEach(async function () {
    if (!page.isShown) {
      this.skip();
    }
    await noSettings();
    await newChat();
    await resetMetrics();
  });
  after(noSettings);
  afterEach(() => waitUntilIdle({ quietMs: 800 }));

  it(
    'shows in the status bar that it guards, that it stopped an agent until the next message, and that it is ' + 'off',
    async () => {
      await page.waitForTexts(`${ITEM} [aria-label*="Tool Loop Guard: On."]`, /^/);
      assert.deepEqual(await page.texts(ALERT), []);
      await run('Loop once', [...repeat(6, SAME), 'Never said.']);
      assert.match((await page.waitForTexts(ALERT, /Loop stopped/))[0] ?? '', /Loop stopped/);
      await page.waitForTexts(`${ITEM} [aria-label*='Loop stopped in "Loop once": scripted_probe']`, /^/);
      await page.hover(ITEM);
      const [tooltip] = await page.waitForTexts('.monaco-hover', /Loop stopped/);
      assert.match(tooltip ?? '', /^\s*Tool Loop Guard\s*Loop stopped in "Loop once": [^]* was blocked\.\s*$/);
      await page.screenshot('status-bar-stopped');
      await run('Go on', [SAME, 'Better.']);
      await until(async () => (await page.texts(ALERT)).length === 0);
      await page.waitForTexts(`${ITEM} [aria-label*="Tool Loop Guard: On."]`, /^/);
      await userSettings({ enabled: false });
      await page.waitForTexts(ITEM, /Guard off/);
    },
  );

  it('shows the metrics on a page, and sets them to zero when the person says so', async () => {
    const { executions } = await run('Loop for the report', [...repeat(6, SAME), 'Never said.']);
    await page.runInPalette('Tool Loop Guard: Show Metrics');
    const [text] = await page.waitForTexts(`${PAGE} body`, /1 loop stopped/);
    assert.match(text ?? '', /1 loop stopped · about 3 tool calls saved · 0 marked as not a loop/);
    assert.match(text ?? '', /4 calls checked · 1 blocked · 1 warning/);
    assert.equal(executions.length, 3);
    assert.match(text ?? '', /Identical calls\s+1\s+1\s+0\s+0/);
    await commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await page.screenshot('metrics');
    await commands.executeCommand('workbench.action.chat.open');
    await page.click(`${PAGE} a:has-text("Reset")`);
    await confirmReset();
    await page.waitForTexts(`${PAGE} body`, /Nothing has been counted yet/);
  });

  it('offers to explain a stop only while there is one, and lets the agent go on', async () => {
    const titles = async (): Promise<string[]> =>
      (await page.titlesInPalette('Tool Loop Guard:')).filter((title) => title.startsWith('Tool Loop Guard:'));
    await run('Nothing to explain', [SAME, 'Done.']);
    const quiet = await titles();
    assert.ok(quiet.length > 5 && quiet.length <= 11, quiet.join('\n'));
    assert.ok(!quiet.some((title) => /Why Was the Agent Stopped|Resume/.test(title)), quiet.join('\n'));
    await run('Loop to be explained', [...repeat(6, SAME), 'Never said.']);
    await page.waitForTexts(ALERT, /Loop stopped/);
    const stopped = await titles();
    assert.ok(
      stopped.some((title) => /Why Was the Agent Stopped\?/.test(title)),
      stopped.join('\n'),
    );
    await script('Continue', ['Now it works.']);
    await page.runInPalette('Tool Loop Guard: Let Stopped Agent Continue');
    await page.waitForChat(/Now it works\./);
    assert.deepEqual(await page.texts(ALERT), []);
  });

  it('offers five slash commands, and understands all', async () => {
    await commands.executeCommand('workbench.action.chat.open');
    await page.type('/');
    const offered = (await page.waitForTexts('.suggest-widget .monaco-list-row', /./))
      .map((text) => text.replace(/\s+/g, ' '))
      .filter((text) => text.includes('tool-loop'));
    await page.screenshot('slash-commands');
    assert.ok(offered.length <= 5, offered.join('\n'));
    await page.press('Escape');
    await page.press('Backspace');
    for (const [typed, answer] of [
      ['@loopguard /tool-loop-preset strict ', /Preset for this chat: Strict \(was Recommended\)\. Undo/],
      ['/tool-loop-ttl 300 ', /Time window for this chat: 300 seconds \(was 180 seconds\)\. Undo/],
      ['@loopguard /tool-loop-unset ', /Time window for this chat: 120 seconds \(default, was 300 seconds\)\./],
      ['@loopguard /tool-loop-budget ', /[Bb]udget/],
      ['!/set(tool-loop-max-repeats=6)', /Repeat limit for this chat: 6 \(was 4\)\. Undo/],
    ] as const) {
      const before = (await report()).requests.length;
      await page.typeInChat(typed);
      await page.waitForChat(answer);
      await waitUntilIdle({ quietMs: 600 });
      assert.equal((await report()).requests.length, before, `${typed} was sent to the model`);
    }
    await run('Take the typed limit', [...repeat(8, SAME), 'Never said.']);
    assert.equal((await report()).executions.length, 5, 'the sixth identical call was blocked');
  });
});
