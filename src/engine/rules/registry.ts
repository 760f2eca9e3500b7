import { cycle } from './cycle';
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

/** Everything else about detectors is derived from this list. */
const ALL = [
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

type Each = (typeof ALL)[number];

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type DetectorSettings = Together<Each['settings']>;

type KeysOf<Union> = Union extends unknown ? keyof Union & string : never;

export type DetectorId = Each['id'];

export type DetectorValues = ValuesOf<DetectorSettings>;

export type DetectorKey = keyof DetectorValues;

export type CountKey = CountKeys<DetectorSettings>;

export type RuleId = KeysOf<Each['rules']>;

export type Detector = DetectorDefinition<DetectorId, SettingsTable, RuleId, DetectorValues, CountKey>;

export const DETECTORS: readonly Detector[] = ALL as readonly unknown[] as readonly Detector[];

export interface RegisteredRule extends Rule<CountKey> {
  readonly id: RuleId;
  readonly detector: DetectorId;
}

export const DETECTOR_IDS = DETECTORS.map(({ id }) => id) as [DetectorId, ...DetectorId[]];

export const RULES: readonly RegisteredRule[] = DETECTORS.flatMap(({ id: detector, rules }) =>
  (Object.entries(rules) as [RuleId, Rule<CountKey>][]).map(([id, rule]) => ({ ...rule, id, detector })),
);

export const DETECTOR_SETTINGS = Object.assign({}, ...DETECTORS.map(({ settings }) => settings)) as Readonly<
  Record<DetectorKey, Setting>
>;

export const DETECTOR_KEYS = Object.keys(DETECTOR_SETTINGS) as DetectorKey[];

export const DETECTOR_DEFAULTS = Object.fromEntries(
  DETECTOR_KEYS.map((key) => [key, DETECTOR_SETTINGS[key].default]),
) as unknown as DetectorValues;

export function detectorOf(id: DetectorId): Detector {
  return DETECTORS.find((detector) => detector.id === id) as Detector;
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

export function detectorsFor(on: readonly DetectorId[], hasOperation: boolean): readonly Detector[] {
  return DETECTORS.filter(({ id, skipsOperations = false }) => on.includes(id) && !(hasOperation && skipsOperations));
}
