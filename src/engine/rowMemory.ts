import { COLUMNS, ROW } from './rowFields';

/** The two times of a call are the last values of its row; each takes the place of two numbers. */
const TIMES = ROW / 2;

const LEAST_ROWS = 8;

/**
 * The memory that the rows of a window lie in, oldest first: one block for all numbers, and beside it an ID and a held
 * value for each row. It knows where things lie, not what they mean.
 *
 * A window that is read object by object costs a cache miss for each of them, as soon as there are more conversations
 * than the processor's caches hold.
 */
export class RowMemory {
  #numbers = new Int32Array(0);
  /** The same memory as the numbers. */
  #times = new Float64Array(0);
  #ids: string[] = [];
  #held: unknown[] = [];
  #capacity = 0;
  /** Where the columns begin. */
  #columns = 0;
  #first = 0;
  #length = 0;

  /** How many rows there are. In all methods, `at` is the place of a row: 0 for the oldest, up to `length - 1`. */
  get length(): number {
    return this.#length;
  }

  /** One of the numbers that lie in columns. */
  column(at: number, column: number): number {
    return this.#numbers[this.#columns + column * this.#capacity + this.#place(at)] as number;
  }

  protected setColumn(at: number, column: number, value: number): void {
    this.#numbers[this.#columns + column * this.#capacity + this.#place(at)] = value;
  }

  /** One of the numbers that lie row by row. */
  number(at: number, field: number): number {
    return this.#numbers[this.#place(at) * ROW + field] as number;
  }

  /** Sets one of the numbers that lie row by row to a whole number of 32 bits. */
  setNumber(at: number, field: number, value: number): void {
    this.#numbers[this.#place(at) * ROW + field] = value;
  }

  /** When the call was made. */
  atMs(at: number): number {
    return this.#times[(this.#place(at) + 1) * TIMES - 2] as number;
  }

  protected setAtMs(at: number, atMs: number): void {
    this.#times[(this.#place(at) + 1) * TIMES - 2] = atMs;
  }

  /** When its answer came; NaN if that is unknown. */
  doneMs(at: number): number {
    return this.#times[(this.#place(at) + 1) * TIMES - 1] as number;
  }

  protected setDoneMs(at: number, doneMs: number): void {
    this.#times[(this.#place(at) + 1) * TIMES - 1] = doneMs;
  }

  id(at: number): string {
    return this.#ids[this.#place(at)] as string;
  }

  /** The value that is held for a row as it is. */
  held(at: number): unknown {
    return this.#held[this.#place(at)];
  }

  hold(at: number, value: unknown): void {
    this.#held[this.#place(at)] = value;
  }

  /** The newest row before another one whose number in a column, under the mask, is this; -1 if there is none. */
  protected find(column: number, value: number, mask: number, before: number): number {
    const numbers = this.#numbers;
    const start = this.#columns + column * this.#capacity;
    let place = start + this.#place(before - 1);
    for (let at = before - 1; at >= 0; at--) {
      if (((numbers[place] as number) & mask) === value) {
        return at;
      }
      place = place === start ? start + this.#capacity - 1 : place - 1;
    }
    return -1;
  }

  /**
   * Adds the newest row. What its numbers are is left to the caller: they may still be those of a forgotten row.
   * @param most how many rows there will ever be, so that no more memory is taken
   * @returns its place
   */
  protected add(id: string, held: unknown, most: number): number {
    if (this.#length === this.#capacity) {
      this.#grow(Math.max(this.#length + 1, Math.min(most, Math.max(LEAST_ROWS, 2 * this.#length))));
    }
    const at = this.#length++;
    const place = this.#place(at);
    this.#ids[place] = id;
    this.#held[place] = held;
    return at;
  }

  /** Forgets the oldest row; there must be one. */
  protected removeOldest(): void {
    this.#ids[this.#first] = '';
    this.#held[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.#capacity;
    this.#length -= 1;
  }

  clear(): void {
    this.#numbers = new Int32Array(0);
    this.#times = new Float64Array(0);
    this.#ids = [];
    this.#held = [];
    this.#capacity = this.#columns = 0;
    this.#first = this.#length = 0;
  }

  /** Where a row lies: the oldest may lie behind the newest. */
  #place(at: number): number {
    const place = this.#first + at;
    return place < this.#capacity ? place : place - this.#capacity;
  }

  #grow(capacity: number): void {
    const columns = capacity * ROW;
    const numbers = new Int32Array(columns + capacity * COLUMNS);
    const ids = new Array<string>(capacity).fill('');
    const held = new Array<unknown>(capacity).fill(undefined);
    for (let at = 0; at < this.#length; at++) {
      const row = this.#place(at) * ROW;
      numbers.set(this.#numbers.subarray(row, row + ROW), at * ROW);
      for (let column = 0; column < COLUMNS; column++) {
        numbers[columns + column * capacity + at] = this.column(at, column);
      }
      ids[at] = this.id(at);
      held[at] = this.held(at);
    }
    this.#numbers = numbers;
    this.#times = new Float64Array(numbers.buffer);
    this.#ids = ids;
    this.#held = held;
    this.#capacity = capacity;
    this.#columns = columns;
    this.#first = 0;
  }
}
