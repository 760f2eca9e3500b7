import { BoundedMap } from '../../engine/boundedMap';

/**
 * After this many refused calls without a message of the person the strongest stop of the harness is given again, and
 * where it has none the calls are let go: an agent that nothing ends would ask its model without end, at the person's
 * cost, and could not even finish.
 */
export const MOST_REFUSALS_IN_A_ROW = 20;

/** How many sessions are remembered; the one first seen is forgotten first. */
const REMEMBERED_SESSIONS = 200;

/** How often the number of refusals is doubled at most. */
const MOST_DOUBLINGS = 5;

/** How many refusals are given without a pause, and how long the longest one is; the hook must answer in time. */
const REFUSALS_WITHOUT_PAUSE = 3;
const LONGEST_PAUSE_MS = 5_000;

/**
 * How long to wait before a call of a stopped run is refused, in milliseconds, where nothing ends the agent: what goes
 * on without end is to be slow and cheap.
 * @param refusals of calls in a row, with this one
 */
export function pauseBeforeRefusal(refusals: number): number {
  return Math.min(Math.max(refusals - REFUSALS_WITHOUT_PAUSE, 0) * 1_000, LONGEST_PAUSE_MS);
}

/**
 * Counts one more refused call of a stopped run.
 * @param letGoes how often its calls were let go since the person's last message
 */
export function refusedAgain(
  before: number,
  letGoes = 0,
): {
  /** What is to be remembered. */
  readonly count: number;
  /** Whether there have been so many that refusing alone is of no use; the count begins anew. */
  readonly areTooMany: boolean;
} {
  const most = MOST_REFUSALS_IN_A_ROW * 2 ** Math.min(letGoes, MOST_DOUBLINGS);
  return { count: (before + 1) % most, areTooMany: before + 1 >= most };
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
