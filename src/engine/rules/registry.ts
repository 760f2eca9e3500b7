import { cycle } from './cycle';
import type { Evidence } from '../ledger/evidence';
import { fanout } from './fanout';
import { idleTurns } from './idleTurns';
import { repeat } from './repeat';
import { reread } from './reread';
import { revert } from './revert';
import { type DetectorDefinition, HARD_LIMIT_FACTOR, type Rule } from './detector';
import type { CountKeys, Setting, SettingsTable, ValuesOf } from './setting';
import { similar } from './similar';
import { stall } from './stall';
import { waiting } from './waiting';
import type { FindingOf } from './tally';

/** Everything else about detectors is derived from this list. */
export const DETECTORS = [
  // Cheapest and most specific first: of equally certain findings, the first one is reported.
  repeat,
  cycle,
  similar,
  stall,
  reread,
  revert,
  fanout,
  idleTurns,
  waiting,
] as const;

export type RegisteredDetector = (typeof DETECTORS)[number];

export type DetectorId = RegisteredDetector['id'];

type InEach<Of, Kind extends 'values' | 'counts' | 'rules'> = Of extends {
  readonly settings: infer Settings extends SettingsTable;
  readonly rules: infer Rules;
}
  ? { values: ValuesOf<Settings>; counts: CountKeys<Settings>; rules: keyof Rules & string }[Kind]
  : never;

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? { readonly [Key in keyof All]: All[Key] }
  : never;

export type DetectorValues = Together<InEach<RegisteredDetector, 'values'>>;

export type DetectorKey = keyof DetectorValues;

export type CountKey = InEach<RegisteredDetector, 'counts'> & DetectorKey;

export type RuleId = InEach<RegisteredDetector, 'rules'>;

export interface RegisteredRule extends Rule<CountKey> {
  readonly id: RuleId;
  readonly detector: DetectorId;
}

type AnyDetector = Omit<DetectorDefinition<DetectorId, SettingsTable, RuleId>, 'rules' | 'measures' | 'detect'> & {
  readonly rules: Readonly<Partial<Record<RuleId, Rule<CountKey>>>>;
  readonly measures?: readonly DetectorKey[];
};

const ALL = DETECTORS as readonly unknown[] as readonly AnyDetector[];

export const DETECTOR_IDS = ALL.map(({ id }) => id) as [DetectorId, ...DetectorId[]];

export const RULES: readonly RegisteredRule[] = ALL.flatMap(({ id: detector, rules }) =>
  (Object.entries(rules) as [RuleId, Rule<CountKey>][]).map(([id, rule]) => ({ ...rule, id, detector })),
);

export const LIMITED_RULES = RULES.filter(
  ({ limit }, index) => RULES.findIndex((rule) => rule.limit === limit) === index,
);

export const DETECTOR_SETTINGS = Object.assign({}, ...ALL.map(({ settings }) => settings)) as Readonly<
  Record<DetectorKey, Setting>
>;

export const DETECTOR_KEYS = Object.keys(DETECTOR_SETTINGS) as DetectorKey[];

export const DETECTOR_DEFAULTS = Object.fromEntries(
  DETECTOR_KEYS.map((key) => [key, DETECTOR_SETTINGS[key].default]),
) as unknown as DetectorValues;

export function detectorOf(id: DetectorId): AnyDetector {
  return ALL[DETECTOR_IDS.indexOf(id)] as AnyDetector;
}

export function ruleOf(id: RuleId): RegisteredRule {
  return RULES.find((rule) => rule.id === id) as RegisteredRule;
}

/** A window must contain this many calls so that the detectors see everything they count. */
export function callsNeeded(values: DetectorValues): number {
  const limits = RULES.filter(({ patience = 1 }) => Number.isFinite(patience)).map(
    ({ limit, patience = HARD_LIMIT_FACTOR }) => values[limit] * patience,
  );
  return Math.max(...limits);
}

export function detectorsFor(on: readonly DetectorId[], hasOperation: boolean): readonly RegisteredDetector[] {
  return DETECTORS.filter(({ id }) => on.includes(id) && !(hasOperation && detectorOf(id).skipsOperations === true));
}

/** A certain finding before a likely one, that before a hint, and otherwise in the order of the given detectors. */
export function strongestFinding(
  evidence: Evidence,
  detectors: readonly RegisteredDetector[],
  values: DetectorValues,
): ReturnType<RegisteredDetector['detect']> {
  let likely: ReturnType<RegisteredDetector['detect']>;
  for (const detector of watching(evidence, detectors)) {
    const found = detector.detect(evidence, values);
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

/** A likely finding for the user counts more than a hint, and one at its limit more than an early one. */
function weight({ isHint, isEarly }: Found): number {
  return isHint === true ? 0 : isEarly === true ? 1 : 2;
}

/** No detector looks at an excused call, and only those for waits at a wait. */
export function watching(
  { candidate, waiting: wait }: Evidence,
  detectors: readonly RegisteredDetector[],
): readonly RegisteredDetector[] {
  if (candidate.excused === true) {
    return [];
  }
  const waits = wait?.kind === 'waits';
  return (detectors as readonly Watching[]).filter(({ watchesMoments = false, watchesWaits = false }) =>
    candidate.moment === undefined ? !watchesMoments && watchesWaits === waits : watchesMoments,
  );
}

type Watching = RegisteredDetector & Pick<AnyDetector, 'watchesMoments' | 'watchesWaits'>;

type Found = NonNullable<ReturnType<RegisteredDetector['detect']>>;

/**
 * A loop is only likely if it needs calls before the user's last message, or if, below the hard limit, the call asks
 * without a pause for the state of something that runs.
 */
function downgradeToWarning(found: Found, { firstIndex, waiting }: Evidence): Found {
  const { certainty, atCeiling, steps, threshold, period } = found;
  if (certainty === 'likely') {
    return found;
  }
  if (steps.slice(-threshold * period).some((calls) => calls.some((index) => index < firstIndex))) {
    return { ...found, certainty: 'likely', atCeiling: false };
  }
  return waiting?.kind === 'patient' && !atCeiling ? { ...found, certainty: 'likely' } : found;
}

export type Finding = FindingOf<DetectorId, RuleId, CountKey>;

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
