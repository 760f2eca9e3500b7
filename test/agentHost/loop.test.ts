// The same loop in each kind of window: the model reads one file again and again. `npm test` runs this file; only
// `npm run test:all` runs the others in this folder.
import assert from 'node:assert/strict';
import { type AgentWindow, FILE_TEXT } from './agentWindow';
import type { AgentSession } from './agentSession';
import { HARNESS_NAMES } from './harness';
import { times } from './model/step';
import { pictureFailures, Rig } from './rig';

const loopOfSix = (session: AgentSession) => [...times(6, session.read('a.txt')), 'I cannot find it.'];

async function runsToItsEnd(session: AgentSession): Promise<void> {
  const turn = await session.prompt('Why does the build fail?', loopOfSix(session));
  assert.equal(turn.finished, true);
  assert.equal(turn.requests.length, 7);
  assert.equal(session.executedCalls().length, 6);
  assert.equal(turn.results.filter((result) => result.includes(FILE_TEXT)).length, 6);
  assert.doesNotMatch(turn.results.join('\n'), /loop|guard|denied|hook/i);
}

describe('a loop in a session of the Agent Host', function () {
  this.timeout(300_000);
  this.slow(30_000);
  let rig: Rig;

  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig.close());
  pictureFailures(() => rig);

  describe('in a remote window', () => {
    let window: AgentWindow;

    before(async () => {
      window = await rig.openWindow();
    });
    after(() => window.close());

    for (const harness of HARNESS_NAMES) {
      it(`isn’t stopped, because the plugin never arrives, and the shield claims nothing (${harness})`, async () => {
        await runsToItsEnd(await window.newSession(harness));
        const shield = /Not guarded here: .*Copilot sessions, Claude sessions|Not guarded: (?:Copilot|Claude) session/s;
        assert.match(await window.statusBarTooltip(), shield);
        assert.deepEqual(rig.arrivedPluginFiles, []);
      });
    }
  });

  describe('on a local desktop (stand-in)', () => {
    let window: AgentWindow;

    before(async () => {
      window = await rig.openWindow({ localDesktop: true });
    });
    after(() => window.close());

    for (const harness of HARNESS_NAMES) {
      it(`is stopped at its fourth call with a message, and continues with the next prompt (${harness})`, async () => {
        const session = await window.newSession(harness);
        const stopped = await session.prompt('Why does the build fail?', times(20, session.read('a.txt')));
        assert.equal(stopped.finished, false);
        assert.equal(stopped.requests.length, 4);
        assert.equal(session.executedCalls().length, 3);
        await window.waitForStatusBar(/Loop stopped/);
        const told = new RegExp(`Loop stopped in ${harness} session .* returned the same result 3 times`, 'is');
        assert.match((await window.notifications()).join('\n'), told);
        const next = await session.prompt('Then read the others.', [session.read('b.txt'), 'Here they are.']);
        assert.equal(next.finished, true);
        assert.equal(session.executedCalls().length, 4);
      });
    }
  });
});
