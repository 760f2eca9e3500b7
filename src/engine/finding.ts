/** The kinds of loop that are looked for. */
export type DetectorId = 'repeat' | 'cycle' | 'similar' | 'stall';

/**
 * How sure a detector is. `likely` may at most warn; `certain` triggers the mode.
 */
export type Certainty = 'likely' | 'certain';

/** Why a call looks like a loop, with evidence that can be checked against the window. */
export interface Finding {
  readonly detector: DetectorId;
  readonly certainty: Certainty;
  /** How often the pattern was seen, the judged call included. */
  readonly count: number;
  /** The count at which the detector speaks with this certainty. */
  readonly threshold: number;
  /** Indexes of the calls that make up the pattern, ascending; the judged call is the last. */
  readonly calls: readonly number[];
  /** What the results of those calls were to each other. */
  readonly results: 'same' | 'similar' | 'errors' | 'changed' | 'unknown';
  /**
   * The pattern has come so often that new answers no longer excuse it, and nothing that is
   * allowed for good lets it through.
   */
  readonly atCeiling: boolean;
  /** Length of the repeated pattern: 1 for a repeat, 2..n for a cycle. */
  readonly period: number;
}
