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
  #others: Map<string, Verdict> | undefined;

  constructor(private readonly max: number) {}

  get(id: string): Verdict | undefined {
    return this.#placeOf(id, hashOf(id)) < 0 ? undefined : (this.#others?.get(id) ?? ALLOW);
  }

  has(id: string): boolean {
    return this.#placeOf(id, hashOf(id)) >= 0;
  }

  /** Takes note of the verdict on a call that is not known yet. */
  add(id: string, verdict: Verdict): void {
    const place = this.#newPlace();
    this.#hashes[place] = hashOf(id);
    this.#ids[place] = id;
    if (verdict.action !== 'allow') {
      this.#others ??= new Map();
      this.#others.set(id, verdict);
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
    const ids = [...this.#ids.slice(this.#oldest), ...this.#ids.slice(0, this.#oldest)];
    return ids.map((id) => [id, this.#others?.get(id) ?? ALLOW]);
  }

  #placeOf(id: string, hash: number): number {
    for (let place = this.#ids.length - 1; place >= 0; place--) {
      if (this.#hashes[place] === hash && this.#ids[place] === id) {
        return place;
      }
    }
    return -1;
  }

  #newPlace(): number {
    const { length } = this.#ids;
    if (length === this.max) {
      const place = this.#oldest;
      this.#others?.delete(this.#ids[place] as string);
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
