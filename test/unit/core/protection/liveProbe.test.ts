import assert from 'node:assert/strict';
import { GRACE_MS, LiveProbe } from '../../../../src/core/protection/liveProbe';

const LATER = 1_000_000;

/** A call in the file of a session. */
function call(atMs: number, sessionId = 'one') {
  return { sessionId, folder: '/project', model: 'one', tool: 'view', atMs };
}

describe('the live probe', () => {
  let probe: LiveProbe;
  beforeEach(() => (probe = new LiveProbe()));

  it('tells of a session whose calls no hook asked about, and counts them', () => {
    [1, 2, 3].forEach((atMs) => probe.seen(call(atMs)));
    assert.deepEqual(probe.unseen(LATER), [
      { sessionId: 'one', folder: '/project', model: 'one', calls: 3, lastAtMs: 3 },
    ]);
  });

  it('says nothing of a call that a hook may still ask about', () => {
    probe.seen(call(100));
    assert.deepEqual(probe.unseen(100 + GRACE_MS), []);
    assert.equal(probe.unseen(101 + GRACE_MS).length, 1);
  });

  it('says nothing of a session that was asked about, shortly before the call or after it', () => {
    probe.asked('one', 1_000);
    probe.seen(call(1_000 + GRACE_MS));
    probe.asked('two', 5_000 + GRACE_MS);
    probe.seen(call(5_000, 'two'));
    assert.deepEqual(probe.unseen(LATER), []);
  });

  it('tells of a session that was asked about too long ago, or of another one only', () => {
    probe.asked('one', 1_000);
    probe.asked('two', 20_000);
    probe.seen(call(1_001 + GRACE_MS));
    assert.deepEqual(
      probe.unseen(LATER).map(({ sessionId }) => sessionId),
      ['one'],
    );
  });

  it('takes a session off as soon as its calls are asked about again', () => {
    probe.seen(call(1));
    assert.equal(probe.unseen(LATER).length, 1);
    probe.asked('one', LATER);
    probe.seen(call(LATER + 1));
    assert.deepEqual(probe.unseen(2 * LATER), []);
  });

  it('puts the latest session first', () => {
    probe.seen(call(1, 'old'));
    probe.seen(call(2, 'new'));
    assert.deepEqual(
      probe.unseen(LATER).map(({ sessionId }) => sessionId),
      ['new', 'old'],
    );
  });
});
