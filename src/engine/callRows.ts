import { flagsOf, GLANCE_FLAGS, ODD, PACKED, RUNS, SEVERAL_TOPICS, SLOW, UNTIMED_WAIT_MS } from './callFlags';
import { lowerBits } from './digestBits';
import { ANSWER, FLAGS, KEY, NAMES, ROUND, SHAPE, TOPIC } from './rowFields';
import { RowMemory } from './rowMemory';
import type { WindowEntry } from './window';

/** At most this many names have numbers. */
const MOST_NAMES = 0xffff;

const NO_TOPIC = -1;

/**
 * The calls of a window in few bytes, oldest first: numbers for what every new call is compared by. The value that is
 * held for each call is the call itself, or what is left of it once it is packed.
 *
 * It extends its memory instead of having one, because every field that is read would take one more step otherwise.
 */
export class CallRows extends RowMemory {
  #odd = 0;
  #running = 0;
  #slow = 0;
  #severalTopics = 0;
  readonly #names: string[] = [];

  /** Some call does not count, or not always. */
  get hasOdd(): boolean {
    return this.#odd > 0;
  }

  /** Some answer says that something is running. */
  get hasRunning(): boolean {
    return this.#running > 0;
  }

  /**
   * Some call took long, or nobody knows how long it took.
   * @param nextMs when the next call is made
   */
  hasSlow(nextMs: number): boolean {
    if (this.#slow > 0) {
      return true;
    }
    for (let at = 0; at < this.length && nextMs - this.atMs(at) >= UNTIMED_WAIT_MS; at++) {
      if (this.isSlow(at, nextMs)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a call took long, or nobody knows how long it took. */
  isSlow(at: number, nextMs: number): boolean {
    return this.is(at, SLOW) || (Number.isNaN(this.doneMs(at)) && nextMs - this.atMs(at) >= UNTIMED_WAIT_MS);
  }

  flags(at: number): number {
    return this.column(at, FLAGS);
  }

  /** Whether a call has one of these flags. */
  is(at: number, flags: number): boolean {
    return (this.flags(at) & flags) !== 0;
  }

  addFlags(at: number, flags: number): void {
    this.setColumn(at, FLAGS, this.flags(at) | flags);
  }

  round(at: number): number {
    return this.number(at, ROUND);
  }

  /** Notes that a call is packed, with the flags that belong to packed calls. */
  setPacked(at: number, flags: number): void {
    this.setColumn(at, FLAGS, (this.flags(at) & GLANCE_FLAGS) | PACKED | flags);
  }

  /** Holds a call itself again. */
  setUnpacked(at: number, entry: WindowEntry): void {
    this.setColumn(at, FLAGS, this.flags(at) & GLANCE_FLAGS & ~PACKED);
    this.hold(at, entry);
  }

  /** The number of a tool or a surface here; -1 if no call has it. */
  nameNumber(name: string): number {
    return this.#names.indexOf(name);
  }

  /** The name with this number, which must be a known one. */
  name(number: number): string {
    return this.#names[number] as string;
  }

  /** The number of a call's tool. */
  tool(at: number): number {
    return this.column(at, NAMES) & MOST_NAMES;
  }

  /** How many names are known; those of forgotten calls among them. */
  get nameCount(): number {
    return this.#names.length;
  }

  /** The newest call with this ID; -1 if there is none. */
  findId(id: string): number {
    for (let at = this.length - 1; at >= 0; at--) {
      if (this.id(at) === id) {
        return at;
      }
    }
    return -1;
  }

  /** The newest call with this key before another one; -1 if there is none. */
  findKey(key: number, before = this.length): number {
    return this.find(KEY, key, -1, before);
  }

  /** The newest call of a tool before another one; -1 if there is none. */
  findTool(tool: number, before = this.length): number {
    return this.find(NAMES, tool, MOST_NAMES, before);
  }

  /** Whether some call may have this topic. */
  mayHaveTopic(topic: number): boolean {
    return this.#severalTopics > 0 || this.find(TOPIC, topic, -1, this.length) >= 0;
  }

  /**
   * Adds the newest call, held as it is.
   * @param most how many calls there will ever be, so that no more memory is taken
   */
  push(entry: WindowEntry, most: number): void {
    const at = this.add(entry.callIds[0] as string, entry, most);
    const names = this.#numberOf(entry.tool) | (this.#numberOf(entry.seenBy[0] ?? '') << 16);
    this.setColumn(at, KEY, entry.key);
    this.setColumn(at, NAMES, names);
    this.setColumn(at, FLAGS, 0);
    this.setNumber(at, ROUND, entry.round);
    this.setAtMs(at, entry.atMs);
    this.look(at, entry);
  }

  /** Notes what is known of a call at a glance, again after more has become known. */
  look(at: number, entry: WindowEntry): void {
    const { outcome } = entry;
    const before = this.flags(at);
    const flags = (before & ~GLANCE_FLAGS) | flagsOf(entry);
    this.setDoneMs(at, entry.doneMs ?? Number.NaN);
    if (outcome !== undefined) {
      this.setNumber(at, ANSWER, lowerBits(outcome.digest));
      this.setNumber(at, SHAPE, lowerBits(outcome.shapeDigest));
    }
    const topic = entry.reads?.target ?? entry.changes?.[0]?.file;
    this.setColumn(at, TOPIC, topic === undefined ? NO_TOPIC : lowerBits(topic));
    this.setColumn(at, FLAGS, flags);
    this.#count(flags, 1);
    this.#count(before, -1);
  }

  /** Forgets the oldest calls; all of them if there are not as many. */
  shift(count = 1): void {
    for (let left = Math.min(count, this.length); left > 0; left--) {
      this.#count(this.flags(0), -1);
      this.removeOldest();
    }
  }

  override clear(): void {
    super.clear();
    this.#names.length = 0;
    this.#odd = this.#running = this.#slow = this.#severalTopics = 0;
  }

  #count(flags: number, times: number): void {
    this.#odd += (flags & ODD) === 0 ? 0 : times;
    this.#running += (flags & RUNS) === 0 ? 0 : times;
    this.#slow += (flags & SLOW) === 0 ? 0 : times;
    this.#severalTopics += (flags & SEVERAL_TOPICS) === 0 ? 0 : times;
  }

  #numberOf(name: string): number {
    const known = this.#names.indexOf(name);
    return known >= 0 ? known : this.#names.push(name) - 1;
  }
}
