import assert from 'node:assert/strict';
import { alarmsOf, precisionOf } from '../../../scripts/eval/precision';
import { score, type Firing } from '../../../scripts/eval/score';
import type { Episode, Label } from '../../../scripts/eval/traces';
import { verdicts } from '../../../scripts/eval/verdict';

const SESSION = { source: 'intercode', id: 'a' };

function episode(label: Label, start: number, end: number, more: Partial<Episode> = {}): Episode {
  const loop =
    label === 'stuck' ? { from: start + 1, to: end, since: start + 2 } : { from: null, to: null, since: null };
  return { ep: label, ...SESSION, start, end, label, ...loop, kind: null, why: '', ...more };
}

const EPISODES = [episode('stuck', 0, 5), episode('progress', 10, 15), episode('unclear', 20, 25)];
const CANDIDATES = [...EPISODES, { ...SESSION, start: 30, end: 35 }];

const firing = (index: number, severity: Firing['severity'] = 'warn'): Firing => ({
  index,
  severity,
  detector: 'repeat',
});

describe('the label of an alarm', () => {
  const said = (kind: 'labelled' | 'whole', ...indexes: number[]): string[] =>
    indexes.map((index) => verdicts(kind, EPISODES, CANDIDATES)(SESSION, index));

  it('is right from the first call of a loop to the call after it', () => {
    assert.deepEqual(said('labelled', 0, 1, 5, 6), ['wrong', 'right', 'right', 'right']);
  });

  it('is wrong in other episodes and on clean calls, and open elsewhere', () => {
    assert.deepEqual(said('labelled', 12, 22, 28, 32, 36, 37), ['wrong', 'open', 'wrong', 'open', 'open', 'wrong']);
  });

  it('is wrong in whole sessions outside episodes', () => {
    assert.deepEqual(said('whole', 12, 22, 32), ['wrong', 'open', 'wrong']);
  });
});

describe('precision', () => {
  const verdictOf = verdicts('labelled', EPISODES, CANDIDATES);
  const alarms = (...firings: Firing[]): ReturnType<typeof alarmsOf> =>
    alarmsOf([{ ...SESSION, calls: 50, firings }], verdictOf);

  it('counts close firings once', () => {
    assert.equal(alarms(firing(10), firing(14), firing(15)).length, 1);
    assert.equal(alarms(firing(10), firing(15)).length, 2);
    assert.equal(alarms(firing(10), firing(11, 'block')).length, 2);
  });

  it('leaves out open labels', () => {
    assert.deepEqual(precisionOf(alarms(firing(2), firing(12), firing(22), firing(32))), {
      right: 1,
      wrong: 1,
      open: 2,
    });
  });
});

describe('the score of labelled spans', () => {
  it('counts an episode that was read because of a firing neither as a loop nor as a hard case', () => {
    const found = EPISODES.map((each) => ({ ...each, found: 'firing' as const }));
    const { recall, hard, cleanCalls } = score([{ ...SESSION, calls: 30, firings: [] }], found, [], 'warn');
    // Work is clean, a loop isn't.
    assert.deepEqual([recall.of, hard.of, cleanCalls], [0, 0, 30 - 7 - 7]);
  });
});
