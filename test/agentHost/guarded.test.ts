// What Tool Loop Guard does in sessions of the Agent Host. Every case runs in a window with the stand-in of
// localDesktop.ts: a window of the VS Code Server is a remote one, where no plugin reaches the Agent Host. A loop that
// is simply stopped, and what happens without the guard, is in loop.test.ts.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagedVsix } from '../../scripts/vsix.mjs';
import type { AgentSession } from './agentSession';
import { type AgentWindow, FILE_TEXT } from './agentWindow';
import { HARNESS_NAMES } from './harness';
import { call, times } from './model/step';
import { pictureFailures, Rig } from './rig';
import { until } from './wait';

const LOOP_TOLD = /(?:identical params|the same result) \d+ times/;
const STOPPED = /Loop stopped/;
/** Settings with which Copilot works until it says itself that its task is done. */
const AUTOPILOT = { 'chat.defaultConfiguration': { mode: 'autopilot' } };

const loop = (session: AgentSession, count: number) => times(count, session.read('a.txt'));

describe('Tool Loop Guard on a local desktop (stand-in)', function () {
  this.timeout(120_000);
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

      it('stops a model that repeats the call after its second chance', async () => {
        await window.configure({ 'toolLoopGuard.mode': 'chance' });
        const turn = await session.prompt('Why?', loop(session, 20));
        assert.equal(turn.finished, false);
        assert.equal(session.executedCalls().length, 3);
        assert.ok(turn.requests.length <= 6);
        await window.waitForStatusBar(STOPPED);
      });

      it('only warns where it is told to', async () => {
        await window.configure({ 'toolLoopGuard.mode': 'warn' });
        // The status bar tells of it as long as the agent is at work.
        rig.model.delayMs = 500;
        await session.send('Why?', [...loop(session, 6), 'I cannot find it.']);
        await window.waitForStatusBar(/loop/i);
        const turn = await session.turn();
        assert.equal(turn.finished, true);
        assert.equal(session.executedCalls().length, 6);
      });

      it('has nothing against the same message four times, and six different calls each time', async function () {
        this.timeout(240_000);
        const reads = ['a', 'b', 'c', 'd', 'e', 'f'].map((file) => session.read(`${file}.txt`));
        let turns = 0;
        await session.prompt('Read all.', [...reads, () => `All read, turn ${(turns += 1)}.`]);
        for (const turn of [2, 3, 4]) {
          const { finished } = await session.promptAgain();
          assert.equal(finished, true, `turn ${turn}`);
          assert.equal(session.executedCalls().length, 6 * turn);
        }
      });

      it('stops only the one of two sessions that loops', async () => {
        rig.model.delayMs = 300;
        await session.send('The first loops.', loop(session, 40));
        const other = await window.newSession(harness);
        const works = await other.prompt('The second works.', [
          ...['a', 'b', 'c', 'd', 'e'].map((file) => other.read(`${file}.txt`)),
          'The second is done.',
        ]);
        assert.equal(works.finished, true, 'the other session goes on');
        assert.equal(other.executedCalls().length, 5);
        assert.equal(session.executedCalls().length, 3);
        if (harness === 'copilot') {
          // A run can only be cancelled in the chat that had the focus last: this one is refused every call.
          rig.model.endAll();
        }
        await session.turn();
        assert.equal(session.executedCalls().length, 3);
      });

      it('ends no chat that has just begun, of which no hook has told yet', async function () {
        if (harness !== 'copilot') {
          this.skip();
        }
        rig.model.delayMs = 800;
        const reads = ['b', 'c', 'd', 'e', 'f'].map((file) => session.read(`${file}.txt`));
        await session.send('The first loops.', [...reads, ...loop(session, 40)]);
        // A hook of the person's own comes before ours, and the loop is found meanwhile. The new chat has the focus.
        const slow = { type: 'command', bash: 'sleep 20', timeoutSec: 60 };
        const hooks = join(rig.home, '.copilot', 'hooks');
        mkdirSync(hooks, { recursive: true });
        const file = join(hooks, 'slow.json');
        writeFileSync(file, JSON.stringify({ version: 1, hooks: { userPromptSubmitted: [slow] } }));
        try {
          const other = await window.newSession(harness);
          const works = await other.prompt('Work beside it.', [other.read('b.txt'), 'Done.']);
          assert.equal(works.finished, true);
        } finally {
          rmSync(file);
        }
        assert.equal(session.executedCalls().length, reads.length + 3, 'the loop is blocked');
      });

      it('stops the loop of a subagent', async () => {
        const delegate = session.delegate('Look into it.', loop(session, 20));
        const before = rig.model.requests().length;
        await session.prompt('Let somebody look.', [delegate, 'Nothing was found.']);
        assert.ok(rig.model.requests().length - before <= 8, `${rig.model.requests().length - before} requests`);
        await window.waitForStatusBar(STOPPED);
      });

      it('lets the agent end its work while a run is stopped', async function () {
        if (harness !== 'copilot') {
          this.skip();
        }
        await window.configure(AUTOPILOT);
        session = await window.newSession(harness);
        // With another session at work a stop can only refuse; the agent must still get out.
        rig.model.delayMs = 300;
        await session.send('Why?', [...loop(session, 8), call('task_complete', { summary: 'It cannot be found.' })]);
        const other = await window.newSession(harness);
        const reads = ['b', 'c', 'd', 'e', 'f'].map((file) => other.read(`${file}.txt`));
        await other.send('Work beside it.', [...reads, 'Done.']);
        await session.turn();
        assert.equal(session.calls().find(({ tool }) => tool === 'task_complete')?.succeeded, true);
      });

      it('does not take the words of autopilot for words of the user', async function () {
        if (harness !== 'copilot') {
          this.skip();
        }
        await window.configure(AUTOPILOT);
        session = await window.newSession(harness);
        const before = rig.model.requests().length;
        const callThenText = [session.read('a.txt'), 'I go on.'];
        await session.prompt('Why?', [...callThenText, ...callThenText, ...callThenText, ...loop(session, 20)]);
        assert.equal(session.executedCalls().length, 3);
        assert.ok(rig.model.requests().length - before <= 12);
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
