import { lowerBits } from './digestBits';
import type { WindowEntry } from './window';

/*
 * What is known of each call, as whole numbers. The columns hold what all calls of a window are looked through for, so
 * each lies in one piece; the rest lies call by call.
 */
/** Of the digest of the call: its beginning. */
export const KEY = 0;
/** Of what it reads or changes: the end of its digest. */
export const TOPIC = 1;
/** The numbers of its tool and of the surface that saw it. */
export const NAMES = 2;
export const FLAGS = 3;
const COLUMNS = 4;

export const ROUND = 0;
/** The ends of the digests of its answer and of that one's shape. */
export const ANSWER = 1;
export const SHAPE = 2;
/** Of a packed call: the rest of it, up to the last four numbers, which hold the times of every call. */
export const INDEX = 3;
export const LENGTH = 4;
export const LINES = 5;
export const KEY_REST = 6;
export const ANSWER_BEGIN = 7;
export const SHAPE_BEGIN = 8;
export const CAUSE_BEGIN = 9;
export const CAUSE = 10;
export const TOPIC_BEGIN = 11;
/** Two digests, or lines. */
export const TRAIT = 12;
const ROW = 20;
const TIMES = ROW / 2;

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
export const PACKED = 256;
/** Flags from here on belong to what is packed. */
export const PACKED_FLAGS = 9;
const GLANCE_FLAGS = (1 << PACKED_FLAGS) - 1;

/** From this time on a call may have waited. */
export const SLOW_MS = 500;

const LEAST_ROWS = 8;

/** So many names have numbers at most. */
const MOST_NAMES = 0xffff;

const NO_TOPIC = -1;

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
  #capacity = 0;
  /** Where the columns begin. */
  #columns = 0;
  #first = 0;
  #length = 0;
  #odd = 0;
  #running = 0;
  #slow = 0;
  #severalTopics = 0;
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

  /** Some call took long. */
  get hasSlow(): boolean {
    return this.#slow > 0;
  }

  /** One of the numbers that lie in columns. */
  column(at: number, column: number): number {
    return this.#numbers[this.#columns + column * this.#capacity + this.#place(at)] as number;
  }

  #setColumn(at: number, column: number, value: number): void {
    this.#numbers[this.#columns + column * this.#capacity + this.#place(at)] = value;
  }

  /** One of the numbers that lie call by call. */
  number(at: number, field: number): number {
    return this.#numbers[this.#place(at) * ROW + field] as number;
  }

  setNumber(at: number, field: number, value: number): void {
    this.#numbers[this.#place(at) * ROW + field] = value;
  }

  flags(at: number): number {
    return this.column(at, FLAGS);
  }

  is(at: number, flag: number): boolean {
    return (this.flags(at) & flag) !== 0;
  }

  addFlags(at: number, flags: number): void {
    this.#setColumn(at, FLAGS, this.flags(at) | flags);
  }

  round(at: number): number {
    return this.number(at, ROUND);
  }

  /** Notes that a call is packed, with what its flags tell of it. */
  setPacked(at: number, flags: number): void {
    this.#setColumn(at, FLAGS, (this.flags(at) & GLANCE_FLAGS) | PACKED | flags);
  }

  /** Holds a call itself again. */
  setUnpacked(at: number, entry: WindowEntry): void {
    this.#setColumn(at, FLAGS, this.flags(at) & GLANCE_FLAGS & ~PACKED);
    this.hold(at, entry);
  }

  /** When the call was made and when its answer came; NaN for an unknown time. */
  atMs(at: number): number {
    return this.#times[(this.#place(at) + 1) * TIMES - 2] as number;
  }

  doneMs(at: number): number {
    return this.#times[(this.#place(at) + 1) * TIMES - 1] as number;
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
    return this.column(at, NAMES) & MOST_NAMES;
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
    return this.#find(KEY, key, -1, before);
  }

  /** The newest call with a tool before another; -1 when there is none. */
  findTool(tool: number, before = this.#length): number {
    return this.#find(NAMES, tool, MOST_NAMES, before);
  }

  /** Whether some call may have this topic. */
  mayHaveTopic(topic: number): boolean {
    return this.#severalTopics > 0 || this.#find(TOPIC, topic, -1, this.#length) >= 0;
  }

  #find(column: number, value: number, mask: number, before: number): number {
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
   * Adds the newest call, held as it is.
   * @param most how many there will ever be, so that no more memory is taken
   */
  push(entry: WindowEntry, most: number): void {
    if (this.#length === this.#capacity) {
      this.#grow(Math.max(this.#length + 1, Math.min(most, Math.max(LEAST_ROWS, 2 * this.#length))));
    }
    const at = this.#length++;
    const place = this.#place(at);
    this.#ids[place] = entry.callIds[0] as string;
    this.#held[place] = entry;
    const names = this.#numberOf(entry.tool) | (this.#numberOf(entry.seenBy[0] ?? '') << 16);
    this.#setColumn(at, KEY, entry.key);
    this.#setColumn(at, NAMES, names);
    this.#setColumn(at, FLAGS, 0);
    this.setNumber(at, ROUND, entry.round);
    this.#times[(place + 1) * TIMES - 2] = entry.atMs;
    this.look(at, entry);
  }

  /** Notes what is known of a call at a glance, anew after something has come to be known. */
  look(at: number, entry: WindowEntry): void {
    const { outcome, changes } = entry;
    const before = this.flags(at);
    let flags = before & ~GLANCE_FLAGS;
    const doneMs = entry.doneMs ?? Number.NaN;
    this.#times[(this.#place(at) + 1) * TIMES - 1] = doneMs;
    if (outcome !== undefined) {
      flags |= ANSWERED;
      flags |= outcome.kind === 'plain' || outcome.kind === 'done' ? SUCCEEDED : outcome.kind === 'failed' ? FAILED : 0;
      flags |= outcome.causeDigest === undefined ? 0 : HAS_CAUSE;
      flags |= outcome.life === 'running' ? RUNS : 0;
      this.setNumber(at, ANSWER, lowerBits(outcome.digest));
      this.setNumber(at, SHAPE, lowerBits(outcome.shapeDigest));
    }
    flags |= doneMs - entry.atMs >= SLOW_MS ? SLOW : 0;
    flags |= entry.moment !== undefined || entry.wait !== undefined || entry.excused === true ? ODD : 0;
    flags |= changes !== undefined && changes.length > 1 ? SEVERAL_TOPICS : 0;
    const topic = entry.reads?.target ?? changes?.[0]?.file;
    this.#setColumn(at, TOPIC, topic === undefined ? NO_TOPIC : lowerBits(topic));
    this.#setColumn(at, FLAGS, flags);
    this.#count(flags, 1);
    this.#count(before, -1);
  }

  #count(flags: number, times: number): void {
    this.#odd += (flags & ODD) === 0 ? 0 : times;
    this.#running += (flags & RUNS) === 0 ? 0 : times;
    this.#slow += (flags & SLOW) === 0 ? 0 : times;
    this.#severalTopics += (flags & SEVERAL_TOPICS) === 0 ? 0 : times;
  }

  /** Forgets the oldest calls. */
  shift(count = 1): void {
    for (let left = Math.min(count, this.#length); left > 0; left--) {
      this.#count(this.flags(0), -1);
      this.#ids[this.#first] = '';
      this.#held[this.#first] = undefined;
      this.#first = (this.#first + 1) % this.#capacity;
      this.#length -= 1;
    }
  }

  clear(): void {
    this.#numbers = new Int32Array(0);
    this.#times = new Float64Array(0);
    this.#ids = [];
    this.#held = [];
    this.#names.length = 0;
    this.#capacity = this.#columns = 0;
    this.#first = this.#length = this.#odd = this.#running = this.#slow = this.#severalTopics = 0;
  }

  /** Where a call lies: the oldest may lie behind the newest. */
  #place(at: number): number {
    const place = this.#first + at;
    return place < this.#capacity ? place : place - this.#capacity;
  }

  #numberOf(name: string): number {
    const known = this.#names.indexOf(name);
    return known >= 0 ? known : this.#names.push(name) - 1;
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
