import type { Waiting } from '../waiting';
import type { WindowEntry } from '../window';
import { Rounds } from './rounds';

/** What the detectors may look at when they judge a call; made anew for each judgement. */
export class Evidence {
  #rounds: Rounds | undefined;
  #askedBefore: boolean | undefined;

  /**
   * @param candidate the call that asks to run; its outcome is not known yet
   * @param history earlier calls since the last real user message, oldest first, none older than the TTL
   *   and without waits that heard nothing new
   * @param isNew true when it is known that no call in the history is identical; otherwise the history is searched
   * @param waiting set for a call that waits for something that runs
   */
  constructor(
    readonly candidate: WindowEntry,
    readonly history: readonly WindowEntry[],
    isNew = false,
    readonly waiting: Waiting | undefined = undefined,
  ) {
    this.#askedBefore = isNew ? false : undefined;
  }

  /** Whether the identical call is in the history: the cheapest question, asked before any other. */
  get askedBefore(): boolean {
    this.#askedBefore ??= this.history.some((call) => call.signature === this.candidate.signature);
    return this.#askedBefore;
  }

  /** The history as rounds; only made when a detector asks for it, and then once for all of them. */
  get rounds(): Rounds {
    this.#rounds ??= new Rounds(this.history, this.candidate);
    return this.#rounds;
  }
}
