import assert from 'node:assert/strict';
import { modeScore, MODES, type ModeScore, stepsOf } from '../../../scripts/eval/modes';
import { modelFamily, recoveriesOf } from '../../../scripts/eval/recovery';
import type { Firing } from '../../../scripts/eval/score';
import type { Episode, Session, TraceCall } from '../../../scripts/eval/traces';

const call = (name: string): TraceCall => ({
  name,
  arguments: {},
  result: '',
  resultSha: '',
  resultNorm: '',
  resultLen: 0,
  isError: false,
  userTurnBefore: false,
  turn: 0,
});

/** Calls 2 to 9 are a loop of two calls. */
const session: Session = {
  id: 'a',
  source: 'intercode',
  model: 'gpt-4o',
  calls: Array.from({ length: 12 }, (_, index) => call(index % 2 === 0 ? 'read' : 'edit')),
};

const loop: Episode = {
  ep: 'loop',
  source: 'intercode',
  id: 'a',
  start: 2,
  end: 9,
  label: 'stuck',
  from: 2,
  to: 9,
  since: 4,
  kind: 'cycle',
  why: '',
};

const firings = (severity: Firing['severity'], ...indexes: number[]): Firing[] =>
  indexes.map((index) => ({ index, severity, detector: 'cycle' }));

describe('the modes', () => {
  const stops = firings('block', 5, 6, 7, 8);
  const scoreOf = (mode: (typeof MODES)[number]): Partial<ModeScore> => {
    const { ended, told, wasted, calls } = modeScore(mode, session, stops, [loop], () => 'right');
    return { ended, told, wasted, calls };
  };

  it('stop at the first loop, at a call that had its chance, or after a nudge and a chance', () => {
    assert.deepEqual(
      MODES.map((mode) => [...stepsOf(mode, session, stops)]),
      [
        [[5, 'break']],
        [
          [5, 'chance'],
          [6, 'chance'],
          [7, 'break'],
        ],
        [
          [5, 'nudge'],
          [6, 'chance'],
          [7, 'break'],
        ],
      ],
    );
  });

  it('waste the calls that ran in a loop before it was ended', () => {
    assert.deepEqual(scoreOf('break'), { ended: 1, told: 0, wasted: 1, calls: 6 });
    assert.deepEqual(scoreOf('chance_then_break'), { ended: 1, told: 1, wasted: 1, calls: 6 });
    assert.deepEqual(scoreOf('nudge, chance, break'), { ended: 1, told: 1, wasted: 2, calls: 6 });
  });

  it('are wrong where the labels say that there is no loop', () => {
    const wrong = MODES.map((mode) => modeScore(mode, session, firings('block', 1), [], () => 'wrong'));
    assert.deepEqual(
      wrong.map(({ stoppedWrongly, blockedWrongly }) => [stoppedWrongly, blockedWrongly]),
      [
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    );
  });
});

describe('recovery', () => {
  const courses = (...indexes: number[]): string[] =>
    recoveriesOf(session, firings('warn', ...indexes), () => 'right').map(({ course }) => course);

  it('is a change of course in the three calls after the first warning about a loop', () => {
    assert.deepEqual(courses(2), ['changed']);
    assert.deepEqual(courses(2, 5), ['same']);
    assert.deepEqual(courses(2, 6), ['changed', 'changed']);
    assert.deepEqual(courses(9), ['ended']);
  });

  it('leaves out what the labels call wrong', () => {
    assert.deepEqual(
      recoveriesOf(session, firings('warn', 2), () => 'wrong'),
      [],
    );
  });

  it('is told by the line of the model', () => {
    assert.deepEqual(['claude-opus-4-6', 'Meta-SecAlign-70B', 'gpt-4.1', null].map(modelFamily), [
      'claude',
      'llama',
      'gpt-4',
      'other or unknown',
    ]);
  });
});
