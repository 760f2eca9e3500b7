import { defineDetector } from './detector';
import type { Certainty, Observation } from './observation';
import { count } from './setting';

const SPAN = { least: 30, most: 86_400, orNever: true } as const;

/** One answer that came late shows no more than that the machine slept, or that a person was asked first. */
const LEAST_SILENT = 2;

/**
 * A wait that has heard nothing new for a long time.
 *
 * Why it is no loop: what is waited for changes without the model, and asking again is the only way to learn of it.
 * Builds are silent for minutes and end well, so nothing is counted here but time, and silence is no proof of death: it
 * is worth one hint to make sure that what is waited for is alive. Only a person may decide that a wait is to end.
 * What is no wait any more, because its end was announced, is judged by all other detectors.
 */
export const waiting = defineDetector({
  id: 'waiting',
  settings: {
    waitHintSeconds: count(
      // Most silent waits that end well end sooner.
      300,
      'Seconds of waiting without anything new before you and the model get one hint. 0 turns this off.',
      SPAN,
    ),
    maxWaitSeconds: count(
      0,
      'Seconds of waiting without anything new before it counts as a loop. 0 turns this off.',
      SPAN,
    ),
  },
  rules: {
    waiting: {
      likely: 'waitHintSeconds',
      certain: 'maxWaitSeconds',
      countsSeconds: true,
      comparison: 'either',
      texts: {
        more: 'Allow longer {tool} waits without anything new',
        fewer: 'Allow shorter {tool} waits without anything new',
        told: {
          did: 'The agent has waited {count} seconds with {tool} without a sign of progress.',
          blocked: 'The next check, {call}, was blocked.',
        },
      },
    },
  },
  texts: {
    name: 'Silent wait',
    meaning: 'The agent is waiting for something that runs, and nothing new has come for a long time.',
    pattern: '{tool} has waited {count}s without anything new: check that what it waits for is still running',
    summary: 'The agent has waited {count} seconds with {tool} and heard nothing new',
    loops: '… silent waits',
  },
  documentation: {
    kind: 'silent waits',
    option: 'A long wait without anything new: one hint, and no stop unless you set one.',
    warnsAt: '{waitHintSeconds}',
    actsAt: 'never',
    finds: 'a wait for something that runs, without anything new: one hint',
    likely: '{waitHintSeconds} (`waitHintSeconds`), once for each wait',
    certain: 'never (`maxWaitSeconds`)',
    why: 'it isn’t one, but the process that the agent waits for may have died, and asking again can’t tell',
    unless: 'a new result',
  },
  watchesWaits: true,

  detect({ candidate, waiting: known }, { waitHintSeconds, maxWaitSeconds }) {
    const { wait, index, atMs } = candidate;
    const last = known?.silent.at(-1);
    if (wait === undefined || last === undefined || (known?.silent.length ?? 0) < LEAST_SILENT) {
      return undefined;
    }
    const silentSeconds = secondsSince(wait.sinceMs, atMs);
    const speak = (certainty: Certainty): Observation<'waiting'> => ({
      rule: 'waiting',
      certainty,
      count: silentSeconds,
      factor: 1,
      steps: [...(known?.silent ?? []).map((call) => [call.index]), [index]],
      results: 'same',
      atCeiling: false,
    });
    if (maxWaitSeconds > 0 && silentSeconds >= maxWaitSeconds) {
      return speak('certain');
    }
    // The call before this one had the hint if it came late enough for it.
    const isFirst = secondsSince(wait.sinceMs, last.atMs) < waitHintSeconds;
    return waitHintSeconds > 0 && silentSeconds >= waitHintSeconds && isFirst ? speak('likely') : undefined;
  },
});

function secondsSince(sinceMs: number, nowMs: number): number {
  return Math.floor((nowMs - sinceMs) / 1000);
}
