/**
 * Runs an action at most once in an interval: the first request starts the interval, further ones within it are served
 * by the same run at its end.
 */
export class Throttle {
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(
    private readonly intervalMs: number,
    private readonly action: () => void,
  ) {}

  /** Has the action run at the end of the interval. */
  request(): void {
    if (!this.#isDisposed) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.action();
      }, this.intervalMs);
    }
  }

  /** Takes a request back that has not been served yet. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Nothing runs anymore. */
  dispose(): void {
    this.#isDisposed = true;
    this.cancel();
  }
}
