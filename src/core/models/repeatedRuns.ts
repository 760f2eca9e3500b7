/** How many items are remembered, and so the length of the longest run; a power of two. */
const REMEMBERED = 64;

/** Repetitions of a short passage count once they fill as many letters as a sentence of this length would. */
const SENTENCE_LETTERS = 25;

/** A passage that a text repeats. */
export interface Repetition {
  /** How often it stands in direct succession, so far. */
  readonly count: number;
  /** Its first characters. */
  readonly passage: string;
}

/** Watches a sequence for the same run of items several times in direct succession. */
export class RepeatedRuns {
  /** The last items, each at its number modulo {@link REMEMBERED}. */
  readonly #items = new Array<string>(REMEMBERED).fill('');
  /** A number for each of those, which differs for nearly all that differ: comparing numbers is many times faster. */
  readonly #marks = new Int32Array(REMEMBERED);
  /** Letters of all items up to each of those. */
  readonly #letters = new Float64Array(REMEMBERED);
  /** For each period, how many of the last items are equal to the one that stands a period before them. */
  readonly #equal = new Int32Array(REMEMBERED);
  #count = 0;
  #total = 0;

  /** Takes the next item and tells of a repetition that is now long enough. */
  add(item: string, letters: number, most: number): Repetition | undefined {
    const before = this.#total;
    this.#total += letters;
    const mark = markOf(item);
    // Read from their fields once, because this runs for every word of an answer.
    const items = this.#items;
    const marks = this.#marks;
    const equals = this.#equal;
    const count = this.#count;
    const longest = Math.min(count, REMEMBERED - 1);
    let found: Repetition | undefined;
    for (let period = 1; period <= longest; period++) {
      const at = (count - period) & (REMEMBERED - 1);
      if (marks[at] !== mark || items[at] !== item) {
        equals[period] = 0;
        continue;
      }
      const equal = (equals[period] = (equals[period] as number) + 1);
      if (found !== undefined || equal < (most - 1) * period) {
        continue;
      }
      const repetitions = Math.floor(equal / period) + 1;
      const inPassage = before - (this.#letters[at] as number) + letters;
      if (inPassage * repetitions >= SENTENCE_LETTERS * most) {
        found = { count: repetitions, passage: this.#passage(period, item) };
      }
    }
    const place = this.#count % REMEMBERED;
    this.#items[place] = item;
    this.#marks[place] = mark;
    this.#letters[place] = this.#total;
    this.#count += 1;
    return found;
  }

  clear(): void {
    if (this.#count === 0) {
      return;
    }
    this.#count = 0;
    this.#total = 0;
    this.#equal.fill(0);
  }

  #passage(period: number, last: string): string {
    const items = Array.from(
      { length: period - 1 },
      (_, index) => this.#items[(this.#count - period + 1 + index) % REMEMBERED],
    );
    return [...items, last].join(' ').slice(0, SENTENCE_LETTERS * 4);
  }
}

function markOf(item: string): number {
  const { length } = item;
  return (
    length + (item.charCodeAt(0) << 8) + (item.charCodeAt(length >> 1) << 14) + (item.charCodeAt(length - 1) << 20)
  );
}
