/** Takes a listener off again. */
interface Subscription {
  dispose(): void;
}

/** Tells any number of listeners of something that happened. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Calls back with each value fired from now on. */
  readonly event = (listener: (value: T) => void): Subscription => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  /** @throws what a listener throws; the listeners after it are not told */
  fire(value: T): void {
    for (const listener of this.#listeners) {
      listener(value);
    }
  }
}
