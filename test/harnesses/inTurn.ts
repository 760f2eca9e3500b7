/** How many runs go on at the same time: one waits for its hooks and the model while the other computes. */
const AT_ONCE = 2;

/**
 * Runs that tests wait for, one after the other. While a test waits for its run, those of the next tests go on.
 */
export class RunsInTurn<Result> {
  readonly #waiting: (() => Promise<Result>)[] = [];
  readonly #started = new Map<number, Promise<Result>>();

  /** @returns what a test gets its run with */
  add(run: () => Promise<Result>): () => Promise<Result> {
    const own = this.#waiting.push(run) - 1;
    return () => this.#from(own);
  }

  /** Waits for runs that nobody waits for. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#started.values());
  }

  #from(own: number): Promise<Result> {
    for (let at = own; at < Math.min(own + AT_ONCE, this.#waiting.length); at++) {
      this.#start(at);
    }
    return this.#started.get(own) as Promise<Result>;
  }

  #start(at: number): void {
    if (!this.#started.has(at)) {
      const run = this.#waiting[at]?.() as Promise<Result>;
      // Its own test tells of a failure, which may come later than that of a run before.
      run.catch(() => undefined);
      this.#started.set(at, run);
    }
  }
}
