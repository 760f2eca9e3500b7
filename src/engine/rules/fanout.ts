import { areAlike, type GivenTask, type RecordedTask, REMEMBERED_TASKS } from '../facts/task';
import { AT_HARD_LIMIT_FACTOR, HARD_LIMIT_FACTOR, defineDetector } from './detector';
import type { Evidence } from '../ledger/evidence';
import { count } from './setting';

/**
 * Subagents for a task that was given before, and more subagents than one message is likely to need.
 *
 * Why it is a loop: the same prompt leads another subagent to the same result. An agent that passes on its own task
 * has not started it, and the next one won't either. A subagent words its answer differently each time, so unlike with
 * other calls, a new answer doesn't show progress.
 * What keeps it from being one: a different task, even if it differs in one word of a template: then the work is
 * divided. Only an agent that is itself a subagent passes on what it was given in nearly the same words. An agent that
 * has edited a file since may ask for the same check again, up to the hard limit. Subagents of one round are one
 * decision, such as several reviewers of one change. How many are too many depends on the work.
 */
export const fanout = defineDetector({
  id: 'fanout',
  settings: {
    maxSameTasks: count(
      // A subagent that failed may be asked once more.
      3,
      'Number of times one task is given to subagents, since your last message, before a warning. Twice as many ' +
        'count as a loop.',
    ),
    maxAgents: count(
      // The largest number in real sessions without a loop is 19.
      30,
      'Number of subagents since your last message before a warning. 0 turns this off. To stop, set a `budget`.',
      { least: 5, most: REMEMBERED_TASKS, orNever: true },
    ),
  },
  rules: {
    sameTask: {
      limit: 'maxSameTasks',
      unit: 'subagents',
      patience: 2,
      comparison: 'callBefore',
      counted: 'subagents with the same task',
      told: {
        did: 'The same task was given to a subagent {before} times.',
        blocked: 'The next subagent for it was blocked.',
        once: { did: 'The same task was already given to a subagent.' },
      },
    },
    manyAgents: {
      limit: 'maxAgents',
      unit: 'subagents',
      patience: Infinity,
      comparison: 'callBefore',
      counted: 'subagents for one message',
      told: {
        did: 'The agent started {before} subagents for one message.',
        blocked: 'The next one was blocked.',
      },
    },
  },
  texts: {
    name: 'Repeated subagents',
    meaning: 'The agent gives subagents the same task again, or starts unusually many.',
    pattern: '{tool} started the same or another subagent {count} times since the last message',
    loops: 'repeated subagents',
    factors: { [2 * HARD_LIMIT_FACTOR]: AT_HARD_LIMIT_FACTOR },
    option: 'The same task given to subagents again, or very many subagents for one message.',
    finds:
      'the same task given to subagents in a later round or passed on; very many subagents (one warning at the ' +
      '{maxAgents})',
    likely: '{maxSameTasks} time for the same task; {maxAgents} subagent (`maxAgents`)',
    certain: '{2*maxSameTasks} time for the same task (`maxSameTasks`); never for many subagents',
    why: 'the same prompt leads to the same result; a subagent that passes its task on has not started it',
    unless: 'any difference in the task; an edit by the agent in between',
  },

  *tally(evidence) {
    const { tasks, candidate } = evidence;
    if (candidate.task === undefined) {
      return;
    }
    const all = sameTasks(evidence, candidate.task);
    const same = all.filter(({ agent, isBeforeEdit }) => isBeforeEdit !== true || agent !== evidence.agent);
    yield { ...startedBefore(all, evidence), rule: 'sameTask', certainty: 'certain', factor: HARD_LIMIT_FACTOR };
    yield { ...startedBefore(same, evidence), rule: 'sameTask' };
    yield { ...startedBefore(tasks, evidence), rule: 'manyAgents', isOnce: true };
  },
});

/** One for each round. */
function sameTasks({ candidate, tasks, agent }: Evidence, task: GivenTask): RecordedTask[] {
  const isSame = (earlier: RecordedTask): boolean =>
    earlier.digest === task.digest || (agent !== undefined && earlier.agent !== agent && areAlike(earlier, task));
  const same = tasks.filter(
    (earlier) => isSame(earlier) && !(earlier.agent === agent && earlier.round === candidate.round),
  );
  return same.filter(
    (each, at) => same.findIndex(({ agent: by, round }) => by === each.agent && round === each.round) === at,
  );
}

/** Calls are numbered for each agent, so the steps are only the checked agent's. */
function startedBefore(earlier: readonly RecordedTask[], { candidate, agent }: Evidence) {
  const own = earlier.filter(({ agent: by }) => by === agent).map(({ index }) => [index]);
  return { row: [], count: earlier.length + 1, steps: [...own, [candidate.index]], results: 'unknown' as const };
}
