import { BoundedMap } from '../values/boundedMap';
import type { Moment } from '../facts/moment';
import { succeeded } from '../facts/outcome';
import { gainOf, isProgress } from './gain';
import { type RecordedTask, REMEMBERED_TASKS } from '../facts/task';
import type { RecordedOutcome } from '../facts/call';
import type { WindowEntry } from './entry';

/** What is kept of it between processes. */
export interface StoredSinceMessage {
  readonly tasks: readonly RecordedTask[];
  readonly answers: readonly (readonly [signature: string, digest: string])[];
  /** Of calls that failed; older versions kept none. */
  readonly failures?: readonly (readonly [signature: string, digest: string])[] | undefined;
  readonly rows: readonly (readonly [moment: Moment, row: MomentRow])[];
  readonly compactions: number;
}

/** Nothing has happened yet. */
const NOTHING_SINCE: StoredSinceMessage = { tasks: [], answers: [], rows: [], compactions: 0 };

/**
 * What happened since the last message of the person, in a conversation with all its sub-agents, that counts for longer
 * than a call stays in the window.
 */
export class SinceMessage {
  #tasks: RecordedTask[];
  #compactions: number;
  readonly #learned: Learned;

  constructor({ tasks, answers, failures = [], rows, compactions }: StoredSinceMessage = NOTHING_SINCE) {
    this.#tasks = [...tasks];
    this.#compactions = compactions;
    this.#learned = {
      answers: new BoundedMap(REMEMBERED_ANSWERS),
      failures: new BoundedMap(REMEMBERED_FAILURES),
      rows: new Map(rows),
    };
    answers.forEach(([signature, digest]) => noteLast(this.#learned.answers, signature, digest));
    failures.forEach(([signature, digest]) => noteLast(this.#learned.failures, signature, digest));
  }

  /** The tasks given to sub-agents, oldest first. */
  get tasks(): readonly RecordedTask[] {
    return this.#tasks;
  }

  get compactions(): number {
    return this.#compactions;
  }

  /** Takes note that a call runs. */
  ran({ signature, task, index, round, moment, changes }: WindowEntry, agent: string | undefined): void {
    if (moment === undefined) {
      noteCall(this.#learned, signature);
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

  /** Takes note of what became of a call. */
  answered(entry: WindowEntry, outcome: RecordedOutcome): void {
    const { life, running = [] } = outcome;
    const isRunning = life === 'running';
    const handles = isRunning && running.length > 0 ? (entry.handles ?? []) : [];
    const namesIt = running.length === 0 || running.some((handle) => handles.includes(handle));
    // All that is new in the answer of a call that starts something is the name of what it started.
    const told = isRunning && !namesIt ? { ...outcome, digest: entry.signature } : outcome;
    noteAnswer(this.#learned, entry, told, entry.wait !== undefined || (isRunning && namesIt));
  }

  /**
   * Takes note of a moment.
   * @param signature what happened, as a digest
   * @returns see {@link noteMoment}
   */
  happened(moment: Moment, signature: string): number {
    return noteMoment(this.#learned, moment, signature);
  }

  stored(): StoredSinceMessage {
    const { answers, failures, rows } = this.#learned;
    return {
      tasks: this.#tasks,
      answers: [...answers],
      failures: [...failures],
      rows: [...rows],
      compactions: this.#compactions,
    };
  }

  clear(): void {
    this.#tasks = [];
    this.#compactions = 0;
    this.#learned.answers.clear();
    this.#learned.failures.clear();
    this.#learned.rows.clear();
  }
}

/** How many answers are remembered, to tell new ones from old ones. */
const REMEMBERED_ANSWERS = 500;
const REMEMBERED_FAILURES = 100;

/** Moments of each kind in a row, with nothing new between them. */
interface MomentRow {
  readonly count: number;
  /** A call has told something new since the last one. */
  readonly hasNews: boolean;
  /** Of turns that no person began: the last one has made a call. */
  readonly hasCalls?: boolean | undefined;
}

/** What a conversation learned since the last message, beyond what its window holds. */
interface Learned {
  /** The last answer of each call that went well; both by their {@link shortName}. */
  readonly answers: BoundedMap<string, string>;
  readonly failures: BoundedMap<string, string>;
  readonly rows: Map<Moment, MomentRow>;
}

/** So few calls are known that the end of a digest tells them apart; states of 0.3.0 hold no more of it. */
const SHORT_NAME = 5;

function shortName(digest: string): string {
  return digest.slice(-SHORT_NAME);
}

/**
 * Takes note of the last answer of a call, which keeps its place if it is known.
 * @returns whether it is another one than before
 */
export function noteLast(known: Map<string, string>, signature: string, digest: string): boolean {
  const [name, answer] = [shortName(signature), shortName(digest)];
  const isNew = known.get(name) !== answer;
  known.set(name, answer);
  return isNew;
}

/** Takes note of a call that runs, whose answer may never be known. */
function noteCall({ answers, failures, rows }: Learned, signature: string): void {
  const row = rows.get('woken');
  if (row !== undefined) {
    const isNew = !answers.has(shortName(signature)) && !failures.has(shortName(signature));
    rows.set('woken', { ...row, hasCalls: true, hasNews: row.hasNews || isNew });
  }
}

/**
 * Takes note of the result of a call, as {@link gainOf} sees it. For a turn that no person began, a new failure is news
 * too, and so is that something still runs.
 */
function noteAnswer(
  { answers, failures, rows }: Learned,
  call: WindowEntry,
  outcome: RecordedOutcome,
  isWait: boolean,
) {
  const [name, digest] = [shortName(call.signature), shortName(outcome.digest)];
  const [ofKind, others] = succeeded(outcome) ? [answers, failures] : [failures, answers];
  const before = ofKind.get(name) ?? others.get(name);
  const gain = gainOf(call, { ...outcome, digest }, { isKnown: before !== undefined, before, hasFailed: false });
  ofKind.set(name, digest);
  rows.forEach((row, moment) => {
    const isNews = isProgress(gain) || (moment === 'woken' && (gain === 'failedAnew' || isWait));
    rows.set(moment, { ...row, hasNews: row.hasNews || isNews });
  });
}

/**
 * Takes note of a moment.
 * @param signature what happened, as a digest
 * @returns how many of its kind have come in a row, with nothing new between them; for turns that no person began, how
 * many have ended so, or 0 if the last one made no call
 */
function noteMoment(learned: Learned, moment: Moment, signature: string): number {
  const { rows } = learned;
  const row = rows.get(moment);
  if (moment === 'woken') {
    return noteWaking(learned, row, signature);
  }
  const count = row === undefined || row.hasNews ? 1 : row.count + 1;
  rows.set(moment, { count, hasNews: false });
  return count;
}

/** A turn without calls neither counts nor ends the row: the agent may wait for several things. */
function noteWaking({ answers, rows }: Learned, row: MomentRow | undefined, signature: string): number {
  const saysNews = noteLast(answers, signature, signature);
  const isInRow = row !== undefined && !row.hasNews && !saysNews;
  const counts = isInRow && row.hasCalls === true;
  const count = isInRow ? row.count + (counts ? 1 : 0) : 0;
  rows.set('woken', { count, hasNews: false, hasCalls: false });
  return counts ? count : 0;
}
