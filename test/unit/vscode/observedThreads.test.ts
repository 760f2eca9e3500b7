import assert from 'node:assert/strict';
import type { StopWays } from '../../../src/vscode/chatPanel/chatPanel';
import { GuardHarness, SEED_000 } from '../../fakes/guardHarness';
import { hooksOf, NOTHING_ENDS } from '../../fakes/windowHooks';

class Watching {
  readonly told: string[] = [];
  readonly running: string[] = [];
  readonly ways: StopWays[] = [];
  readonly notes: string[] = [];
  cancels = 0;
  readonly #thread;
  #calls = 0;

  constructor(canCancel: boolean, user: object = {}, isAskedAbout = false) {
    const hooks = hooksOf(new GuardHarness({ ...SEED_000, ...user }), {
      noteStop: (stop) => this.notes.push(stop.text),
      isWatched: () => true,
      isAskedAbout: () => isAskedAbout,
      exactStop: {
        prepare: () => undefined,
        addressOf: () => 'agent-host-codex:/1',
        cancel: () => {
          this.cancels += 1;
          return Promise.resolve(canCancel);
        },
      },
      agent: {
        ...NOTHING_ENDS,
        cancelForeign: () => assert.fail('which may hit another chat'),
        tell: (text) => void this.running.push(text),
        tellStop: ({ text }, ways) => void (this.told.push(text), this.ways.push(ways)),
      },
    });
    this.#thread = hooks.observed.begin({ id: 'thread', folder: '/w' });
    this.#thread.userMessage('Fix it.');
  }

  async loop(calls: number): Promise<void> {
    for (let left = calls; left > 0; left--) {
      this.#calls += 1;
      const [id, atMs] = [`call-${this.#calls}`, 1_000 * this.#calls];
      this.#thread.call(id, { tool: 'exec_command', arguments: '{"cmd":"ls"}', round: id, atMs });
      this.#thread.outcome(id, 'a.txt', false, atMs);
    }
    await new Promise(setImmediate);
  }
}

describe('a Codex thread without hooks', () => {
  it('is ended at a certain loop, and the user is notified once', async () => {
    const watching = new Watching(true);
    await watching.loop(3);
    assert.equal(watching.cancels, 0);
    await watching.loop(1);
    assert.equal(watching.cancels, 1);
    assert.match(watching.told.join('\n'), /^Loop stopped\. exec_command\(ls\) returned the same result 3 times\./);
    assert.deepEqual(watching.ways[0]?.chat, 'agent-host-codex:/1');
    assert.match(watching.ways[0]?.steering ?? '', /try a different approach/);
    assert.equal(watching.notes.length, 1);
  });

  it('is ended once, even if more calls are read before its end is seen', async () => {
    const watching = new Watching(true);
    await watching.loop(6);
    assert.equal(watching.cancels, 1);
    assert.equal(watching.told.length, 1);
  });

  it('is reported as stuck if nothing ends it, without a claim that calls are blocked', async () => {
    const watching = new Watching(false);
    await watching.loop(4);
    await watching.loop(1);
    await watching.loop(1);
    assert.deepEqual(watching.told, []);
    assert.equal(watching.running.length, 1);
    assert.match(watching.running[0] ?? '', /^The agent may be stuck: exec_command\(ls\)/);
    assert.equal(watching.cancels, 3, 'each further call tries again');
  });

  it('isn’t ended if the user only wants warnings', async () => {
    const watching = new Watching(true, { mode: 'warn' });
    await watching.loop(8);
    assert.equal(watching.cancels, 0);
    assert.match(watching.running[0] ?? '', /^The agent may be stuck/);
  });

  it('is ended at the call after a second chance, which the model can’t be informed of', async () => {
    const watching = new Watching(true, { mode: 'chance_then_break' });
    await watching.loop(4);
    assert.deepEqual([watching.cancels, watching.running.length], [0, 1]);
    await watching.loop(1);
    assert.equal(watching.cancels, 1);
  });

  it('isn’t checked if it has hooks', async () => {
    const watching = new Watching(true, {}, true);
    await watching.loop(8);
    assert.deepEqual([watching.cancels, watching.told, watching.running], [0, [], []]);
  });
});
