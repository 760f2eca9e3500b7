// Codex chats in a window have no hooks: the guard reads Codex's records, and ends a chat that loops.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import type { AgentWindow } from './agentWindow';
import { codexEnvironment, HAS_CODEX } from './hostAlone';
import { CODEX_MODEL } from './model/account';
import { call, times } from './model/step';
import { publishAgentHost } from './publishedHost';
import { pictureFailures, Rig } from './rig';
import { until } from './wait';

// A suite that is skipped as a whole has nothing to clean up.
(HAS_CODEX ? describe : describe.skip)('a Codex chat in a window (stand-in for a local desktop)', function () {
  this.timeout(300_000);
  this.slow(60_000);
  let rig: Rig;
  let window: AgentWindow;
  let folder: string;

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'codex-window-')));
    rig = await Rig.start({
      settings: { 'chat.agentHost.codexAgent.enabled': true, 'chat.editor.codex.preferAgentHost': true },
      environment: codexEnvironment(folder),
    });
    rig.model.furtherModels.push(CODEX_MODEL);
    window = await rig.openWindow({ localDesktop: true });
    const first = await window.newSession('copilot');
    await first.prompt('Hello.', ['Hello.']);
    publishAgentHost(rig);
    // The guard checks for Codex chats every few seconds.
    const codex = await window.newSession('codex');
    await codex.prompt('Hello.', ['Hello.']);
    const logs = join(rig.root, 'user-data', 'logs');
    await until('the connection', () =>
      readdirSync(logs, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('Tool Loop Guard.log'))
        .some((name) => readFileSync(join(logs, name), 'utf8').includes('Connected to the Agent Host')),
    );
    // Codex records a call, and the host reports it, while the model thinks.
    rig.model.delayMs = 300;
  });
  pictureFailures(() => rig);
  after(async () => {
    await rig.close();
    discard(folder);
  });

  // Codex's sandbox needs rights that a container doesn't give, so no command runs.
  it('is ended when it loops, and the user is notified', async () => {
    const loop = await window.newSession('codex');
    const turn = await loop.prompt('Why does the build fail?', times(60, call('no_such_tool', { id: 1 })));
    assert.equal(turn.finished, false);
    assert.ok(turn.requests.length <= 15, `${turn.requests.length} requests`);
    await window.waitForStatusBar(/Loop stopped/);
    assert.match((await window.notifications()).join('\n'), /Loop stopped in Codex session ".*no_such_tool/s);
    await window.screenshot('agent-host-codex-stopped');
  });
});
