import type { WindowEntry } from '../ledger/entry';
import type { Evidence } from '../ledger/evidence';
import type { Gain } from '../ledger/gain';
import { compareResults, type Results } from '../ledger/rounds';
import { isOutage } from '../facts/outcome';
import { type Certainty, countFor, HARD_LIMIT_FACTOR, type Tally } from './detector';
import {
  type CountKey,
  type Detector,
  type DetectorId,
  type DetectorValues,
  type RegisteredRule,
  type RuleId,
  ruleOf,
} from './registry';

export interface Finding {
  readonly detector: DetectorId;
  readonly rule: RuleId;
  readonly setting: CountKey;
  readonly certainty: Certainty;
  /** How often the pattern was seen, including the checked call. */
  readonly count: number;
  /** The count at which the rule matches with this certainty. */
  readonly threshold: number;
  /** The rule matches at this many times its setting; 1 unless something excuses the pattern for longer. */
  readonly factor: number;
  /** At the hard limit, no new result or "always allow" of the user can allow the call. */
  readonly atCeiling: boolean;
  readonly results: Results;
  /** Only for the model, see `onlyHints` of its rule. */
  readonly isHint?: boolean;
  /** A warning before its limit is reached. */
  readonly isEarly?: boolean;
  /** Every call of the pattern failed because a service outside can't be reached: no arguments are to blame. */
  readonly isOutage?: boolean;
  /** The tool that failed, if the checked call is of another one. */
  readonly failedTool?: string;
  /** Length of the repeated pattern in steps: 1 for a repeat, 2 and more for a cycle. */
  readonly period: number;
  /**
   * Indexes of the calls in the pattern, one list for each step, oldest first; the checked call is the last.
   * The calls of one step were issued in parallel. A pass through a pattern of several steps is `period` steps long.
   */
  readonly steps: readonly (readonly number[])[];
  /** Those of all steps, ascending. */
  readonly calls: readonly number[];
}

/** What was counted, and the limit that it is compared with. */
export interface Weighed extends Pick<Finding, 'detector' | 'rule' | 'certainty' | 'count' | 'calls'> {
  readonly limit: number;
}

export interface WeighedCall {
  readonly index: number;
  readonly gain: Gain;
  readonly because?: string | undefined;
}

/** Why a verdict is what it is. Digests and numbers, no arguments. */
export interface Why {
  /** Nearest to its limit first; one for each rule and certainty. */
  readonly tallies: readonly Weighed[];
  /** From the first call that counted on, oldest first, without the checked one. */
  readonly calls: readonly WeighedCall[];
}

export function whyOf(evidence: Evidence, detectors: readonly Detector[], values: DetectorValues): Why {
  const all = watching(evidence, detectors)
    .flatMap((detector) => [...measured(detector, evidence, values)])
    // More than the checked call was counted, and the limit can be reached.
    .filter(({ count, limit }) => count > 1 && limit !== Infinity)
    .toSorted((a, b) => share(b) - share(a));
  const nearest = all.filter(
    ({ rule, certainty }, at) => all.findIndex((each) => each.rule === rule && each.certainty === certainty) === at,
  );
  const tallies = nearest.map(({ rule: { id: rule, detector }, tally, certainty, count, limit }) => {
    const calls = stepsOf(tally, evidence).flat();
    return { detector, rule, certainty, count, limit, calls };
  });
  const first = Math.min(...tallies.flatMap(({ calls }) => calls));
  const calls = evidence.history
    .filter(({ index }) => index >= first)
    .map((call) => ({ index: call.index, gain: evidence.rounds.gainOf(call), because: call.outcome?.because }));
  return { tallies, calls };
}

function share({ count, limit }: Measured): number {
  return count / limit;
}

/** What the first tally that reaches its limit shows. */
export function detect(detector: Detector, evidence: Evidence, values: DetectorValues): Finding | undefined {
  for (const each of measured(detector, evidence, values)) {
    if (each.tally.isOnce === true ? each.count === each.limit : each.count >= each.limit) {
      return findingOf(each, evidence, values);
    }
  }
  return undefined;
}

/** A certain finding before a likely one, that before a hint, and otherwise in the order of the given detectors. */
export function strongestFinding(
  evidence: Evidence,
  detectors: readonly Detector[],
  values: DetectorValues,
): Finding | undefined {
  let likely: Finding | undefined;
  for (const detector of watching(evidence, detectors)) {
    const found = detect(detector, evidence, values);
    if (found === undefined) {
      continue;
    }
    const told = downgradeToWarning(found, evidence);
    if (told.certainty === 'certain') {
      return told;
    }
    likely = likely === undefined || weight(told) > weight(likely) ? told : likely;
  }
  return likely;
}

/** No detector looks at an excused call, and only those for waits at a wait. */
function watching({ candidate, waiting }: Evidence, detectors: readonly Detector[]): readonly Detector[] {
  const { excused = false, moment } = candidate;
  const watched = moment !== undefined ? 'moments' : waiting?.kind === 'waits' ? 'waits' : undefined;
  return detectors.filter(({ watches }) => !excused && watches === watched);
}

/** A count of a detector, with the limit for one certainty. */
interface Measured {
  readonly tally: Tally;
  readonly rule: RegisteredRule;
  readonly certainty: Certainty;
  readonly count: number;
  readonly limit: number;
}

function* measured(detector: Detector, evidence: Evidence, values: DetectorValues): Iterable<Measured> {
  for (const tally of detector.tally(evidence, values)) {
    const { row, count = row.length + 1, factor = 1, isSure = false, tries = 0 } = tally;
    const rule = ruleOf(tally.rule);
    for (const certainty of tally.certainty === undefined ? (['certain', 'likely'] as const) : [tally.certainty]) {
      const isCertain = certainty === 'certain';
      const least = countFor(certainty, values[rule.limit], isCertain && isSure ? {} : rule);
      yield { tally, rule, certainty, count, limit: least * factor + (isCertain ? 0 : tries) };
    }
  }
}

function findingOf(
  { tally, rule, certainty, count, limit }: Measured,
  evidence: Evidence,
  values: DetectorValues,
): Finding {
  const { row, factor = 1, period = 1, results = compareResults(row) } = tally;
  const { id, detector, limit: setting, onlyHints = false } = rule;
  const isLikely = certainty === 'likely';
  const steps = stepsOf(tally, evidence);
  const failedTool = results === 'errors' && period === 1 ? row.at(-1)?.tool : undefined;
  return {
    detector,
    rule: id,
    setting,
    certainty,
    count,
    threshold: limit,
    factor: isLikely ? factor : limit / values[setting],
    atCeiling: !isLikely && count >= (limit / factor) * HARD_LIMIT_FACTOR,
    results,
    ...(onlyHints && isLikely ? { isHint: true } : {}),
    ...(isLikely && count < values[setting] * factor ? { isEarly: true } : {}),
    ...(row.length > 0 && row.every(({ outcome }) => isOutage(outcome)) ? { isOutage: true } : {}),
    ...(failedTool === undefined || failedTool === evidence.candidate.tool ? {} : { failedTool }),
    period,
    steps,
    calls: steps.flat(),
  };
}

function stepsOf({ row, steps }: Tally, { candidate }: Evidence): readonly (readonly number[])[] {
  return steps ?? [...row, candidate].map(stepOf);
}

/** Shared by all findings, because a long loop is found again at each of its calls. */
function stepOf(call: WindowEntry): readonly number[] {
  return (call.step ??= [call.index]);
}

/** A likely finding for the user counts more than a hint, and one at its limit more than an early one. */
function weight({ isHint, isEarly }: Finding): number {
  return isHint === true ? 0 : isEarly === true ? 1 : 2;
}

/**
 * A loop is only likely if it needs calls before the user's last message, or if, below the hard limit, the call asks
 * without a pause for the state of something that runs.
 */
function downgradeToWarning(found: Finding, { firstIndex, waiting }: Evidence): Finding {
  const { certainty, atCeiling, steps, threshold, period } = found;
  if (certainty === 'likely') {
    return found;
  }
  if (steps.slice(-threshold * period).some((calls) => calls.some((index) => index < firstIndex))) {
    return { ...found, certainty: 'likely', atCeiling: false };
  }
  return waiting?.kind === 'patient' && !atCeiling ? { ...found, certainty: 'likely' } : found;
}

/**
 * The finding on a repeated call that the model was told to reconsider. It belongs to the step of the blocked
 * call; a pattern of one step counts one more.
 */
export function rebuiltFinding(finding: Finding, index: number): Finding {
  const { steps, period } = finding;
  return {
    ...finding,
    certainty: 'certain',
    count: finding.count + 1,
    calls: [...finding.calls, index],
    steps: period === 1 ? [...steps, [index]] : [...steps.slice(0, -1), [...(steps.at(-1) ?? []), index]],
  };
}

/** Whether the evidence reaches back to that loop. Call numbers are only comparable for one agent. */
export function isSameLoop({ calls: [first] }: Finding, lastIndex: number | undefined): boolean {
  return lastIndex !== undefined && first !== undefined && first <= lastIndex;
}
