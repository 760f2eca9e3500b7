/**
 * What the user reads about a finding: templates of whole sentences. They may contain `{call}` (the checked call in a
 * few words), `{tool}`, `{before}` (how often it happened before the checked call), `{count}` (with that call),
 * `{period}`, `{calls}` (the calls of one round), and `{error}` (the error of the last of them).
 */
export interface ToldTexts {
  /** What the agent did, in a sentence or two. */
  readonly did: string;
  /** What happened to the checked call if it was blocked. */
  readonly blocked: string;
  /** What the agent did, with the question whether to run the call; without it, a general question follows. */
  readonly ask?: string;
}

/**
 * Which variant is shown: at the hard limit, if it happened only once before, or depending on
 * the results. With `remembered`, the calls of a round are still known; with `errorsRemembered`, the error.
 */
export type ToldVariant = 'ceiling' | 'once' | 'errors' | 'unknown' | 'changed' | 'remembered' | 'errorsRemembered';

/** What a detector counts, and the two settings with its limits. */
export interface Rule<Count extends string = string> {
  /** The setting with the count for a warning. */
  readonly likely: Count;
  /** The setting with the count for a loop. */
  readonly certain: Count;
  /** By what `certain` is multiplied after a likely finding; 1 if left out. */
  readonly patience?: number;
  /** It counts seconds, not calls; 0 for `certain` means never. */
  readonly countsSeconds?: boolean;
  /**
   * With which result each result is compared when it is shown: that of the previous identical call, that of the
   * previous call of any kind, or the first of these that exists.
   */
  readonly comparison: 'identicalCall' | 'callBefore' | 'either';
  readonly texts: {
    /** What raising its limits does, for the user: `{tool}`. */
    readonly more: string;
    /** What lowering its limits does, for the user: `{tool}`. */
    readonly fewer: string;
    /** The warning when `likely` is not lower than `certain`, which is probably a mistake: `{warn}`, `{most}`. */
    readonly neverWarns?: string;
    /** What the user reads about what the rule found. */
    readonly told: ToldTexts & { readonly variants?: Partial<Record<ToldVariant, ToldTexts>> };
  };
}
