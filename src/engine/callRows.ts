import { lowerBits } from './digestBits';
import type { WindowEntry } from './window';

/** What is known of each call at a glance, as whole numbers side by side, and room for the rest of it. */
export const ROW = 24;
export const KEY = 0;
export const ROUND = 1;
/** The numbers of its tool and of the surface that saw it. */
export const NAMES = 2;
export const FLAGS = 3;
/** Parts of the digests of its answer, of the answer's shape, and of what it reads or changes. */
export const ANSWER = 4;
export const SHAPE = 5;
export const TOPIC = 6;
/** Of a packed call: the rest of it, up to the last four numbers, which hold the times of every call. */
export const INDEX = 7;
export const LENGTH = 8;
export const LINES = 9;
export const KEY_REST = 10;
export const ANSWER_BEGIN = 11;
export const SHAPE_BEGIN = 12;
export const CAUSE_BEGIN = 13;
export const CAUSE = 14;
export const TOPIC_BEGIN = 15;
/** Two digests, or lines. */
export const TRAIT = 16;

/** Bits of the flags. */
export const ANSWERED = 1;
export const SUCCEEDED = 2;
export const FAILED = 4;
export const HAS_CAUSE = 8;
/** The answer says that something runs. */
export const RUNS = 16;
/** The call took long enough to have waited. */
export const SLOW = 32;
/** A moment, a wait, or excused: it does not count, or not always. */
export const ODD = 64;
/** It changes several files, so its topic says nothing. */
export const SEVERAL_TOPICS = 128;
export const HAS_TOPIC = 256;
export const PACKED = 512;
/** Flags from here on belong to what is packed. */
export const PACKED_FLAGS = 10;
const GLANCE_FLAGS = (1 << PACKED_FLAGS) - 1;

/** From this time on a call may have waited. */
export const SLOW_MS = 500;

const LEAST_ROWS = 8;

/**
 * The calls of a window in few bytes, oldest first: numbers in one block of memory for what every new call is compared
 * by. Beside it each call has one value that is held as it is: the call itself, or what is left of it once it is packed.
 *
 * A window that is read call by call costs a miss of the processor's caches for each of them, as soon as there are
 * more conversations than those hold.
 */
export class CallRows {
  #numbers = new Int32Array(0);
  #times = new Float64Array(0);
  #ids: string[] = [];
  #held: unknown[] = [];
  #first = 0;
  #length = 0;
  #odd = 0;
  #running = 0;
  readonly #names: string[] = [];

  get length(): number {
    return this.#length;
  }

  /** Some call does not count, or not always. */
  get hasOdd(): boolean {
    return this.#odd > 0;
  }

  /** Some answer says that something runs. */
  get hasRunning(): boolean {
    return this.#running > 0;
  }

  number(at: number, column: number): number {
    return this.#numbers[this.#place(at) * ROW + column] as number;
  }

  setNumber(at: number, column: number, value: number): void {
    this.#numbers[this.#place(at) * ROW + column] = value;
  }

  flags(at: number): number {
    return this.number(at, FLAGS);
  }

  is(at: number, flag: number): boolean {
    return (this.flags(at) & flag) !== 0;
  }

  addFlags(at: number, flags: number): void {
    this.setNumber(at, FLAGS, this.flags(at) | flags);
  }

  round(at: number): number {
    return this.number(at, ROUND);
  }

  /** Notes that a call is packed, with what its flags tell of it. */
  setPacked(at: number, flags: number): void {
    this.setNumber(at, FLAGS, (this.flags(at) & GLANCE_FLAGS) | PACKED | flags);
  }

  /** Holds a call itself again. */
  setUnpacked(at: number, entry: WindowEntry): void {
    this.setNumber(at, FLAGS, this.flags(at) & GLANCE_FLAGS & ~PACKED);
    this.hold(at, entry);
  }

  /** When the call was made and when its answer came; NaN for an unknown time. */
  atMs(at: number): number {
    return this.#times[(this.#place(at) + 1) * (ROW / 2) - 2] as number;
  }

  doneMs(at: number): number {
    return this.#times[(this.#place(at) + 1) * (ROW / 2) - 1] as number;
  }

  id(at: number): string {
    return this.#ids[this.#place(at)] as string;
  }

  held(at: number): unknown {
    return this.#held[this.#place(at)];
  }

  hold(at: number, value: unknown): void {
    this.#held[this.#place(at)] = value;
  }

  /** The number that a tool or a surface goes by here; -1 when no call has it. */
  nameNumber(name: string): number {
    return this.#names.indexOf(name);
  }

  name(number: number): string {
    return this.#names[number] as string;
  }

  tool(at: number): number {
    return this.number(at, NAMES) & 0xffff;
  }

  /** How many names are known; those of forgotten calls among them. */
  get nameCount(): number {
    return this.#names.length;
  }

  /** The newest call with this id; -1 when there is none. */
  findId(id: string): number {
    for (let at = this.#length - 1; at >= 0; at--) {
      if (this.id(at) === id) {
        return at;
      }
    }
    return -1;
  }

  /** The newest call with this key before another; -1 when there is none. */
  findKey(key: number, before = this.#length): number {
    for (let at = before - 1; at >= 0; at--) {
      if (this.number(at, KEY) === key) {
        return at;
      }
    }
    return -1;
  }

  /**
   * Adds the newest call, held as it is.
   * @param most how many there will ever be, so that no more memory is taken
   */
  push(entry: WindowEntry, most: number): void {
    if (this.#length === this.#ids.length) {
      this.#grow(Math.max(this.#length + 1, Math.min(most, Math.max(LEAST_ROWS, 2 * this.#length))));
    }
    const at = this.#length++;
    const place = this.#place(at);
    this.#ids[place] = entry.callIds[0] as string;
    this.#held[place] = entry;
    const names = this.#numberOf(entry.tool) | (this.#numberOf(entry.seenBy[0] ?? '') << 16);
    const row = place * ROW;
    this.#numbers[row + KEY] = entry.key;
    this.#numbers[row + ROUND] = entry.round;
    this.#numbers[row + NAMES] = names;
    this.#numbers[row + FLAGS] = 0;
    this.#times[row / 2 + ROW / 2 - 2] = entry.atMs;
    this.look(at, entry);
  }

  /** Notes what is known of a call at a glance, anew after something has come to be known. */
  look(at: number, entry: WindowEntry): void {
    const { outcome } = entry;
    const row = this.#place(at) * ROW;
    const before = this.#numbers[row + FLAGS] as number;
    let flags = before & ~GLANCE_FLAGS;
    const doneMs = entry.doneMs ?? Number.NaN;
    this.#times[row / 2 + ROW / 2 - 1] = doneMs;
    if (outcome !== undefined) {
      flags |= ANSWERED;
      flags |= outcome.kind === 'plain' || outcome.kind === 'done' ? SUCCEEDED : outcome.kind === 'failed' ? FAILED : 0;
      flags |= outcome.causeDigest === undefined ? 0 : HAS_CAUSE;
      flags |= outcome.life === 'running' ? RUNS : 0;
      this.#numbers[row + ANSWER] = lowerBits(outcome.digest);
      this.#numbers[row + SHAPE] = lowerBits(outcome.shapeDigest);
    }
    flags |= doneMs - entry.atMs >= SLOW_MS ? SLOW : 0;
    flags |= entry.moment !== undefined || entry.wait !== undefined || entry.excused === true ? ODD : 0;
    const topic = entry.reads?.target ?? entry.changes?.[0]?.file;
    flags |= topic === undefined ? 0 : HAS_TOPIC;
    flags |= (entry.changes?.length ?? 0) > 1 ? SEVERAL_TOPICS : 0;
    this.#numbers[row + TOPIC] = topic === undefined ? 0 : lowerBits(topic);
    this.#numbers[row + FLAGS] = flags;
    this.#odd += ((flags & ODD) === 0 ? 0 : 1) - ((before & ODD) === 0 ? 0 : 1);
    this.#running += ((flags & RUNS) === 0 ? 0 : 1) - ((before & RUNS) === 0 ? 0 : 1);
  }

  /** Forgets the oldest calls. */
  shift(count = 1): void {
    for (let left = Math.min(count, this.#length); left > 0; left--) {
      const flags = this.flags(0);
      this.#odd -= (flags & ODD) === 0 ? 0 : 1;
      this.#running -= (flags & RUNS) === 0 ? 0 : 1;
      this.#ids[this.#first] = '';
      this.#held[this.#first] = undefined;
      this.#first = (this.#first + 1) % this.#ids.length;
      this.#length -= 1;
    }
  }

  clear(): void {
    this.#numbers = new Int32Array(0);
    this.#times = new Float64Array(0);
    this.#ids = [];
    this.#held = [];
    this.#names.length = 0;
    this.#first = this.#length = this.#odd = this.#running = 0;
  }

  /** Where a call lies: the oldest may lie behind the newest. */
  #place(at: number): number {
    const place = this.#first + at;
    return place < this.#ids.length ? place : place - this.#ids.length;
  }

  #numberOf(name: string): number {
    const known = this.#names.indexOf(name);
    return known >= 0 ? known : this.#names.push(name) - 1;
  }

  #grow(capacity: number): void {
    const numbers = new Int32Array(capacity * ROW);
    const ids = new Array<string>(capacity).fill('');
    const held = new Array<unknown>(capacity).fill(undefined);
    for (let at = 0; at < this.#length; at++) {
      const row = this.#place(at) * ROW;
      numbers.set(this.#numbers.subarray(row, row + ROW), at * ROW);
      ids[at] = this.id(at);
      held[at] = this.held(at);
    }
    this.#numbers = numbers;
    this.#times = new Float64Array(numbers.buffer);
    this.#ids = ids;
    this.#held = held;
    this.#first = 0;
  }
}
