import { detectionAgain, type LoopDetection, loopDetectionOf, packSteps } from './packedDetection';
import { ALLOW, type Verdict, verdictOf } from './verdict';

const LEAST_IDS = 16;

/** A verdict other than `allow`, whole if it can't be packed. */
type Found = LoopDetection | FoundVerdict;

type FoundVerdict = Exclude<Verdict, { readonly action: 'allow' }>;

/**
 * The verdicts already given, by call id; the oldest are forgotten first. Nearly all of them allow, so an id is looked
 * for among numbers that lie side by side, and only other verdicts are kept. In a loop each verdict names all calls
 * before, so the verdicts are packed: what the detections of a loop have in common is kept once, their steps as a short
 * text, and their arguments not at all, because who asks again brings them.
 */
export class KnownVerdicts {
  #hashes = new Int32Array(0);
  #ids: string[] = [];
  /** Where the oldest id lies, once there are as many as there may be. */
  #oldest = 0;
  /** By place; undefined for `allow`. There are none until there is something else than `allow`. */
  #found: (Found | undefined)[] | undefined;
  #steps: string[] = [];
  #newest: LoopDetection | undefined;

  constructor(private readonly max: number) {}

  /** The verdict on a call; its detection has no arguments unless it is that of an earlier stop. */
  get(id: string): Verdict | undefined {
    const place = this.#placeOf(id, hashOf(id));
    return place < 0 ? undefined : this.#verdictAt(place);
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
      this.#found ??= new Array<undefined>(place).fill(undefined);
      this.#found[place] = this.#packed(place, id, verdict);
    } else if (this.#found !== undefined) {
      this.#found[place] = undefined;
    }
  }

  clear(): void {
    this.#hashes = new Int32Array(0);
    this.#ids = [];
    this.#oldest = 0;
    this.#found = this.#newest = undefined;
    this.#steps = [];
  }

  /** All verdicts, oldest first. */
  entries(): [id: string, verdict: Verdict][] {
    const { length } = this.#ids;
    return this.#ids.map((_, at) => {
      const place = (this.#oldest + at) % length;
      return [this.#ids[place] as string, this.#verdictAt(place)];
    });
  }

  #verdictAt(place: number): Verdict {
    const found = this.#found?.[place];
    if (found === undefined || 'detection' in found) {
      return found ?? ALLOW;
    }
    const detection = detectionAgain(found, this.#ids[place] as string, this.#steps[place] as string);
    return verdictOf(detection);
  }

  /** A stop is kept whole, because the conversation keeps it, too; so is the verdict on another call. */
  #packed(place: number, id: string, verdict: FoundVerdict): Found {
    if (verdict.action === 'stopped') {
      return verdict;
    }
    const { action, detection } = verdict;
    const steps = detection.callId === id ? packSteps(detection.finding) : undefined;
    if (steps === undefined) {
      return { action, detection: { ...detection, arguments: undefined } };
    }
    this.#steps[place] = steps;
    this.#newest = loopDetectionOf(detection, this.#newest);
    return this.#newest;
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
