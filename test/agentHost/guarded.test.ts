// What Tool Loop Guard does in sessions of the Agent Host. Every case runs in a window with the stand-in of
// localDesktop.ts: a window of the VS Code Server is a remote one, where no plugin reaches the Agent Host. A loop that
// is simply stopped, and what happens without the guard, is in loop.test.ts.
import assert from 'node:assert/strict';
import { packagedVsix } from '../../scripts/vsix.mjs';
import type { AgentSession } from './agentSession';
import { type AgentWindow, FILE_TEXT } from './agentWindow';
import { HARNESS_NAMES } from './harness';
import { times } from './model/step';
import { pictureFailures, Rig } from './rig';
import { until } from './wait';

const LOOP_TOLD = /(?:identical params|the same result) \d+ times/;
const loop = (session: AgentSession, count: number) => times(count, session.read('a.txt'));

describe('Tool Loop Guard on a local desktop (stand-in)', function () {
  this.timeout(300_000);
  this.slow(20_000);
  let rig: Rig;

  before(async () => {
    rig = await Rig.start({ vsix: packagedVsix() });
  });
  after(() => rig.close());

  for (const harness of HARNESS_NAMES) {
    describe(`in ${harness} sessions`, () => {
      let window: AgentWindow;
      let session: AgentSession;

      before(async () => {
        window = await rig.openWindow({ guarded: true, localDesktop: true });
      });
      after(() => window.close());
      pictureFailures(() => rig);
      beforeEach(async () => {
        session = await window.newSession(harness);
      });
      afterEach(async () => {
        rig.model.endAll();
        if (window.isOpen) {
          await window.resetSettings();
        }
      });

      it('gives the model a chance, and lets another call run', async () => {
        await window.configure({ 'toolLoopGuard.mode': 'chance' });
        const turn = await session.prompt('Why?', [...loop(session, 4), session.read('b.txt'), 'It is in b.']);
        assert.equal(turn.finished, true);
        assert.match(turn.results[3] ?? '', LOOP_TOLD);
        assert.doesNotMatch(turn.results[3] ?? '', new RegExp(FILE_TEXT));
        assert.match(turn.results[4] ?? '', new RegExp(FILE_TEXT));
        assert.equal(session.executedCalls().length, 4);
      });

      // The last one: it has no window afterwards.
      it('keeps checking calls when its window is closed in the middle', async () => {
        rig.model.delayMs = 300;
        const reads = ['b', 'c', 'd'].map((file) => session.read(`${file}.txt`));
        await session.send('Go on.', [...reads, ...reads, ...loop(session, 40)]);
        await until('some calls', () => session.executedCalls().length >= 3);
        await window.close();
        // Three of the loop that the window may have seen, and three more that the hook has to see by itself.
        const most = 6 + 3 + 3;
        if (harness === 'copilot') {
          // No hook ends a run that asks no permission: its calls are refused, slower and slower.
          const denied = (): number => session.calls().filter(({ succeeded }) => succeeded === false).length;
          await until('refused calls', () => denied() >= 4);
          const ran = session.executedCalls().length;
          assert.ok(ran <= most, `${ran} calls ran`);
          await until('more refused calls', () => denied() >= 6);
          assert.equal(session.executedCalls().length, ran);
          rig.model.endAll();
          await session.turn();
          return;
        }
        await session.turn();
        assert.ok(session.executedCalls().length <= most, `${session.executedCalls().length} calls ran`);
      });
    });
  }
});
