import { BoundedMap } from './boundedMap';
import { hasLowerBits, lowerBits, shortDigest } from './digestBits';

/** One number of the signature, and one of the answer. */
const NUMBERS = 2;
const LEAST_PAIRS = 16;

/**
 * The last answer of each call, by signature, both as digests. At most so many are known; the oldest are forgotten
 * first, and a new answer of a known call keeps its place. They are so few that half of each digest tells them apart:
 * a pair takes 8 bytes, where a map with texts takes 130.
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
    if (!hasLowerBits(signature) || !hasLowerBits(digest)) {
      this.#others ??= new BoundedMap(this.max);
      const isNew = this.#others.get(signature) !== digest;
      this.#others.set(signature, digest);
      return isNew;
    }
    const answer = lowerBits(digest);
    const at = this.#placeOf(lowerBits(signature));
    const isNew = this.#pairs[at + 1] !== answer;
    this.#pairs[at + 1] = answer;
    return isNew;
  }

  /** Whether an answer of this call is known. */
  has(signature: string): boolean {
    if (!hasLowerBits(signature)) {
      return this.#others?.get(signature) !== undefined;
    }
    return this.#knownPlaceOf(lowerBits(signature)) !== undefined || this.#others?.get(signature) !== undefined;
  }

  clear(): void {
    this.#pairs = new Int32Array(0);
    this.#count = this.#oldest = 0;
    this.#others = undefined;
  }

  /** All that is known, oldest first; the digests as short as they are kept. */
  entries(): [signature: string, digest: string][] {
    const pairs = Array.from({ length: this.#count }, (_, at): [string, string] => {
      const place = ((this.#oldest + at) % this.#count) * NUMBERS;
      return [shortDigest(this.#pairs[place] as number), shortDigest(this.#pairs[place + 1] as number)];
    });
    return [...(this.#others ?? []), ...pairs];
  }

  /** Where the pair of a signature begins, which is made if there is none: then its answer is no digest's number. */
  #placeOf(signature: number): number {
    const known = this.#knownPlaceOf(signature);
    if (known !== undefined) {
      return known;
    }
    const at = this.#newPlace() * NUMBERS;
    this.#pairs[at] = signature;
    this.#pairs[at + 1] = -1;
    return at;
  }

  #knownPlaceOf(signature: number): number | undefined {
    for (let at = 0; at < this.#count * NUMBERS; at += NUMBERS) {
      if (this.#pairs[at] === signature) {
        return at;
      }
    }
    return undefined;
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
