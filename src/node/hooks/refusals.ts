/**
 * After this many refused calls without a message of the person the strongest stop of the harness is given again, and
 * where it has none the calls are let go: an agent that nothing ends would ask its model without end, at the person's
 * cost, and could not even finish.
 */
export const MOST_REFUSALS_IN_A_ROW = 20;

/** How many sessions are remembered; the one first seen is forgotten first. */
const REMEMBERED_SESSIONS = 200;

/** Counts the refused calls of stopped runs. */
export class Refusals {
  readonly #counts = new Map<string, number>();

  /**
   * Takes note of a refused call.
   * @returns whether there have been so many that refusing alone is of no use
   */
  areTooMany(sessionId: string): boolean {
    const count = (this.#counts.get(sessionId) ?? 0) + 1;
    this.#counts.set(sessionId, count % MOST_REFUSALS_IN_A_ROW);
    if (this.#counts.size > REMEMBERED_SESSIONS) {
      this.#counts.delete(this.#counts.keys().next().value as string);
    }
    return count >= MOST_REFUSALS_IN_A_ROW;
  }

  /** The person speaks, or the calls are let go. */
  clear(sessionId: string): void {
    this.#counts.delete(sessionId);
  }
}
