// Copilot's hook file from *Add hooks*: next to the plugin, and alone as in a remote window. The test runs the command
// in the window and answers its question, so the file is what users get.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Installation } from '../../src/node/install/installation';
import type { AgentSession } from './agentSession';
import { type AgentWindow, FILE_TEXT } from './agentWindow';
import { call, type Script, times } from './model/step';
import { pictureFailures, Rig } from './rig';
import { until } from './wait';

const LOOP_TOLD = /(?:identical params|the same result) \d+ times/;
/** In the record of a canceled run. */
const CANCELLED = /"type":"abort"/;
const INTERRUPTED = /Permission denied by a PermissionRequest hook: .*returned the same result 3 times/;
const ECHO = call('bash', { command: 'echo the same', description: 'Says it' });

describe('the hook file of Copilot sessions', function () {
  this.timeout(300_000);
  this.slow(20_000);
  let rig: Rig;
  let window: AgentWindow;

  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig.close());
  pictureFailures(() => rig);
  afterEach(async () => {
    rig.model.endAll();
    if (window.isOpen) {
      await window.resetSettings();
    }
  });

  const hookFile = (): string => join(rig.home, '.copilot', 'hooks', 'tool-loop-guard.json');

  async function protect(): Promise<void> {
    if (!existsSync(hookFile())) {
      await window.start('toolLoopGuard.protectAgents', 'copilot');
      const button = window.page.locator('.monaco-dialog-box').getByText('Add Hooks', { exact: true });
      await until('the question', async () => (await button.count()) > 0);
      await button.click();
      await until('the hook file', () => existsSync(hookFile()));
    }
  }

  const loop = (session: AgentSession): Script => times(40, session.read('a.txt'));

  async function isTold(): Promise<void> {
    await until('the notification', async () => LOOP_TOLD.test((await window.notifications()).join('\n')));
  }

  /** After one more call. */
  async function isCountedOnce(): Promise<void> {
    const counts = /This chat: 5 calls checked, 1 blocked, 1 warning, 1 loop/;
    await until('the counts in the tooltip', async () => counts.test(await window.statusBarTooltip()));
  }

  async function endsShellLoop(): Promise<void> {
    const session = await window.newSession('copilot');
    const stopped = await session.prompt('Why does the build fail?', times(40, ECHO));
    assert.equal(stopped.finished, false);
    assert.equal(stopped.requests.length, 4);
    assert.equal(session.executedCalls().length, 3);
    assert.doesNotMatch(session.record() ?? '', CANCELLED);
    await isTold();
    const next = await session.prompt('Then read another.', [session.read('b.txt'), 'Here it is.']);
    assert.equal(next.finished, true);
    assert.equal(session.executedCalls().length, 4);
    const read = next.requests[0]?.entries.map(({ text }) => text).join('\n') ?? '';
    assert.match(read, INTERRUPTED);
    await isCountedOnce();
  }

  async function refusesRead(): Promise<void> {
    const session = await window.newSession('copilot');
    const stopped = await session.prompt('Why does the build fail?', loop(session));
    assert.equal(stopped.finished, false);
    assert.equal(session.executedCalls().length, 3);
    assert.match(session.record() ?? '', CANCELLED);
    await isTold();
    const next = await session.prompt('Then read another.', [session.read('b.txt'), 'Here it is.']);
    const results = next.requests[0]?.entries.filter(({ role }) => role === 'tool') ?? [];
    assert.equal(results.filter(({ text }) => text.includes(FILE_TEXT)).length, 3);
    // The order isn't defined: the refusal, or that the run was canceled.
    assert.match(results.at(-1)?.text ?? '', /(?:identical params|the same result) \d+ times|interrupted/);
    await isCountedOnce();
  }

  describe('alone, in a remote window', () => {
    before(async () => {
      window = await rig.openWindow();
      await protect();
    });
    after(() => {
      assert.deepEqual(rig.arrivedPluginFiles, []);
    });

    it('ends a loop of shell commands at the request for permission of its fourth call', endsShellLoop);

    it('refuses the fourth call of a tool that needs no permission, and cancels the run', refusesRead);

    // Must be last, because no window is left afterwards.
    it('ends a loop of shell commands without a window when the window is closed in the middle', async () => {
      const session = await window.newSession('copilot');
      rig.model.delayMs = 300;
      await session.send('Go on.', times(40, ECHO));
      await until('a call', () => session.executedCalls().length >= 1);
      await window.close();
      // Hooks now start a program, which can take longer than the pause that marks the end of a turn.
      await until('the end of the run', () => INTERRUPTED.test(session.record() ?? ''));
      const stopped = await session.turn();
      assert.equal(stopped.finished, false);
      // Three that the window may have seen, and three more that the hook must see.
      assert.ok(session.executedCalls().length <= 6, `${session.executedCalls().length} calls ran`);
      assert.doesNotMatch(session.record() ?? '', CANCELLED);
    });
  });

  describe('next to the plugin, on a local desktop (stand-in)', () => {
    before(async () => {
      window = await rig.openWindow({ localDesktop: true });
      await protect();
    });
    after(() => window.close());

    it('counts a call once, and ends a loop of shell commands', async () => {
      await endsShellLoop();
      assert.ok(rig.arrivedPluginFiles.length > 0, 'the plugin is there, too');
    });

    it('leaves nothing when it is removed, and the plugin continues', async () => {
      await protect();
      const place = { environment: {}, platform: process.platform, claudeManagedFolder: '/nowhere' };
      new Installation('/nowhere', '1', { ...place, home: rig.home }).uninstall('copilot');
      assert.equal(existsSync(hookFile()), false);
      await refusesRead();
    });
  });
});
