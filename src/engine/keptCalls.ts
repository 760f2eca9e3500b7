import { isPastUse, passedBy } from './argumentUse';
import { ANSWERED, PACKED } from './callFlags';
import type { CallRows } from './callRows';
import { addToRounds, groupedByRound, type GrowingRound, type Round } from './detectors/rounds';
import { NewestRun } from './detectors/newestRun';
import { fold } from './foldedArguments';
import { leaveArguments, pack, unpacked } from './packedCall';
import { sharedOutcome } from './sharedOutcome';
import { SlidingList } from './slidingList';
import type { UnpackedCalls } from './unpackedCalls';
import type { RecordedOutcome, WindowEntry } from './window';

/** After this many calls for which nobody asked for the earlier ones, these are packed again. */
const QUIET_CALLS = 8;

/** At most this many tools and surfaces have names before those of forgotten calls are forgotten, too. */
const MOST_NAMES = 256;

/**
 * The calls of a window, oldest first, as rows of numbers and, when somebody asks for them, as the calls themselves.
 * They are unpacked for the first who asks and stay so as long as somebody keeps asking.
 */
export class KeptCalls {
  /** The calls themselves, while they are unpacked. */
  #entries: SlidingList<WindowEntry> | undefined;
  /** The entries as rounds, from the first time that somebody asks for them. */
  #rounds: SlidingList<GrowingRound> | undefined;
  #run: NewestRun | undefined;
  #quietCalls = 0;
  /** Holds the arguments of packed calls again that are folded. */
  #unfold: (() => void) | undefined;

  constructor(
    private readonly rows: CallRows,
    private readonly allUnpacked: UnpackedCalls,
  ) {}

  /** The calls for somebody who asks for them. */
  get entries(): readonly WindowEntry[] {
    this.#quietCalls = 0;
    this.allUnpacked.asked(this);
    return this.unpacked();
  }

  /** The calls for somebody who asks for them, as rounds; the array grows with the next call. */
  get rounds(): readonly Round[] {
    this.#rounds ??= groupedByRound(this.entries);
    return this.#rounds.values;
  }

  /** What is known of the run that the rounds end with. */
  get run(): NewestRun {
    this.#run ??= new NewestRun();
    return this.#run;
  }

  /** One call; while the calls are packed, a new object each time. */
  at(at: number): WindowEntry {
    return (
      this.#entries?.values[at] ??
      (this.rows.is(at, PACKED) ? unpacked(this.#unfolded(), at) : (this.rows.held(at) as WindowEntry))
    );
  }

  /** The calls for the window itself, which doesn't count as asking. */
  unpacked(): readonly WindowEntry[] {
    if (this.#entries === undefined) {
      const entries = Array.from({ length: this.rows.length }, (_, at) => this.at(at));
      entries.forEach((entry, at) => this.rows.setUnpacked(at, entry));
      this.#entries = new SlidingList(entries);
    }
    return this.#entries.values;
  }

  /** Adds the newest call; the oldest calls beyond the capacity are forgotten. */
  append(entry: WindowEntry, capacity: number): void {
    const { rows } = this;
    this.forgetOldest(rows.length + 1 - capacity);
    if (rows.nameCount > Math.max(MOST_NAMES, 2 * capacity)) {
      this.refill(this.unpacked());
    }
    rows.push(entry, capacity);
    this.#entries?.add(entry);
    if (this.#rounds !== undefined) {
      addToRounds(this.#rounds, entry);
    }
    this.#quietCalls += 1;
    if (this.#entries !== undefined && this.#quietCalls > QUIET_CALLS) {
      this.pack();
    }
  }

  /** An outcome as a call holds it: while the calls are unpacked, equal outcomes are one object. */
  outcomeFor(recorded: RecordedOutcome): RecordedOutcome {
    return this.#entries === undefined ? recorded : sharedOutcome(recorded, this.#entries.values);
  }

  /** Takes note that a call has been answered. */
  answered(at: number, entry: WindowEntry): void {
    this.rows.look(at, entry);
    if (this.#entries === undefined) {
      pack(this.rows, at, entry, !isPastUse(entry));
      this.#leaveArguments(at);
    }
  }

  /** Packs all answered calls. */
  pack(): void {
    this.#entries?.values.forEach((entry, at) => {
      if (this.rows.is(at, ANSWERED)) {
        pack(this.rows, at, entry, !isPastUse(entry));
      }
    });
    this.#entries = undefined;
    this.#rounds = this.#run = undefined;
    for (let at = 0; at < this.rows.length; at++) {
      this.#leaveArguments(at);
    }
  }

  /** Packs all answered calls, and their arguments together. */
  rest(): void {
    const { compression } = this.allUnpacked;
    this.pack();
    if (compression !== undefined) {
      this.#unfold = fold(this.#unfolded(), compression);
    }
  }

  /** The rows with all arguments that they hold. */
  #unfolded(): CallRows {
    this.#unfold?.();
    this.#unfold = undefined;
    return this.rows;
  }

  /** Keeps these calls instead of all others. */
  refill(entries: readonly WindowEntry[]): void {
    this.rows.clear();
    entries.forEach((entry) => this.rows.push(entry, entries.length));
    this.#entries = new SlidingList(entries);
    this.#rounds = this.#run = this.#unfold = undefined;
  }

  /** Forgets the oldest calls; none if the count is not positive. */
  forgetOldest(count: number): void {
    for (let left = count; left > 0; left--) {
      this.rows.shift();
      this.#entries?.loseOldest();
      const oldest = this.#rounds?.oldest;
      if (oldest !== undefined && oldest.length > 1) {
        oldest.shift();
      } else {
        this.#rounds?.loseOldest();
      }
    }
  }

  clear(): void {
    this.rows.clear();
    this.#entries = undefined;
    this.#rounds = this.#run = this.#unfold = undefined;
    this.allUnpacked.packed(this);
  }

  /** Lets go of arguments that nobody will ask for after this answered call. */
  #leaveArguments(at: number): void {
    for (const earlier of passedBy(this.rows, at)) {
      leaveArguments(this.rows, earlier);
    }
  }
}
