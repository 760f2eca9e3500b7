import { BoundedMap } from '../../engine/boundedMap';

/**
 * After this many refused calls without a message of the person the strongest stop of the harness is given again, and
 * where it has none the calls are let go: an agent that nothing ends would ask its model without end, at the person's
 * cost, and could not even finish.
 */
export const MOST_REFUSALS_IN_A_ROW = 20;

/** How many sessions are remembered; the one first seen is forgotten first. */
const REMEMBERED_SESSIONS = 200;

/** Counts one more refused call of a stopped run. */
export function refusedAgain(before: number): {
  /** What is to be remembered. */
  readonly count: number;
  /** Whether there have been so many that refusing alone is of no use; the count begins anew. */
  readonly areTooMany: boolean;
} {
  const count = (before + 1) % MOST_REFUSALS_IN_A_ROW;
  return { count, areTooMany: before + 1 >= MOST_REFUSALS_IN_A_ROW };
}

/** Counts the refused calls of stopped runs. */
export class Refusals {
  readonly #counts = new BoundedMap<string, number>(REMEMBERED_SESSIONS);

  /**
   * Takes note of a refused call.
   * @returns whether there have been so many that refusing alone is of no use
   */
  areTooMany(sessionId: string): boolean {
    const { count, areTooMany } = refusedAgain(this.#counts.get(sessionId) ?? 0);
    this.#counts.set(sessionId, count);
    return areTooMany;
  }

  /** The person speaks. */
  clear(sessionId: string): void {
    this.#counts.delete(sessionId);
  }
}
