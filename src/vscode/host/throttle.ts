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

  request(): void {
    if (!this.#isDisposed) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.action();
      }, this.intervalMs);
    }
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.cancel();
  }
}
