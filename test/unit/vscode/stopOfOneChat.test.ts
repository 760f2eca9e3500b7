import assert from 'node:assert/strict';
import { emptyTally } from '../../../src/core/metrics/tally';
import { inEnglish } from '../../../src/core/words/language';
import { Activity } from '../../../src/core/status/activity';
import { statusBarLook } from '../../../src/core/status/statusBarLook';
import type { StopWays } from '../../../src/vscode/chatPanel/chatPanel';
import { AgentSessions } from '../../../src/vscode/window/agentSessions';
import { GuardHarness } from '../../fakes/guardHarness';
import { only } from '../../fakes/only';
import { hooksOf, NOTHING_ENDS } from '../../fakes/windowHooks';

const AGENT_HOST = { VSCODE_ESM_ENTRYPOINT: 'agentHostMain' };

/** Two Copilot chats in one window; the agent loops in the first one. */
class TwoChats {
  readonly told: string[] = [];
  readonly ways: StopWays[] = [];
  readonly cancelled: object[] = [];
  addressesAsked = 0;
  readonly activity = new Activity();
  focusedCancels = 0;
  #calls = 0;
  readonly #hooks;

  constructor(canCancel: boolean | undefined) {
    const user = { detectors: only(['repeat', 'idleTurns']) };
    this.#hooks = hooksOf(new GuardHarness(user, { report: (event) => this.activity.note(event) }), {
      sessions: new AgentSessions(undefined, (id) => this.activity.ended(id)),
      onRunningOn: (id, isRunningOn) => this.activity.setRunningOn(id, isRunningOn),
      clock: { now: () => Date.now(), pause: () => Promise.resolve() },
      ...(canCancel !== undefined && {
        exactStop: {
          prepare: () => undefined,
          addressOf: ({ sessionId }) => {
            this.addressesAsked += 1;
            return `agent-host-copilotcli:/${sessionId}` as const;
          },
          cancel: (caller) => {
            this.cancelled.push(caller);
            return Promise.resolve(canCancel);
          },
        },
      }),
      agent: {
        ...NOTHING_ENDS,
        cancelForeign: (areOthersAtWork) => {
          this.focusedCancels += areOthersAtWork() ? 0 : 1;
          return Promise.resolve(!areOthersAtWork());
        },
        tell: (text) => void this.told.push(text),
        tellStop: ({ text }, ways) => void (this.told.push(text), this.ways.push(ways)),
      },
    });
  }

  async call(sessionId: string, path: string): Promise<string> {
    const asked = {
      sessionId,
      timestamp: (this.#calls += 1),
      workingDirectory: '/w',
      toolName: 'view',
      toolArgs: { path },
    };
    const output = await this.#tell(asked);
    const isRefused = output.includes('deny');
    if (!isRefused) {
      await this.#tell({ ...asked, toolResult: { resultType: 'success', textResultForLlm: `text of ${path}` } });
    }
    return isRefused ? 'refused' : 'ran';
  }

  async permission(sessionId: string): Promise<boolean> {
    const asked = { sessionId, timestamp: 0, hookName: 'permissionRequest', toolName: 'view', toolInput: {} };
    return (await this.#tell(asked)).includes('deny');
  }

  async prompt(sessionId: string, prompt: string): Promise<void> {
    await this.#tell({ sessionId, timestamp: 0, workingDirectory: '/w', prompt });
  }

  get statusBar(): string {
    const words = { translate: inEnglish, language: 'en' };
    const tally = emptyTally();
    const week = { calls: 0, loops: 0 };
    const status = this.activity.statusAt(Date.now());
    return statusBarLook({ status, isOn: true, gap: undefined, notGuarded: [], tally, week }, words).text;
  }

  async #tell(input: object): Promise<string> {
    const { signal } = new AbortController();
    const { output } = await this.#hooks.answer(JSON.stringify(input), signal, AGENT_HOST);
    return output;
  }
}

async function loopBesideWork(chats: TwoChats): Promise<string[]> {
  await chats.call('work', 'b');
  const effects: string[] = [];
  for (let count = 0; count < 5; count++) {
    effects.push(await chats.call('loop', 'a'));
  }
  return effects;
}

describe('a stop of one of two Copilot chats', () => {
  it('ends that one through the Agent Host, and says that it stopped only after that', async () => {
    const chats = new TwoChats(true);
    assert.deepEqual(await loopBesideWork(chats), ['ran', 'ran', 'ran', 'refused', 'refused']);
    assert.deepEqual(chats.cancelled[0], { sessionId: 'loop', agentId: undefined });
    assert.match(chats.told.join('\n'), /^Loop stopped\. view\(a\) returned the same result 3 times\.[^\n]*$/);
    assert.equal(chats.statusBar, '$(shield) Loop stopped');
    assert.equal(chats.focusedCancels, 0);
    assert.match(chats.ways[0]?.steering ?? '', /^Stop repeating .*`view`.*try a different approach/);
    assert.equal(chats.ways[0]?.chat, 'agent-host-copilotcli:/loop');
    assert.equal(chats.addressesAsked, 1, 'of the stop that is told');
    assert.equal(await chats.call('work', 'c'), 'ran');
  });

  for (const canCancel of [false, undefined]) {
    it(`says that calls are blocked if nothing has ended it (${canCancel ?? 'no host'})`, async () => {
      const chats = new TwoChats(canCancel);
      assert.deepEqual(await loopBesideWork(chats), ['ran', 'ran', 'ran', 'refused', 'refused']);
      assert.match(chats.told.join('\n'), /^Blocking calls; the agent .*\. view\(a\) returned[^\n]*$/);
      assert.equal(chats.ways[0]?.steering, undefined, 'nothing is offered to be written to an agent at work');
      assert.equal(chats.statusBar, '$(shield) Blocking calls');
      assert.equal(chats.focusedCancels, 0);
    });
  }

  for (const canCancel of [true, false]) {
    const says = canCancel ? 'Loop stopped' : 'Blocking calls';
    it(`says "${says}" at a turn that nobody began`, async () => {
      const chats = new TwoChats(canCancel);
      await chats.prompt('loop', 'Fix the build.');
      for (let count = 0; count < 12; count++) {
        await chats.prompt('loop', 'You have not yet marked the task as complete using the task_complete tool.');
      }
      assert.match(chats.told.join('\n'), new RegExp(`^${says}`));
      assert.equal(chats.statusBar, `$(shield) ${says}`);
    });

    it(`says "${says}" at a call that is passed on to a request for permission`, async () => {
      const chats = new TwoChats(canCancel);
      const effects: string[] = [];
      await chats.permission('loop');
      for (let count = 0; count < 4; count++) {
        effects.push(await chats.call('loop', 'a'));
      }
      assert.equal(effects.at(-1), canCancel ? 'refused' : 'ran');
      assert.match(chats.told.join('\n'), new RegExp(`^${says}`));
      assert.equal(chats.statusBar, `$(shield) ${says}`);
      if (!canCancel) {
        assert.ok(await chats.permission('loop'));
        assert.equal(chats.statusBar, '$(shield) Loop stopped');
      }
    });
  }
});
