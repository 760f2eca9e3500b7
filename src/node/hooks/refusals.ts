import { BoundedMap } from '../../engine/boundedMap';

/**
 * After this many blocked calls without a message from the user, the harness gets its strongest stop again. If it has
 * none, calls run again: an agent that nothing stops would ask its model endlessly, at the user's cost, and could not
 * even finish.
 */
export const MOST_REFUSALS_IN_A_ROW = 20;

/** How many sessions are remembered; the one first seen is forgotten first. */
const REMEMBERED_SESSIONS = 200;

/** How often the number of refusals is doubled at most. */
const MOST_DOUBLINGS = 5;

/** How many refusals come without a pause, and how long the longest pause is; the hook must answer in time. */
const REFUSALS_WITHOUT_PAUSE = 3;
const LONGEST_PAUSE_MS = 5_000;

/**
 * How long to wait before a call of a stopped run is blocked, in milliseconds, if nothing ends the agent: an endless
 * run should be slow and cheap.
 * @param refusals in a row, including this one
 */
export function pauseBeforeRefusal(refusals: number): number {
  return Math.min(Math.max(refusals - REFUSALS_WITHOUT_PAUSE, 0) * 1_000, LONGEST_PAUSE_MS);
}

/**
 * Counts one more blocked call of a stopped run.
 * @param letGoes how often its calls could run again since the user's last message
 */
export function refusedAgain(
  before: number,
  letGoes = 0,
): {
  /** The new count to remember. */
  readonly count: number;
  /** Whether there are so many that blocking alone doesn't help; the count then starts over. */
  readonly areTooMany: boolean;
} {
  const most = MOST_REFUSALS_IN_A_ROW * 2 ** Math.min(letGoes, MOST_DOUBLINGS);
  return { count: (before + 1) % most, areTooMany: before + 1 >= most };
}

/** Counts the blocked calls of stopped runs. */
export class Refusals {
  readonly #counts = new BoundedMap<string, number>(REMEMBERED_SESSIONS);

  /**
   * Records a blocked call.
   * @returns whether there are so many that blocking alone doesn't help
   */
  areTooMany(sessionId: string): boolean {
    const { count, areTooMany } = refusedAgain(this.#counts.get(sessionId) ?? 0);
    this.#counts.set(sessionId, count);
    return areTooMany;
  }

  /** The user sent a message. */
  clear(sessionId: string): void {
    this.#counts.delete(sessionId);
  }
}
