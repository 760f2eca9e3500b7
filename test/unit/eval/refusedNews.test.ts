import assert from 'node:assert/strict';
import { refusedNewsViolations } from '../../../scripts/eval/floors';
import { type StoppedSession, stoppedSession } from '../../../scripts/eval/refusedNews';
import type { Firing } from '../../../scripts/eval/score';
import type { TraceCall } from '../../../scripts/eval/traces';

const answered = (result: string | null, isError = false): TraceCall => ({
  name: 'read',
  arguments: {},
  result,
  resultSha: null,
  resultNorm: null,
  resultLen: null,
  isError,
  userTurnBefore: false,
  turn: 0,
});

const ANSWERS = ['a', 'a', 'b', 'Error: no such file', 'Error: no such host', 'a', null, 'c', 'd', 'e'];
const CALLS = ANSWERS.map((answer) => answered(answer));

function stopped(indexes: readonly number[], severity: Firing['severity'] = 'block'): StoppedSession | undefined {
  const firings = indexes.map((index): Firing => ({ index, severity, detector: 'repeat' }));
  return stoppedSession({ source: 'intercode', id: 'a', model: null, calls: CALLS }, firings);
}

describe('stops that refuse something new', () => {
  it('count only stops', () => {
    assert.equal(stopped([2], 'warn'), undefined);
  });

  it('include answers that no earlier call got', () => {
    assert.deepEqual(
      [1, 2, 5].map((index) => stopped([index])?.first),
      [false, true, false],
    );
  });

  it('exclude errors and unknown answers', () => {
    assert.deepEqual(
      [3, 4, 6].map((index) => stopped([index])?.first),
      [false, false, false],
    );
    const failed = [answered('a'), answered('b', true)];
    const firing: Firing = { index: 1, severity: 'block', detector: 'repeat' };
    assert.equal(stoppedSession({ source: 'intercode', id: 'a', model: null, calls: failed }, [firing])?.first, false);
  });

  it('exclude text that is written again', () => {
    const edit = (name: string, result: string): TraceCall => {
      return { ...answered(result), name: 'edit', arguments: { new_string: `${name} = 1;\n`.repeat(6) } };
    };
    const calls = [edit('a', 'a'), edit('a', 'a a'), edit('b', 'a a b')];
    const first = (index: number): boolean | undefined => {
      const firings: Firing[] = [{ index, severity: 'block', detector: 'repeat' }];
      return stoppedSession({ source: 'intercode', id: 'a', model: null, calls }, firings)?.first;
    };
    assert.deepEqual([first(1), first(2)], [false, true]);
  });

  it('include later stops before the last two calls', () => {
    const later = (...indexes: number[]): boolean | undefined => stopped(indexes)?.later;
    assert.deepEqual([later(2), later(1, 2), later(1, 5, 7), later(1, 8, 9)], [false, true, true, false]);
    assert.equal(stopped([9])?.first, true);
  });

  it('are bounded', () => {
    const sessions = [stopped([1, 2]), stopped([2]), stopped([1]), stopped([1])].flatMap((session) => session ?? []);
    assert.equal(refusedNewsViolations(sessions).length, 2);
    assert.deepEqual(refusedNewsViolations([]), []);
  });
});
