import assert from 'node:assert/strict';
import type { RawSettings } from '../../../src/core/settings/parse';
import type { Detection } from '../../../src/engine/decision/verdict';
import type { ConversationState } from '../../../src/engine/conversation';
import { GuardHarness } from '../../fakes/guardHarness';

const ID = 'conversation-1';

/** A guard whose calls all have the same answer, and a model that gets nudges if `told` is true. */
class Session {
  readonly harness: GuardHarness;
  readonly nudges: Detection[] = [];

  constructor(settings: RawSettings['user'] = {}) {
    this.harness = new GuardHarness(settings);
  }

  call(path: string, { told = true, round }: { told?: boolean; round?: string } = {}): string {
    const verdict = this.harness.check('read', { path }, { result: undefined, round });
    if (verdict.action === 'allow' || verdict.action === 'warn') {
      const tell = told ? (nudge: Detection) => this.nudges.push(nudge) : undefined;
      this.harness.guard.record(ID, { callId: this.lastId(), result: 'same', isError: false }, undefined, tell);
    }
    return verdict.action;
  }

  lastId(): string {
    return this.harness.eventsOf('recorded').at(-1)?.call.id ?? assert.fail('No call ran.');
  }

  get mitigations(): number {
    return this.harness.guard.status(ID).counts.mitigations;
  }
}

describe('a nudge', () => {
  it('comes once, next to the result of a call in a likely loop, and doesn’t delay the stop', () => {
    const session = new Session();
    assert.deepEqual(
      [1, 2, 3, 4].map(() => session.call('a')),
      ['allow', 'allow', 'warn', 'break'],
    );
    assert.deepEqual(
      session.nudges.map(({ action, callId }) => [action, callId]),
      [['nudge', 'call-3']],
    );
    assert.equal(session.harness.eventsOf('nudged').length, 1);
    session.harness.guard.record(ID, { callId: 'call-3', result: 'same', isError: false }, undefined, () =>
      assert.fail('again'),
    );
  });

  it('isn’t heeded by a compaction, the same call after it, or a request to continue', () => {
    const session = new Session();
    ['a', 'a', 'a'].forEach((path) => session.call(path));
    session.harness.check('', {}, { id: 'goes-on', moment: 'continued' });
    assert.equal(session.mitigations, 0);
    session.harness.check('', {}, { id: 'compaction', moment: 'compacted' });
    session.call('a');
    assert.equal(session.mitigations, 0);
  });

  it('is heeded if the next call isn’t part of a loop, which counts as a mitigation', () => {
    const session = new Session();
    ['a', 'a', 'a', 'b'].forEach((path) => session.call(path));
    assert.equal(session.mitigations, 1);
    assert.deepEqual(
      session.harness.eventsOf('mitigated').map(({ detection, nextTool }) => [detection.callId, nextTool]),
      [['call-3', 'read']],
    );
    session.call('c');
    assert.equal(session.mitigations, 1, 'once');
  });

  it('isn’t heeded by a call of the same loop', () => {
    const session = new Session();
    ['a', 'a', 'a', 'a', 'b'].forEach((path) => session.call(path));
    assert.equal(session.mitigations, 0);
  });

  it('isn’t heeded by a call of its own round, which was made before the model could read it', () => {
    const session = new Session();
    ['a', 'a'].forEach((path) => session.call(path));
    session.call('a', { round: 'r' });
    session.call('b', { round: 'r' });
    assert.equal(session.mitigations, 0);
    session.call('c');
    assert.equal(session.mitigations, 1);
  });

  it('isn’t claimed if the surface can’t pass it to the model', () => {
    const session = new Session();
    ['a', 'a', 'a', 'b'].forEach((path) => session.call(path, { told: false }));
    assert.deepEqual([session.mitigations, session.harness.eventsOf('nudged').length], [0, 0]);
  });

  it('isn’t given if the escalation has none', () => {
    const session = new Session({ actions: ['warn', 'warn', 'break'] });
    ['a', 'a', 'a', 'b'].forEach((path) => session.call(path));
    assert.deepEqual([session.nudges, session.mitigations], [[], 0]);
  });

  it('is known to a guard that continues elsewhere', () => {
    const session = new Session();
    ['a', 'a'].forEach((path) => session.call(path));
    session.call('a', { told: false });
    const written = JSON.stringify(session.harness.guard.snapshot(ID));
    const after = new GuardHarness({});
    after.guard.restore(ID, JSON.parse(written) as ConversationState);
    const callIds: string[] = [];
    after.guard.record(ID, { callId: 'call-3', result: 'same', isError: false }, undefined, ({ callId }) =>
      callIds.push(callId),
    );
    assert.deepEqual(callIds, ['call-3']);
  });

  describe('of a less precise rule', () => {
    const guesses = ['users', 'health', 'orders', 'login', 'things'];

    function guessed() {
      const harness = new GuardHarness({});
      const hints: Detection[] = [];
      const verdicts = guesses.map((name, at) => {
        const call = { id: `call-${at}`, result: undefined };
        const verdict = harness.check('get', { url: `http://host/${name}` }, call);
        const outcome = { callId: call.id, result: '401 unauthorized', isError: true };
        harness.guard.record(ID, outcome, undefined, (nudge) => hints.push(nudge));
        return verdict;
      });
      return { harness, hints, verdicts };
    }

    it('is only a hint for the model', () => {
      const { harness, hints, verdicts } = guessed();
      assert.deepEqual(
        verdicts.map(({ action }) => action),
        Array(5).fill('allow'),
      );
      assert.deepEqual(
        hints.map(({ callId, finding: { rule, certainty } }) => [callId, rule, certainty]),
        [['call-3', 'stall', 'likely']],
      );
      assert.deepEqual(harness.eventsOf('detection'), []);
      harness.check('read', { path: 'a' }, {});
      const { warnings, mitigations } = harness.guard.status(ID).counts;
      assert.deepEqual([warnings, mitigations], [0, 0]);
    });
  });
});
