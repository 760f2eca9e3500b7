/** The end of a turn comes back within milliseconds; a busy machine takes longer. */
const LIMIT_MS = 500;

export class TurnEnds {
  readonly #waiting = new Set<(turnId: string) => void>();

  tell(turnId: string): void {
    this.#waiting.forEach((told) => told(turnId));
  }

  /** Waits for the end of a turn. @returns false where it is not told in time */
  of(turnId: string): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (hasEnded: boolean): void => {
        clearTimeout(late);
        this.#waiting.delete(told);
        resolve(hasEnded);
      };
      const told = (ended: string): void => {
        if (ended === turnId) {
          end(true);
        }
      };
      const late = setTimeout(() => end(false), LIMIT_MS);
      this.#waiting.add(told);
    });
  }
}
