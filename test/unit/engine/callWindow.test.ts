import assert from 'node:assert/strict';
import { argumentFactsOf } from '../../../src/engine/facts/callFacts';
import { CallWindow } from '../../../src/engine/ledger/callWindow';
import type { RecordedOutcome } from '../../../src/engine/facts/call';
import type { WindowEntry } from '../../../src/engine/ledger/entry';
import { digestOf } from '../../../src/node/files/hash';

const SECOND = 1000;
const TTL_SECONDS = 60;

function entry(index: number, known: Partial<WindowEntry> = {}): WindowEntry {
  return {
    index,
    id: `call ${index}`,
    seenBy: [],
    round: index,
    tool: 'read',
    signature: digestOf(String(index)),
    argumentsValue: { index },
    ...argumentFactsOf('read', { index }),
    atMs: index * SECOND,
    outcome: undefined,
    ...known,
  };
}

function windowOf(entries: readonly WindowEntry[], capacity = 10): CallWindow {
  const window = new CallWindow();
  entries.forEach((each) => window.append(each, capacity));
  return window;
}

const ANSWER: RecordedOutcome = { digest: 'one', shapeDigest: 'one', length: 9, isError: false, kind: 'plain' };

const indexes = (entries: readonly WindowEntry[]): number[] => entries.map(({ index }) => index);

describe('call window', () => {
  it('keeps calls up to its bound, and returns the newest ones', () => {
    const window = windowOf(
      [0, 1, 2, 3, 4].map((index) => entry(index)),
      3,
    );
    assert.deepEqual(indexes(window.entries), [2, 3, 4]);
    assert.deepEqual(indexes(window.history(2, TTL_SECONDS, 5 * SECOND)), [3, 4]);
  });

  it('treats a clock that was set back as a pause', () => {
    const window = windowOf([entry(100), entry(0)]);
    assert.deepEqual(indexes(window.history(10, TTL_SECONDS, SECOND)), [0]);
  });

  it('uses the first outcome of a known call', () => {
    const window = windowOf([entry(0), entry(1)]);
    assert.deepEqual(window.unanswered, ['call 0', 'call 1']);
    assert.equal(window.setOutcome('unknown', ANSWER), undefined);
    assert.equal(window.setOutcome('call 0', ANSWER, 5), window.entries[0]);
    assert.equal(window.setOutcome('call 0', { ...ANSWER, digest: 'another' }), false);
    assert.deepEqual([window.entries[0]?.outcome, window.entries[0]?.doneMs], [ANSWER, 5]);
    assert.deepEqual(window.unanswered, ['call 1']);
  });

  it('counts a running call once if another surface also sees it', () => {
    const window = windowOf([entry(0, { seenBy: ['hooks'] })]);
    const seen = { id: 'other', tool: 'read', arguments: {} };
    const signature = digestOf('0');
    assert.equal(window.mergeDuplicateReport(signature, { ...seen, surface: 'hooks' }), false);
    assert.equal(window.mergeDuplicateReport(signature, seen), false);
    assert.equal(window.mergeDuplicateReport(digestOf('1'), { ...seen, surface: 'model' }), false);
    assert.equal(window.mergeDuplicateReport(signature, { ...seen, surface: 'model' }), true);
    assert.deepEqual(window.entries[0]?.seenBy, ['hooks', 'model']);
    assert.equal(window.entryOf('other'), undefined);
    assert.equal(window.mergeDuplicateReport(signature, { ...seen, surface: 'model' }), false);
    window.setOutcome('call 0', ANSWER);
    assert.equal(window.mergeDuplicateReport(signature, { ...seen, surface: 'third' }), false);
  });

  it('continues from a snapshot without changing it', () => {
    const window = windowOf([entry(0), entry(1)]);
    const snapshot = window.snapshot();
    window.setOutcome('call 0', ANSWER);
    const restored = new CallWindow();
    restored.restore(snapshot);
    assert.deepEqual(restored.unanswered, ['call 0', 'call 1']);
    restored.setOutcome('call 1', ANSWER);
    assert.deepEqual(restored.unanswered, ['call 0']);
    assert.deepEqual(window.unanswered, ['call 1']);
    window.clear();
    assert.equal(window.entries.length, 0);
  });
});
