import type { WindowEntry } from '../ledger/entry';
import type { Results } from '../ledger/rounds';

/** How sure a detector is. `likely` leads to a warning at most; for `certain`, the mode applies. */
export type Certainty = 'likely' | 'certain';

/**
 * What a detector counted for one of its rules. The checked call is part of a loop from the limit on: that of the rule
 * times `factor`, and for a warning `tries` more.
 */
export interface Tally<Rule extends string = string> {
  readonly rule: Rule;
  /** Left out: both limits apply. */
  readonly certainty?: Certainty;
  /** The calls before the checked one that count, oldest first. */
  readonly row: readonly WindowEntry[];
  /** How often the pattern was seen, including the checked call; left out: each call of the row is one time. */
  readonly count?: number;
  /** More than 1 where something excuses the pattern for longer. */
  readonly factor?: number;
  /** Nothing new is tried: the patience of the rule doesn't apply. */
  readonly isSure?: boolean;
  /** How many more before a warning; 0 if left out. */
  readonly tries?: number;
  /** It is worth a word only when the limit is reached, and none after that. */
  readonly isOnce?: boolean;
  /** Left out: as the results of the row compare with each other. */
  readonly results?: Results;
  /** Length of the repeated pattern in steps: 1 for a repeat, 2 and more for a cycle. Left out: 1. */
  readonly period?: number;
  /** Indexes of the calls in the pattern, see {@link FindingOf}; left out: each call of the row is a step. */
  readonly steps?: readonly (readonly number[])[];
}

/** Why a call looks like a loop, with evidence that can be compared with the window. */
export interface FindingOf<Detector extends string, Rule extends string, Setting extends string> {
  readonly detector: Detector;
  readonly rule: Rule;
  readonly certainty: Certainty;
  /** How often the pattern was seen, including the checked call. */
  readonly count: number;
  /** The rule matches at this many times its setting; 1 unless something excuses the pattern for longer. */
  readonly factor: number;
  readonly results: Results;
  /** Only the model is to be told of it, see `onlyHints` of its rule. */
  readonly isHint?: boolean;
  /** A warning before its limit is reached. */
  readonly isEarly?: boolean;
  /** Every call of the pattern failed because a service outside can't be reached: no arguments are to blame. */
  readonly isOutage?: boolean;
  /** The tool that failed, where the checked call is of another one. */
  readonly failedTool?: string;
  /**
   * The pattern reached the hard limit: no new result excuses it, and neither the user's "always allow" nor an
   * embedder's callback can allow it.
   */
  readonly atCeiling: boolean;
  /** Length of the repeated pattern in steps: 1 for a repeat, 2 and more for a cycle. */
  readonly period: number;
  /**
   * Indexes of the calls in the pattern, one list for each step, oldest first; the checked call is the last.
   * The calls of one step were issued in parallel. A pass through a pattern of several steps is `period` steps long.
   */
  readonly steps: readonly (readonly number[])[];
  /** The setting for the limit. */
  readonly setting: Setting;
  /** The count at which the rule matches with this certainty. */
  readonly threshold: number;
  /** Indexes of all calls in the pattern, ascending; the checked call is the last. */
  readonly calls: readonly number[];
}

/** What was counted, beside the limit that it has or has not reached. */
export interface Weighed<Rule extends string = string> {
  readonly rule: Rule;
  readonly certainty: Certainty;
  readonly count: number;
  readonly limit: number;
  readonly calls: readonly number[];
}

/** The calls of a row that may stop another one: "no" to one proposal says nothing against a different one. */
export function stoppingCalls(row: readonly WindowEntry[], { signature }: WindowEntry): readonly WindowEntry[] {
  return row.filter((call) => call.outcome?.isVerdict !== true || call.signature === signature);
}
