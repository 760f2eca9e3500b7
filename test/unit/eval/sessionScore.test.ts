import { strict as assert } from 'node:assert';
import { perThousandSessions, sessionScore } from '../../../scripts/eval/sessionScore';
import type { Severity, SessionFirings } from '../../../scripts/eval/score';
import type { Episode, Label } from '../../../scripts/eval/traces';

function episode(label: Label, start: number, end: number): Episode {
  const stuck = label === 'stuck' ? { from: start, to: end, since: start } : { from: null, to: null, since: null };
  return { ep: `${label}${start}`, source: 's', id: 'a', start, end, label, ...stuck, kind: null, why: '' };
}

function session(id: string, ...firings: (readonly [number, Severity])[]): SessionFirings {
  return {
    source: 's',
    id,
    calls: 100,
    firings: firings.map(([index, severity]) => ({ index, severity, detector: 'repeat' })),
  };
}

describe('the score of whole sessions', () => {
  it('counts a firing in or right after a stuck episode as right', () => {
    for (const index of [10, 14, 15]) {
      const { recall, wrongSessions } = sessionScore(
        [session('a', [index, 'warn'])],
        [episode('stuck', 10, 14)],
        'warn',
      );
      assert.deepEqual([recall, wrongSessions], [{ hit: 1, of: 1 }, 0]);
    }
  });

  it('counts every other firing as wrong, labelled or not', () => {
    for (const index of [9, 16, 30, 50]) {
      const { recall, wrongFirings } = sessionScore(
        [session('a', [index, 'warn'])],
        [episode('stuck', 10, 14), episode('polling', 30, 40)],
        'warn',
      );
      assert.equal(recall.hit, 0);
      assert.deepEqual(
        wrongFirings.map((firing) => firing.index),
        [index],
      );
    }
  });

  it('doesn’t count a firing in an unclear episode', () => {
    const { wrongSessions, wrongFirings } = sessionScore(
      [session('a', [12, 'block'])],
      [episode('unclear', 10, 14)],
      'warn',
    );
    assert.deepEqual([wrongSessions, wrongFirings], [0, []]);
  });

  it('counts a session once, however often it was interrupted', () => {
    const scored = sessionScore(
      [session('a', [1, 'warn'], [2, 'warn']), session('b'), session('c'), session('d', [3, 'block'])],
      [],
      'warn',
    );
    assert.equal(scored.wrongSessions, 2);
    assert.equal(scored.wrongFirings.length, 3);
    assert.equal(perThousandSessions(scored), 500);
  });

  it('counts only stops on the severity block', () => {
    const { recall, wrongSessions } = sessionScore(
      [session('a', [11, 'warn'], [50, 'warn'])],
      [episode('stuck', 10, 14)],
      'block',
    );
    assert.deepEqual([recall, wrongSessions], [{ hit: 0, of: 1 }, 0]);
  });

  it('leaves out episodes of sessions that weren’t judged', () => {
    assert.deepEqual(sessionScore([session('b')], [episode('stuck', 10, 14)], 'warn').recall, { hit: 0, of: 0 });
  });
});
