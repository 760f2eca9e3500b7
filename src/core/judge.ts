import type { Evidence } from './detectors/detector';
import type { Finding } from './finding';
import type { EngineSettings } from './settings/schema';

/**
 * Asks the detectors about a call.
 * @returns the finding that weighs most, or undefined when nothing looks like a loop
 */
export function judge(evidence: Evidence, settings: EngineSettings): Finding | undefined {
  const { candidate, history } = evidence;
  const calls = [candidate.index];
  let count = 1;
  let round = candidate.round;
  for (let position = history.length - 1; position >= 0;) {
    const inRound = [];
    const current = history[position]?.round;
    for (; position >= 0 && history[position]?.round === current; position--) {
      inRound.push(history[position]);
    }
    const same = inRound.findLast((entry) => entry?.signature === candidate.signature);
    if (current === round && same === undefined) {
      continue;
    }
    if (same === undefined) {
      break;
    }
    if (current !== round) {
      count += 1;
      round = current ?? round;
    }
    calls.unshift(same.index);
  }
  return count >= settings.maxRepeats
    ? { detector: 'repeat', certainty: 'certain', count, threshold: settings.maxRepeats, calls, results: 'unknown', period: 1 }
    : undefined;
}
