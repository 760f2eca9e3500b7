// Two chats in one window, one of which loops. With the address that a desktop's Agent Host publishes, that one is
// ended; without it, nothing can end it, and the user is shown that.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentSession } from './agentSession';
import type { AgentWindow } from './agentWindow';
import { times } from './model/step';
import { publishAgentHost } from './publishedHost';
import { pictureFailures, Rig } from './rig';
import { pause, until } from './wait';

describe('one of two chats that loops (stand-in for a local desktop)', function () {
  this.timeout(300_000);
  this.slow(60_000);
  let rig: Rig;
  let window: AgentWindow;

  before(async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    rig = await Rig.start();
    window = await rig.openWindow({ localDesktop: true });
    const first = await window.newSession('copilot');
    await first.prompt('Hello.', ['Hello.']);
    publishAgentHost(rig);
  });
  after(() => rig.close());
  pictureFailures(() => rig);
  afterEach(async () => {
    rig.model.endAll();
    await window.resetSettings();
    await window.run('notifications.clearAll');
  });

  async function loopBesideWork(): Promise<{ readonly loop: AgentSession; readonly work: AgentSession }> {
    // Slow enough for both to be running when the loop is found.
    rig.model.delayMs = 400;
    const work = await window.newSession('copilot');
    await work.send('Read them all.', [
      ...['b', 'c', 'd', 'e', 'f', 'b', 'c', 'd', 'e', 'f', 'b', 'c', 'd', 'e', 'f'].map((name) =>
        work.read(`${name}.txt`),
      ),
      'Done.',
    ]);
    const loop = await window.newSession('copilot');
    await loop.send('Why does the build fail?', times(60, loop.read('a.txt')));
    return { loop, work };
  }

  it('is ended alone, and the other one finishes its work', async () => {
    const { loop, work } = await loopBesideWork();
    const stopped = await loop.turn();
    assert.equal(stopped.finished, false);
    assert.ok(stopped.requests.length <= 5, `${stopped.requests.length} requests`);
    assert.equal(loop.executedCalls().length, 3);
    await window.waitForStatusBar(/Loop stopped/);
    assert.match(
      (await window.notifications()).join('\n'),
      /Loop stopped in Copilot session ".*returned the same result 3 times/s,
    );
    await window.screenshot('agent-host-one-of-two-stopped');
    const worked = await work.turn();
    assert.equal(worked.finished, true);
    assert.equal(work.executedCalls().length, 15);
    const asked = stopped.requests.length;
    await pause(2_000);
    assert.equal((await loop.turn()).requests.length, asked, 'nothing was asked of the model any more');
  });

  it('is reported as still running if it can’t be ended', async () => {
    // It is in no list of settings, so VS Code can only change it in the file.
    writeFileSync(join(window.folder, '.vscode', 'settings.json'), '{ "toolLoopGuard.agentHost": false }');
    const { loop } = await loopBesideWork();
    await window.waitForStatusBar(/Blocking calls/);
    assert.match(
      (await window.notifications()).join('\n'),
      /Blocking calls in Copilot session ".*"; the agent couldn’t be stopped at once/,
    );
    await window.screenshot('agent-host-blocking-calls');
    await until('more refused calls', () => loop.calls().length > 6);
    assert.equal(loop.executedCalls().length, 3);
  });
});
