import { strict as assert } from 'node:assert';
import { remembered } from '../../../scripts/eval/leaveOneOut/choiceFirings';
import { leaveOneOut } from '../../../scripts/eval/leaveOneOut/folds';
import type { SessionFirings } from '../../../scripts/eval/score';
import type { Episode, Label } from '../../../scripts/eval/traces';
import { type Choice, choiceKey, neighbours } from '../../../scripts/eval/leaveOneOut/tunable';

const sources = ['early', 'late', 'later'];

function episode(source: string, label: Label): Episode {
  const stuck = label === 'stuck' ? { from: 0, to: 5, since: 2 } : { from: null, to: null, since: null };
  return { ep: `${source} ${label}`, source, id: label, start: 0, end: 5, label, ...stuck, kind: 'exact', why: '' };
}

/** Warning at two finds the loops of all sources but cries wolf on one of them. */
function firingsWith({ warnRepeats = 3 }: Choice): SessionFirings[] {
  return sources.flatMap((source) => {
    const fires = (id: string, when: boolean): SessionFirings => ({
      source,
      id,
      calls: 6,
      firings: when ? [{ index: 2, severity: 'warn', detector: 'repeat' }] : [],
    });
    return [fires('stuck', warnRepeats === 2), fires('progress', warnRepeats === 2 && source === 'early')];
  });
}

const firings = (choices: readonly Choice[]): Promise<SessionFirings[][]> => Promise.resolve(choices.map(firingsWith));

/** Nothing is clean, so that only the episodes count. */
const candidates = sources.flatMap((source) => ['stuck', 'progress'].map((id) => ({ source, id, start: 0, end: 5 })));

const episodes = sources.flatMap((source) => [episode(source, 'stuck'), episode(source, 'progress')]);

describe('leave one source out', () => {
  it('measures each source with thresholds chosen on the others', async () => {
    const folds = await leaveOneOut({ firings, episodes, candidates });
    const choices = Object.fromEntries(folds.map(({ source, choice }) => [source, choice.warnRepeats]));
    assert.deepEqual(choices, { early: 2, late: undefined, later: undefined });
  });

  it('gives each fold the sessions of its own source only', async () => {
    for (const { source, sessions } of await leaveOneOut({ firings, episodes, candidates })) {
      assert.deepEqual(new Set(sessions.map((session) => session.source)), new Set([source]));
    }
  });

  it('checks the sessions once for each choice, in whatever order it is spelled', async () => {
    const asked: Choice[] = [];
    const known = remembered((choices) => {
      asked.push(...choices);
      return firings(choices);
    });
    const [first] = await known([{ warnRepeats: 2, maxRepeats: 3 }, { maxRepeats: 3 }]);
    const [again] = await known([{ maxRepeats: 3, warnRepeats: 2 }, { maxRepeats: 3 }]);
    assert.equal(asked.length, 2);
    assert.equal(again, first);
  });

  it('tries every value of a threshold and keeps the rest of the choice', () => {
    assert.deepEqual(neighbours({ maxRepeats: 5 }, 'warnSimilar').map(choiceKey), [
      'maxRepeats=5 warnSimilar=3',
      'maxRepeats=5 warnSimilar=2',
      'maxRepeats=5 warnSimilar=4',
    ]);
  });
});
