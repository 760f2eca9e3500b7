/** A task that a call gives to a sub-agent, in digests. */
export interface GivenTask {
  /** Equal for tasks of the same words. */
  readonly digest: string;
  /** The sketch of its words. */
  readonly words: string;
}
