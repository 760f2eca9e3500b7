import type { WindowEntry } from '../window';

/** How sure a detector is. `likely` leads to a warning at most; for `certain`, the mode applies. */
export type Certainty = 'likely' | 'certain';

/** How the results of the calls in a pattern compare with each other. */
export type Results = 'same' | 'similar' | 'errors' | 'changed' | 'unknown';

/** What a detector saw: a pattern that ends with the checked call, and the rule with its limit. */
export type Observation<Rule extends string = string> = Pattern<Rule> & (Row | Steps);

/** The pattern, apart from its calls. */
export interface Pattern<Rule extends string = string> {
  readonly rule: Rule;
  readonly certainty: Certainty;
  /** How often the pattern was seen, including the checked call. */
  readonly count: number;
  /** The rule matches at this many times its setting; 1 unless something excuses the pattern for longer. */
  readonly factor: number;
  readonly results: Results;
  /**
   * The pattern reached the hard limit: no new result excuses it, and neither the user's "always allow" nor an
   * embedder's callback can allow it.
   */
  readonly atCeiling: boolean;
  /** Length of the repeated pattern in steps: 1 for a repeat, 2 and more for a cycle. Left out: 1. */
  readonly period?: number;
}

/** A pattern of single calls. */
export interface Row {
  /** The calls before the checked one, oldest first. */
  readonly row: readonly WindowEntry[];
  readonly steps?: undefined;
}

/** Any other pattern. */
interface Steps {
  /**
   * Indexes of the calls in the pattern, one list for each step, oldest first; the checked call is the last.
   * The calls of one step were issued in parallel. A pass through a pattern of several steps is `period` steps long.
   */
  readonly steps: readonly (readonly number[])[];
  readonly row?: undefined;
}

/** Why a call looks like a loop, with evidence that can be compared with the window. */
export interface FindingOf<Detector extends string, Rule extends string, Setting extends string>
  extends Required<Pattern<Rule>>, Pick<Steps, 'steps'> {
  readonly detector: Detector;
  /** The setting for the threshold. */
  readonly setting: Setting;
  /** The count at which the rule matches with this certainty: the value of the setting times `factor`. */
  readonly threshold: number;
  /** Indexes of all calls in the pattern, ascending; the checked call is the last. */
  readonly calls: readonly number[];
}
