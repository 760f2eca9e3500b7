/** So many lost values are held before the others are moved. */
const MOST_LOST = 8;

/**
 * A list that gets values at its end and loses them at its beginning. An array moves all of its values at each
 * `shift()`, which takes longer than a copy of them does.
 */
export class SlidingList<Value> {
  #all: Value[];
  #lost = 0;
  #values: readonly Value[] | undefined;

  constructor(values: readonly Value[]) {
    this.#all = [...values];
  }

  /** The values, oldest first. The array may grow with the next value. */
  get values(): readonly Value[] {
    this.#values ??= this.#lost === 0 ? this.#all : this.#all.slice(this.#lost);
    return this.#values;
  }

  get oldest(): Value | undefined {
    return this.#all[this.#lost];
  }

  get newest(): Value | undefined {
    return this.#all.length > this.#lost ? this.#all.at(-1) : undefined;
  }

  add(value: Value): void {
    this.#all.push(value);
    this.#values = undefined;
  }

  /** Loses the oldest value; there must be one. */
  loseOldest(): void {
    this.#lost += 1;
    if (this.#lost === MOST_LOST) {
      this.#all = this.#all.slice(this.#lost);
      this.#lost = 0;
    }
    this.#values = undefined;
  }
}
