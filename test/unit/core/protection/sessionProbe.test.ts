import assert from 'node:assert/strict';
import { GRACE_MS, SessionProbe } from '../../../../src/core/protection/sessionProbe';

const LATER = 1_000_000;

function call(atMs: number, sessionId = 'one') {
  return { type: 'copilot' as const, sessionId, folder: '/project', prompt: 'Hello', atMs };
}

describe('the live probe', () => {
  let probe: SessionProbe;
  beforeEach(() => (probe = new SessionProbe()));

  /** Sessions with latest calls that no hook asked about. */
  const unseen = (nowMs: number) => probe.sessions(nowMs).filter(({ judge }) => judge === undefined);
  const judges = (): unknown[] => probe.sessions(LATER).map(({ judge }) => judge);

  it('reports a session whose calls no hook asked about', () => {
    [1, 2, 3].forEach((atMs) => probe.seen(call(atMs)));
    assert.deepEqual(probe.sessions(LATER), [
      { type: 'copilot', sessionId: 'one', prompt: 'Hello', judge: undefined, lastAtMs: 3 },
    ]);
  });

  it('reports no call that a hook may still ask about', () => {
    probe.seen(call(100));
    assert.deepEqual(unseen(100 + GRACE_MS), []);
    assert.equal(unseen(101 + GRACE_MS).length, 1);
  });

  it('reports no session that was asked about shortly before or after the call', () => {
    probe.asked('one', 1_000);
    probe.seen(call(1_000 + GRACE_MS));
    probe.asked('two', 5_000 + GRACE_MS);
    probe.seen(call(5_000, 'two'));
    assert.deepEqual(unseen(LATER), []);
  });

  it('reports a session that was asked about too long ago, or of another one only', () => {
    probe.asked('one', 1_000);
    probe.asked('two', 20_000);
    probe.seen(call(1_001 + GRACE_MS));
    assert.deepEqual(
      unseen(LATER).map(({ sessionId }) => sessionId),
      ['one'],
    );
  });

  it('removes a session as soon as its calls are asked about again', () => {
    probe.seen(call(1));
    assert.equal(unseen(LATER).length, 1);
    probe.asked('one', LATER);
    probe.seen(call(LATER + 1));
    assert.deepEqual(unseen(2 * LATER), []);
  });

  it('puts the latest session first', () => {
    probe.seen(call(1, 'old'));
    probe.seen(call(2, 'new'));
    assert.deepEqual(
      unseen(LATER).map(({ sessionId }) => sessionId),
      ['new', 'old'],
    );
  });

  it('reports that a hook without a window was asked', () => {
    probe.asked('one', 4_000, 'elsewhere');
    probe.seen(call(5_000));
    assert.deepEqual(judges(), ['elsewhere']);
  });

  it('waits for a question to this window before it names another one', () => {
    probe.asked('one', 999, 'elsewhere');
    probe.seen(call(1_000));
    assert.deepEqual(probe.sessions(1_000 + GRACE_MS), []);
    probe.asked('one', 1_001);
    assert.deepEqual(judges(), ['window']);
  });

  it('accepts no old sign of a hook without a window as an answer', () => {
    probe.asked('one', 1_000, 'elsewhere');
    probe.seen(call(1_001 + 2 * GRACE_MS));
    assert.deepEqual(judges(), [undefined]);
  });
});
