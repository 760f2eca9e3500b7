/** Runs an action at most once in an interval: at its end, for all requests since the first. */
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
