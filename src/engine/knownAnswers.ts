import { BoundedMap } from './boundedMap';
import { digestOfBits, hasBits, lowerBits, upperBits } from './digestBits';

/** Two numbers of the signature, and two of the answer. */
const NUMBERS = 4;
const LEAST_PAIRS = 16;

/**
 * The last answer of each call, by signature, both as digests. At most so many are known; the oldest are forgotten
 * first, and a new answer of a known call keeps its place. A pair takes 16 bytes where a map with texts takes 130.
 */
export class KnownAnswers {
  #pairs = new Int32Array(0);
  #count = 0;
  /** Where the oldest pair lies, once there are as many as there may be. */
  #oldest = 0;
  /** Those whose digests are of another kind. */
  #others: BoundedMap<string, string> | undefined;

  constructor(private readonly max: number) {}

  /**
   * Takes note of an answer.
   * @returns whether it is another one than the last
   */
  note(signature: string, digest: string): boolean {
    if (!hasBits(signature) || !hasBits(digest)) {
      this.#others ??= new BoundedMap(this.max);
      const isNew = this.#others.get(signature) !== digest;
      this.#others.set(signature, digest);
      return isNew;
    }
    const [upper, lower] = [upperBits(digest), lowerBits(digest)];
    const at = this.#placeOf(upperBits(signature), lowerBits(signature));
    const isNew = this.#pairs[at + 2] !== upper || this.#pairs[at + 3] !== lower;
    this.#pairs[at + 2] = upper;
    this.#pairs[at + 3] = lower;
    return isNew;
  }

  clear(): void {
    this.#pairs = new Int32Array(0);
    this.#count = this.#oldest = 0;
    this.#others = undefined;
  }

  /** All that is known, oldest first. */
  entries(): [signature: string, digest: string][] {
    const pairs = Array.from({ length: this.#count }, (_, at): [string, string] => {
      const [a = 0, b = 0, c = 0, d = 0] = this.#pairs.subarray(((this.#oldest + at) % this.#count) * NUMBERS);
      return [digestOfBits(a, b), digestOfBits(c, d)];
    });
    return [...(this.#others ?? []), ...pairs];
  }

  /** Where the pair of a signature begins, which is made if there is none: then no digest has its second half. */
  #placeOf(upper: number, lower: number): number {
    for (let at = 0; at < this.#count * NUMBERS; at += NUMBERS) {
      if (this.#pairs[at + 1] === lower && this.#pairs[at] === upper) {
        return at;
      }
    }
    const at = this.#newPlace() * NUMBERS;
    this.#pairs[at] = upper;
    this.#pairs[at + 1] = lower;
    this.#pairs[at + 2] = -1;
    return at;
  }

  #newPlace(): number {
    if (this.#count === this.max) {
      const place = this.#oldest;
      this.#oldest = (place + 1) % this.max;
      return place;
    }
    if (this.#count * NUMBERS === this.#pairs.length) {
      const grown = new Int32Array(Math.min(this.max, Math.max(LEAST_PAIRS, 2 * this.#count)) * NUMBERS);
      grown.set(this.#pairs);
      this.#pairs = grown;
    }
    return this.#count++;
  }
}
