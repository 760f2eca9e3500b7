// What users see of Agent Host sessions: the notification, where it leads, and pages. The window uses localDesktop.ts,
// without which no plugin reaches the Agent Host of a remote window.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentSession } from './agentSession';
import type { AgentWindow } from './agentWindow';
import { HARNESS_NAMES, type HarnessName } from './harness';
import { times } from './model/step';
import { pictureFailures, Rig } from './rig';
import { until } from './wait';

/** The scripted model's names in each harness and in settings, and the tool that reads a file. */
const HARNESS: Readonly<Record<HarnessName, { readonly pattern: string; readonly id: string; readonly tool: string }>> =
  {
    copilot: { pattern: 'copilot/gpt-5-*', id: 'gpt-5-mini', tool: 'view' },
    claude: { pattern: 'anthropic/claude-*', id: 'claude-sonnet-4-5', tool: 'Read' },
  };

const NAMES: Readonly<Record<HarnessName, string>> = { copilot: 'Copilot', claude: 'Claude' };

const loop = (session: AgentSession, count: number) => times(count, session.read('a.txt'));

describe('what users see of Agent Host sessions (stand-in for a local desktop)', function () {
  this.timeout(300_000);
  this.slow(20_000);
  let rig: Rig;

  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig.close());

  describe('that are guarded', () => {
    let window: AgentWindow;

    before(async () => {
      window = await rig.openWindow({ localDesktop: true });
    });
    after(() => window.close());
    pictureFailures(() => rig);
    afterEach(async () => {
      rig.model.endAll();
      await window.resetSettings();
      await window.run('workbench.action.closeAllEditors');
      await window.run('notifications.clearAll');
    });

    for (const harness of HARNESS_NAMES) {
      it(`name the loop in one sentence with a link to the call, and tell the model (${harness})`, async () => {
        const session = await window.newSession(harness);
        // Copilot records its model within a second, when a scripted loop would be over.
        await session.prompt('Why does the build fail?', [session.read('b.txt'), 'It says so in another file.']);
        await session.prompt('Then read that.', loop(session, 20));
        assert.equal(session.executedCalls().length, 4);
        const stopped = (await window.notifications()).filter((text) => text.startsWith('Loop stopped'));
        assert.equal(stopped.length, 1);
        const beginning = `Loop stopped in ${NAMES[harness]} session "Why does the build fail\\?[^"]*": `;
        const what = 'returned the same result 3 times\\. The next identical call was blocked\\.';
        assert.match(stopped[0] ?? '', new RegExp(`^${beginning}.*${what}$`));
        await window.run('notifications.showList');
        await window.page.locator('.notification-list-item', { hasText: 'Loop stopped' }).first().hover();
        await window.screenshot(`agent-host-${harness}-stopped`);
        await window.page.locator('.notification-list-item a', { hasText: 'Details' }).first().click();
        await window.waitForFrame(new RegExp(`${HARNESS[harness].tool}\\(.*×4[^]*The next identical call was blocked`));
        await window.screenshot(`agent-host-${harness}-details`);
        await window.run('workbench.action.closePanel');
        await window.start('toolLoopGuard.showStatus');
        const expected = new RegExp(`${NAMES[harness]} · [^·]+ · 5 calls[^]*5 calls checked`);
        await pickFirst(window, expected);
        const page = await window.waitForFrame(expected);
        assert.match(page, new RegExp(`Model: .*/${HARNESS[harness].id}`));
        assert.match(page, /Loop stopped\..*returned the same result 3 times/s);
        await window.page.locator('.tab', { hasText: 'Tool Loop Guard: Status' }).first().waitFor();
        await window.screenshot(`agent-host-${harness}-status`);
      });
    }

    it('get a line in AGENTS.md once the user agrees', async () => {
      const session = await window.newSession('copilot');
      await session.prompt('Why does the build fail?', loop(session, 20));
      await window.chooseInNotification('Loop stopped', 'Details');
      await window.waitForFrame(/Add as instruction/);
      const file = join(window.folder, 'AGENTS.md');
      await window.clickInFrame('Add as instruction…');
      const dialog = window.page.locator('.monaco-dialog-box');
      await dialog.waitFor();
      assert.match(await dialog.innerText(), /Add this line to AGENTS\.md\?\s+- Do not call `view` again/);
      await window.screenshot('add-as-instruction');
      assert.ok(!existsSync(file), 'nothing is written before');
      await dialog.getByRole('button', { name: 'Add Line' }).click();
      await until('the line', () => existsSync(file) && /^- Do not call `view`.*\n$/.test(readFileSync(file, 'utf8')));
      await window.screenshot('added-as-instruction');
    });
  });
});

/** With several conversations, VS Code asks which; with one, its page opens. */
async function pickFirst(window: AgentWindow, page: RegExp): Promise<void> {
  const list = window.page.locator('.quick-input-widget', { hasText: 'Show status' });
  // VS Code shows the list before its rows, and Enter does nothing without one.
  const row = list.locator('.monaco-list-row.focused');
  const isShown = async (): Promise<boolean> => (await row.isVisible()) || window.hasFrame(page);
  await until('the list or the page', isShown);
  if (await row.isVisible()) {
    await window.page.keyboard.press('Enter');
  }
}
