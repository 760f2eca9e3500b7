import { ALLOW, type Verdict } from './verdict';

const LEAST_IDS = 16;

/**
 * The verdicts already given, by call id; the oldest are forgotten first. Nearly all of them allow, so an id is looked
 * for among numbers that lie side by side, and only other verdicts are kept.
 */
export class KnownVerdicts {
  #hashes = new Int32Array(0);
  #ids: string[] = [];
  /** Where the oldest id lies, once there are as many as there may be. */
  #oldest = 0;
  /** What was not allowed, by the place of its id; from the first of them on. */
  #others: (Verdict | undefined)[] | undefined;

  constructor(private readonly max: number) {}

  get(id: string): Verdict | undefined {
    const place = this.#placeOf(id, hashOf(id));
    return place < 0 ? undefined : this.#at(place);
  }

  has(id: string): boolean {
    return this.#placeOf(id, hashOf(id)) >= 0;
  }

  /** Takes note of the verdict on a call that is not known yet. */
  add(id: string, verdict: Verdict): void {
    const place = this.#newPlace();
    this.#hashes[place] = hashOf(id);
    this.#ids[place] = id;
    if (this.#others !== undefined) {
      this.#others[place] = verdict.action === 'allow' ? undefined : verdict;
    } else if (verdict.action !== 'allow') {
      this.#others = new Array<undefined>(place).fill(undefined);
      this.#others.push(verdict);
    }
  }

  clear(): void {
    this.#hashes = new Int32Array(0);
    this.#ids = [];
    this.#oldest = 0;
    this.#others = undefined;
  }

  /** All verdicts, oldest first. */
  entries(): [id: string, verdict: Verdict][] {
    const all = this.#ids.map((id, place): [string, Verdict] => [id, this.#at(place)]);
    return [...all.slice(this.#oldest), ...all.slice(0, this.#oldest)];
  }

  #at(place: number): Verdict {
    return this.#others?.[place] ?? ALLOW;
  }

  #placeOf(id: string, hash: number): number {
    const hashes = this.#hashes;
    for (let place = this.#ids.length - 1; place >= 0; place--) {
      if (hashes[place] === hash && this.#ids[place] === id) {
        return place;
      }
    }
    return -1;
  }

  #newPlace(): number {
    const { length } = this.#ids;
    if (length === this.max) {
      const place = this.#oldest;
      this.#oldest = (place + 1) % this.max;
      return place;
    }
    if (length === this.#hashes.length) {
      const grown = new Int32Array(Math.min(this.max, Math.max(LEAST_IDS, 2 * length)));
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    return length;
  }
}

/** The last characters tell ids apart: what stands before them is often a name. */
const HASHED_CHARACTERS = 24;

function hashOf(id: string): number {
  let hash = id.length;
  for (let at = Math.max(0, id.length - HASHED_CHARACTERS); at < id.length; at++) {
    hash = (Math.imul(hash, 31) + id.charCodeAt(at)) | 0;
  }
  return hash;
}
