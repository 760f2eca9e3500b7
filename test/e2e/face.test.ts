import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, extensions, Uri, workspace } from 'vscode';
import {
  call,
  newChat,
  ready,
  repeat,
  type Report,
  script,
  send,
  startConversation,
  until,
  waitUntilIdle,
} from './agent';
import { page } from './page';
import { noSettings, userSettings } from './settings';

const GUARD = 'tool-loop-guard.tool-loop-guard';
const ITEM = '[id="tool-loop-guard.tool-loop-guard.toolLoopGuard.status"]';
const ALERT = `${ITEM}.warning-kind`;
const SAME = call('scripted_probe', { path: 'marker-argument' });
const OTHER = call('scripted_note', { text: 'something else' });
const REPORT = Uri.from({ scheme: 'tool-loop-guard-metrics', path: '/Tool Loop Guard Metrics.md' });

interface Tally {
  readonly calls: number;
  readonly warnings: number;
  readonly chances: number;
  readonly stops: number;
  readonly refusedAfterwards: number;
  readonly mitigations: number;
  readonly averageCertainty: number | null;
  readonly loops: Readonly<Record<string, number>>;
  readonly savedCalls: number;
  readonly savedRequests: number;
  readonly savedTokens: number;
}

interface Export {
  readonly format: string;
  readonly totals: Tally;
  readonly conversations: readonly (Tally & { readonly id: string })[];
}

/** Runs a prompt with a script until the explanation of a stop, if there is one, has been given too. */
async function run(prompt: string, steps: Parameters<typeof script>[1]): Promise<Report> {
  await script(prompt, steps);
  await send(prompt);
  const { requests, executions } = await waitUntilIdle();
  // The records go on growing.
  return { requests: [...requests], executions: [...executions] };
}

async function exported(): Promise<Export> {
  const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
  try {
    const path = join(folder, 'metrics.json');
    await commands.executeCommand('toolLoopGuard.exportMetrics', Uri.file(path));
    const text = readFileSync(path, 'utf8');
    assert.doesNotMatch(text, /marker-argument|scripted_probe|nothing new/, 'no text of a call');
    return JSON.parse(text) as Export;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function confirmReset(): Promise<void> {
  await page.waitForTexts('.quick-input-widget', /All counts of all windows become zero/);
  await page.press('Enter');
}

async function resetMetrics(): Promise<void> {
  const done = commands.executeCommand('toolLoopGuard.resetMetrics');
  await confirmReset();
  await done;
}

/** What the agent's latest conversation is set to, as the status tells it. */
async function statusText(prompt = '/tool-loop-status'): Promise<string> {
  await send(`@loopguard ${prompt}`);
  return page.waitForChat(/\d+ calls? checked/);
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
      await page.waitForTexts(
        `${ITEM} [aria-label*="An agent was stopped: 'scripted_probe' invoked with identical params 4 times"]`,
        /^/,
      );
      await page.hover(ITEM);
      const [tooltip] = await page.waitForTexts('.monaco-hover', /This chat/);
      assert.match(tooltip ?? '', /This chat: calls checked 4, not run 1, warnings \d, loops 1/);
      await page.screenshot('status-bar-stopped');
      await run('Go on', [SAME, 'Better.']);
      await until(async () => (await page.texts(ALERT)).length === 0);
      await page.waitForTexts(`${ITEM} [aria-label*="Tool Loop Guard: On."]`, /^/);
      await userSettings({ enabled: false });
      await page.waitForTexts(ITEM, /Guard off/);
    },
  );

  it('asks whether it is a loop when it only warns', async () => {
    await userSettings({ mode: 'warn' });
    await run('Only warn', [...repeat(4, SAME), 'Done.']);
    await page.waitForTexts(ITEM, /Loop\?/);
    assert.deepEqual(await page.texts(ALERT), []);
  });

  it('shows nothing in the status bar when the setting says so', async () => {
    await userSettings({ statusBar: false });
    await until(async () => (await page.texts(ITEM)).length === 0);
    await userSettings({ statusBar: undefined });
    await until(async () => (await page.texts(ITEM)).length === 1);
  });

  it('counts to the call what the runs did, in each conversation and in all, and exports it', async () => {
    const stopped = await run('Loop to the stop', [...repeat(6, SAME), 'Never said.']);
    await userSettings({ mode: 'chance_then_break' });
    await startConversation();
    const both = await run('Take the chance', [...repeat(4, SAME), OTHER, 'It is the second file.']);
    const { format, totals, conversations } = await exported();
    assert.equal(format, 'tool-loop-guard-metrics');
    const [chance, stop] = conversations;
    assert.ok(chance && stop);
    assert.equal(conversations.length, 2);
    const notRun = (tally: Tally): number => tally.chances + tally.stops + tally.refusedAfterwards;
    const ran = (tally: Tally): number => tally.calls - tally.chances - tally.stops;
    assert.equal(ran(stop), stopped.executions.length);
    assert.equal(ran(chance), both.executions.length - stopped.executions.length);
    // Each request brought one call, but for the last one of the second run, which brought the answer.
    const requests = { stopped: stopped.requests.length, chance: both.requests.length - stopped.requests.length };
    assert.equal(ran(stop) + notRun(stop), requests.stopped);
    assert.equal(ran(chance) + notRun(chance), requests.chance - 1);
    assert.deepEqual([stop.stops, stop.chances, stop.mitigations, stop.loops['repeat']], [1, 0, 0, 1]);
    assert.deepEqual([chance.stops, chance.chances, chance.mitigations, chance.loops['repeat']], [0, 1, 1, 1]);
    for (const name of [
      'calls',
      'warnings',
      'chances',
      'stops',
      'refusedAfterwards',
      'mitigations',
      'savedCalls',
      'savedRequests',
      'savedTokens',
    ] as const) {
      assert.equal(totals[name], stop[name] + chance[name], name);
    }
    assert.deepEqual([stop.savedCalls, stop.savedRequests], [3, 2]);
    assert.ok(stop.savedTokens > 0);
    const ids = new Set(both.requests.map(({ conversation }) => conversation));
    assert.deepEqual(new Set(conversations.map(({ id }) => id)), ids);
    assert.ok(
      both.requests.every(({ tools }) => !tools.includes('tool_loop_guard_demo')),
      'the tool of the demonstration is in no real conversation',
    );
  });

  it('shows the metrics as a document, and sets them to zero when the person says so', async () => {
    await run('Loop for the report', [...repeat(6, SAME), 'Never said.']);
    await page.runInPalette('Tool Loop Guard: Show Metrics');
    await until(() => workspace.textDocuments.some(({ uri }) => uri.toString() === REPORT.toString()));
    const text = async (): Promise<string> => (await workspace.openTextDocument(REPORT)).getText();
    assert.match(await text(), /\| Calls checked \| 4 \| 4 \|/);
    assert.match(await text(), /\| Loop for the report \| Local \| scripted-one \| 4 \| 1 \| 1 \| 1 \|/);
    await commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await page.screenshot('metrics');
    await commands.executeCommand('workbench.action.chat.open');
    await page.runInPalette('Tool Loop Guard: Reset Metrics');
    await confirmReset();
    await until(async () => /\| Calls checked \| 0 \|/.test(await text()));
    assert.equal((await exported()).totals.calls, 0);
  });

  it('sets a value from the palette in the conversation that is picked, and only there', async () => {
    await run('The first one', [SAME, 'First done.']);
    await startConversation();
    await run('The second one', [SAME, 'Second done.']);
    await page.runInPalette('Tool Loop Guard: Set Mode for a Conversation');
    const [latest] = await page.waitForTexts('.quick-input-list .monaco-list-row', /The first one/);
    assert.match(latest ?? '', /The second one/, 'the latest comes first');
    await page.type('The first one');
    await page.waitForTexts('.quick-input-list .monaco-list-row >> nth=0', /The first one/);
    await page.press('Enter');
    await page.waitForTexts('.quick-input-list .monaco-list-row', /holds now/);
    await page.type('warn');
    await page.press('Enter');
    assert.doesNotMatch(await statusText(), /Changed for this chat/, 'the second conversation is as it was');
    await page.runInPalette('Tool Loop Guard: Show Status of a Conversation');
    await page.waitForTexts('.quick-input-list .monaco-list-row', /The first one/);
    await page.type('The first one');
    await page.press('Enter');
    await page.waitForTexts('.interactive-session', /The first one[^]*Changed for this chat: mode warn/);
    await page.screenshot('palette-status');
  });

  it('offers to explain a stop only while there is one, and lets the agent go on', async () => {
    const title = /Explain Why the Agent Was Stopped/;
    assert.equal(
      (await page.titlesInPalette('Tool Loop Guard: Explain')).some((text) => title.test(text)),
      false,
    );
    await run('Loop to be explained', [...repeat(6, SAME), 'Never said.']);
    await page.waitForTexts(ALERT, /Loop stopped/);
    assert.equal(
      (await page.titlesInPalette('Tool Loop Guard: Explain')).some((text) => title.test(text)),
      true,
    );
  });

  it('opens a walkthrough of four steps with pictures', async () => {
    await commands.executeCommand('workbench.action.closeAuxiliaryBar');
    // A narrow walkthrough shows no pictures.
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.openWalkthrough', `${GUARD}#start`, false);
    const steps = await page.waitForTexts('.getting-started-step', /See a stop/);
    assert.equal(steps.length, 4);
    const guard = extensions.getExtension(GUARD);
    const { walkthroughs } = (
      guard?.packageJSON as { contributes: { walkthroughs: { steps: { media: { image: string } }[] }[] } }
    ).contributes;
    for (const { media } of walkthroughs[0]?.steps ?? []) {
      assert.ok(readFileSync(join(guard?.extensionPath ?? '', media.image)).length > 1_000, media.image);
    }
    await page.click('.getting-started-step:has-text("See a stop")');
    await page.waitForTexts('.getting-started-step.expanded', /See a stop/);
    await until(async () => (await page.texts('.getting-started-media img')).length > 0);
    await page.screenshot('walkthrough');
    await commands.executeCommand('workbench.view.explorer');
    await commands.executeCommand('workbench.action.chat.open');
  });
});
