import { defineDetector } from './detector';
import type { Evidence } from '../ledger/evidence';
import { count } from './setting';

/** A single late result may only mean that the machine slept, or that the user was asked first. */
const LEAST_SILENT = 2;

/**
 * A wait that has brought nothing new for a long time.
 *
 * Why it is not a loop: the agent waits for something that changes on its own, and asking again is the only way to find
 * out. Builds can be silent for minutes and end well, so only time counts here. Silence doesn't prove that the process
 * died; it is worth one hint to check that it still runs. Only the user may decide that a wait should end.
 * After its end was announced, a call is no longer a wait, and all other detectors check it.
 */
export const waiting = defineDetector({
  id: 'waiting',
  settings: {
    maxWaitSeconds: count(
      // After six silent minutes, real agents check without being asked whether the process still runs.
      600,
      'Seconds of waiting without progress before you and the model get one hint. 0 turns this off. To stop, set a ' +
        '`budget`.',
      { least: 30, most: 86_400, orNever: true },
    ),
  },
  rules: {
    waiting: {
      limit: 'maxWaitSeconds',
      patience: Infinity,
      unit: 'seconds',
      comparison: 'either',
      told: {
        did: 'The agent has waited {count} seconds for {tool} without any progress.',
        blocked: 'The next check, {call}, was blocked.',
      },
    },
  },
  texts: {
    name: 'Long wait',
    meaning: 'The agent has been waiting for a process that hasn’t reported anything for a long time.',
    pattern: '{tool} has waited {count}s without any progress: check that what it waits for is still running',
    loops: 'long waits',
    option: 'A long wait without news. Gives the model one hint and never stops it.',
    finds: 'a wait for a running process, without any progress: one hint',
    likely: '{maxWaitSeconds} (`maxWaitSeconds`), once for each wait',
    why: 'it isn’t one, but the process that the agent waits for may have died, and asking again can’t tell',
    unless: 'a new result',
  },
  watches: 'waits',

  *tally(evidence, { maxWaitSeconds }) {
    const { wait, atMs } = evidence.candidate;
    const sinceMs = Math.max(wait?.sinceMs ?? 0, lastNewsMs(evidence));
    const silent = evidence.waiting?.silent.filter((call) => call.atMs >= sinceMs) ?? [];
    const last = silent.at(-1);
    if (wait === undefined || last === undefined || silent.length < LEAST_SILENT) {
      return;
    }
    // If the previous call came late enough, it already got the hint.
    const isFirst = secondsSince(sinceMs, last.atMs) < maxWaitSeconds;
    const isLate = secondsSince(last.atMs, atMs) >= maxWaitSeconds;
    if (isFirst && !isLate) {
      yield { rule: 'waiting', row: silent, count: secondsSince(sinceMs, atMs), results: 'same' };
    }
  },
});

/** News from outside the wait, such as a look whether what it waits for still runs. */
function lastNewsMs({ rounds }: Evidence): number {
  const round = rounds.newestFirst.find((calls) => rounds.hasProgress(calls));
  return Math.max(0, ...(round ?? []).map(({ doneMs, atMs }) => doneMs ?? atMs));
}

function secondsSince(sinceMs: number, nowMs: number): number {
  return Math.floor((nowMs - sinceMs) / 1000);
}
