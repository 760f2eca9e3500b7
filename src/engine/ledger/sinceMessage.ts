import { BoundedMap } from '../values/boundedMap';
import type { Moment, RecordedOutcome } from '../facts/call';
import { succeeded } from '../facts/outcome';
import { gainOf, isProgress } from './gain';
import { type RecordedTask, REMEMBERED_TASKS } from '../facts/task';
import type { WindowEntry } from './entry';

export interface StoredSinceMessage {
  readonly tasks: readonly RecordedTask[];
  readonly answers: readonly (readonly [signature: string, digest: string])[];
  readonly failures: readonly (readonly [signature: string, digest: string])[];
  readonly rows: readonly (readonly [moment: Moment, row: MomentRow])[];
  readonly compactions: number;
}

const NOTHING_SINCE: StoredSinceMessage = { tasks: [], answers: [], failures: [], rows: [], compactions: 0 };

/** Moments of one kind in a row, with nothing new between them. */
interface MomentRow {
  readonly count: number;
  readonly hasNews: boolean;
  /** For turns that no user began: the last one has made a call. */
  readonly hasCalls?: boolean | undefined;
}

const REMEMBERED_RESULTS = 500;
const REMEMBERED_FAILURES = 100;

/** What counts for longer than a call stays in the window, for a conversation with all its subagents. */
export class SinceMessage {
  #tasks: RecordedTask[];
  #compactions: number;
  /** The last results by signature, of calls that succeeded and of calls that failed, under their short names. */
  readonly #results = new BoundedMap<string, string>(REMEMBERED_RESULTS);
  readonly #failures = new BoundedMap<string, string>(REMEMBERED_FAILURES);
  #rows: Partial<Record<Moment, MomentRow>>;

  constructor({ tasks, answers, failures, rows, compactions }: StoredSinceMessage = NOTHING_SINCE) {
    this.#tasks = [...tasks];
    this.#compactions = compactions;
    this.#rows = Object.fromEntries(rows);
    answers.forEach(([signature, digest]) => this.#results.set(signature, digest));
    failures.forEach(([signature, digest]) => this.#failures.set(signature, digest));
  }

  get tasks(): readonly RecordedTask[] {
    return this.#tasks;
  }

  get compactions(): number {
    return this.#compactions;
  }

  /** A call runs; its result may never be known. */
  ran({ signature, task, index, round, moment, changes }: WindowEntry, agent: string | undefined): void {
    const row = this.#rows.woken;
    if (moment === undefined && row !== undefined) {
      const isNew = !this.#results.has(shortName(signature)) && !this.#failures.has(shortName(signature));
      this.#rows.woken = { ...row, hasCalls: true, hasNews: row.hasNews || isNew };
    }
    if (changes !== undefined && this.#tasks.length > 0) {
      this.#tasks = this.#tasks.map((given) => (given.agent === agent ? { ...given, isBeforeEdit: true } : given));
    }
    if (task !== undefined) {
      this.#tasks = [...this.#tasks, { ...task, agent, index, round }].slice(-REMEMBERED_TASKS);
    }
    if (moment === 'compacted') {
      this.#compactions += 1;
    }
  }

  /**
   * News is what {@link gainOf} calls progress. For a turn that no user began, so are a new failure, and that something
   * still runs.
   */
  answered(call: WindowEntry, outcome: RecordedOutcome): void {
    const { life, running = [] } = outcome;
    const { handles = [] } = call;
    const namesIt = running.length === 0 || running.some((handle) => handles.includes(handle));
    const isWait = call.wait !== undefined || (life === 'running' && namesIt);
    const signature = shortName(call.signature);
    // If a call starts something, only the name of what it started is new in its result.
    const digest = life === 'running' && !namesIt ? signature : shortName(outcome.digest);
    const [ofKind, others] = succeeded(outcome) ? [this.#results, this.#failures] : [this.#failures, this.#results];
    const before = ofKind.get(signature) ?? others.get(signature);
    const gain = gainOf(call, { ...outcome, digest }, { isKnown: before !== undefined, before, hasFailed: false });
    ofKind.set(signature, digest);
    for (const [moment, row] of Object.entries(this.#rows) as [Moment, MomentRow][]) {
      const isNews = isProgress(gain) || (moment === 'woken' && (gain === 'failedAnew' || isWait));
      this.#rows[moment] = { ...row, hasNews: row.hasNews || isNews };
    }
  }

  /**
   * @param signature what happened, as a digest
   * @returns how many of its kind have come in a row, with nothing new between them; for turns that no user began, how
   * many have ended so, or 0 if the last one made no call
   */
  happened(moment: Moment, signature: string): number {
    const row = this.#rows[moment];
    if (moment === 'woken') {
      return this.#wokenBy(signature, row);
    }
    const count = row === undefined || row.hasNews ? 1 : row.count + 1;
    this.#rows[moment] = { count, hasNews: false };
    return count;
  }

  /** A turn without calls neither counts nor ends the row: the agent may wait for several things. */
  #wokenBy(signature: string, row: MomentRow | undefined): number {
    const isKnown = this.#results.has(shortName(signature));
    this.#results.set(shortName(signature), shortName(signature));
    const isInRow = row !== undefined && !row.hasNews && isKnown;
    const counts = isInRow && row.hasCalls === true;
    const count = isInRow ? row.count + (counts ? 1 : 0) : 0;
    this.#rows.woken = { count, hasNews: false, hasCalls: false };
    return counts ? count : 0;
  }

  stored(): StoredSinceMessage {
    return {
      tasks: this.#tasks,
      answers: [...this.#results],
      failures: [...this.#failures],
      rows: Object.entries(this.#rows) as [Moment, MomentRow][],
      compactions: this.#compactions,
    };
  }

  clear(): void {
    this.#tasks = [];
    this.#compactions = 0;
    this.#results.clear();
    this.#failures.clear();
    this.#rows = {};
  }
}

/** So few calls are known that the end of a digest distinguishes them. */
function shortName(digest: string): string {
  return digest.slice(-5);
}
