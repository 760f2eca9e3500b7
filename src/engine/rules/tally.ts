import type { WindowEntry } from '../ledger/entry';
import type { Results } from '../ledger/rounds';

/** `likely` leads to a warning at most; for `certain`, the mode applies. */
export type Certainty = 'likely' | 'certain';

/** The checked call is part of a loop from the limit of the rule times `factor` on, and for a warning `tries` more. */
export interface Tally<Rule extends string = string> {
  readonly rule: Rule;
  /** If it is left out, both limits apply. */
  readonly certainty?: Certainty;
  /** The calls before the checked one that count, oldest first. */
  readonly row: readonly WindowEntry[];
  /** How often the pattern was seen, including the checked call; by default, each call of the row is one time. */
  readonly count?: number;
  /** More than 1 if something excuses the pattern for longer. */
  readonly factor?: number;
  /** Nothing new is tried: the patience of the rule doesn't apply. */
  readonly isSure?: boolean;
  /** How many more before a warning; 0 if left out. */
  readonly tries?: number;
  /** Only found when the limit is reached, and not after that. */
  readonly isOnce?: boolean;
  /** By default, those of the row. */
  readonly results?: Results;
  readonly period?: number;
  /** See {@link FindingOf}; by default, each call of the row is a step. */
  readonly steps?: readonly (readonly number[])[];
}

export interface FindingOf<Detector extends string, Rule extends string, Setting extends string> {
  readonly detector: Detector;
  readonly rule: Rule;
  readonly certainty: Certainty;
  /** How often the pattern was seen, including the checked call. */
  readonly count: number;
  /** The rule matches at this many times its setting; 1 unless something excuses the pattern for longer. */
  readonly factor: number;
  readonly results: Results;
  /** Only for the model, see `onlyHints` of its rule. */
  readonly isHint?: boolean;
  /** A warning before its limit is reached. */
  readonly isEarly?: boolean;
  /** Every call of the pattern failed because a service outside can't be reached: no arguments are to blame. */
  readonly isOutage?: boolean;
  /** The tool that failed, if the checked call is of another one. */
  readonly failedTool?: string;
  /** At the hard limit, no new result, "always allow" of the user, or callback of an embedder can allow the call. */
  readonly atCeiling: boolean;
  /** Length of the repeated pattern in steps: 1 for a repeat, 2 and more for a cycle. */
  readonly period: number;
  /**
   * Indexes of the calls in the pattern, one list for each step, oldest first; the checked call is the last.
   * The calls of one step were issued in parallel. A pass through a pattern of several steps is `period` steps long.
   */
  readonly steps: readonly (readonly number[])[];
  readonly setting: Setting;
  /** The count at which the rule matches with this certainty. */
  readonly threshold: number;
  /** Indexes of all calls in the pattern, ascending; the checked call is the last. */
  readonly calls: readonly number[];
}

export interface Weighed<Rule extends string = string> {
  readonly rule: Rule;
  readonly certainty: Certainty;
  readonly count: number;
  readonly limit: number;
  readonly calls: readonly number[];
}

/** Without refusals of other calls: "no" to one proposal says nothing against a different one. */
export function stoppingCalls(row: readonly WindowEntry[], { signature }: WindowEntry): readonly WindowEntry[] {
  return row.filter((call) => call.outcome?.isVerdict !== true || call.signature === signature);
}
