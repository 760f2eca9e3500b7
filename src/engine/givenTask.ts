/** A task that a call gives to a subagent, as digests. */
export interface GivenTask {
  /** Equal for tasks with the same words. */
  readonly digest: string;
  /** The sketch of its words. */
  readonly words: string;
}
