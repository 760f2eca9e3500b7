export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event = (listener: (value: T) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  /** @throws what a listener throws; later listeners aren't called */
  fire(value: T): void {
    for (const listener of this.#listeners) {
      listener(value);
    }
  }
}
