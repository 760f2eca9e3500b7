/** How many items are remembered, and so the length of the longest run; a power of two. */
const REMEMBERED = 64;

/** Repetitions of a short passage count once they fill as many letters as a sentence of this length would. */
const SENTENCE_LETTERS = 25;

export interface Repetition {
  /** How often it stands in direct succession, so far. */
  readonly count: number;
  readonly passage: string;
}

/** How many chains the remembered items are divided into by their marks; a power of two. */
const CHAINS = 256;

/**
 * Finds a run of items that is repeated several times in direct succession. Compares an item only with earlier ones of
 * the same hash.
 */
export class RepeatedRuns {
  /** The last items, each at its number modulo {@link REMEMBERED}. */
  readonly #items = new Array<string>(REMEMBERED).fill('');
  /** A number for each of those, which differs for nearly all that differ: comparing numbers is many times faster. */
  readonly #marks = new Int32Array(REMEMBERED);
  /** Letters of all items up to each of those. */
  readonly #letters = new Float64Array(REMEMBERED);
  /** For each of those, the number of the item before it in its chain. */
  readonly #before = new Int32Array(REMEMBERED);
  /** The number of the last item of each chain. */
  readonly #lastOf = new Int32Array(CHAINS).fill(-1);
  /** For each period, how many items up to {@link #equalAt} are equal to the one that stands a period before them. */
  readonly #equal = new Int32Array(REMEMBERED);
  readonly #equalAt = new Int32Array(REMEMBERED).fill(-1);
  /** The number of the next item, and of the first one that counts. */
  #count = 0;
  #first = 0;
  #total = 0;

  /** Takes the next item and tells of a repetition that is now long enough. */
  add(given: string, letters: number, most: number): Repetition | undefined {
    let item = given;
    const total = this.#total;
    this.#total += letters;
    const mark = markOf(item);
    const chain = (mark ^ (mark >>> 8) ^ (mark >>> 16) ^ (mark >>> 24)) & (CHAINS - 1);
    const count = this.#count;
    const oldest = Math.max(this.#first, count - REMEMBERED + 1);
    const last = this.#lastOf[chain] as number;
    let found: Repetition | undefined;
    for (let number = last; number >= oldest; number = this.#before[number & (REMEMBERED - 1)] as number) {
      const at = number & (REMEMBERED - 1);
      if (this.#marks[at] !== mark || this.#items[at] !== item) {
        continue;
      }
      // Equal items are kept as one text: whether it is equal to itself takes no look at its letters.
      item = this.#items[at];
      const period = count - number;
      const equal = this.#equalAt[period] === count - 1 ? (this.#equal[period] as number) + 1 : 1;
      this.#equal[period] = equal;
      this.#equalAt[period] = count;
      if (found !== undefined || equal < (most - 1) * period) {
        continue;
      }
      const repetitions = Math.floor(equal / period) + 1;
      const inPassage = total - (this.#letters[at] as number) + letters;
      if (inPassage * repetitions >= SENTENCE_LETTERS * most) {
        found = { count: repetitions, passage: this.#passage(period, item) };
      }
    }
    const place = count & (REMEMBERED - 1);
    this.#items[place] = item;
    this.#marks[place] = mark;
    this.#letters[place] = this.#total;
    this.#before[place] = last;
    this.#lastOf[chain] = count;
    this.#count += 1;
    return found;
  }

  clear(): void {
    this.#first = this.#count;
  }

  #passage(period: number, last: string): string {
    const items = Array.from(
      { length: period - 1 },
      (_, index) => this.#items[(this.#count - period + 1 + index) % REMEMBERED],
    );
    return [...items, last].join(' ').slice(0, SENTENCE_LETTERS * 4);
  }
}

/** Reads all of it: passages that a model counts through differ in a number somewhere and in nothing else. */
function markOf(item: string): number {
  let mark = item.length;
  for (let at = 0; at < item.length; at++) {
    mark = (Math.imul(mark, 31) + item.charCodeAt(at)) | 0;
  }
  return mark;
}
