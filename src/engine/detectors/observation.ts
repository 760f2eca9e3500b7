/** How sure a detector is. `likely` may at most warn; `certain` triggers the mode. */
export type Certainty = 'likely' | 'certain';

/** What the results of the calls in a pattern were to each other. */
export type Results = 'same' | 'similar' | 'errors' | 'changed' | 'unknown';

/** What a detector saw: a pattern that ends with the judged call, and the rule that says how often is too often. */
export interface Observation<Rule extends string = string> {
  readonly rule: Rule;
  readonly certainty: Certainty;
  /** How often the pattern was seen, the judged call included. */
  readonly count: number;
  /** The rule speaks at this many times its setting; 1 unless something excuses the pattern for longer. */
  readonly factor: number;
  /**
   * Indexes of the calls that make up the pattern, one list for each step, oldest first; the judged call is the last.
   * The calls of one step were issued in parallel. A pass through a pattern of several steps is `period` steps long.
   */
  readonly steps: readonly (readonly number[])[];
  readonly results: Results;
  /**
   * The pattern has come so often that no news excuses it any more, and nobody may wave it through: not a person's
   * "always allow", nor an embedder's callback.
   */
  readonly atCeiling: boolean;
  /** Length of the repeated pattern in steps: 1 for a repeat, 2 and more for a cycle. Left out: 1. */
  readonly period?: number;
}

/** Why a call looks like a loop, with evidence that can be checked against the window. */
export interface FindingOf<Detector extends string, Rule extends string, Setting extends string> extends Required<
  Observation<Rule>
> {
  readonly detector: Detector;
  /** The setting that the threshold comes from. */
  readonly setting: Setting;
  /** The count at which the rule speaks with this certainty: the value of the setting, `factor` times. */
  readonly threshold: number;
  /** Indexes of all calls in the pattern, ascending; the judged call is the last. */
  readonly calls: readonly number[];
}
