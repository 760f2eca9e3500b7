import { BoundedMap } from '../values/boundedMap';
import {
  type Learned,
  type MomentRow,
  noteAnswer,
  noteCall,
  noteLast,
  noteMoment,
  REMEMBERED_ANSWERS,
  REMEMBERED_FAILURES,
} from './momentRows';
import type { Moment } from '../facts/moment';
import { succeeded } from '../facts/outcome';
import { type RecordedTask, REMEMBERED_TASKS } from '../facts/task';
import type { RecordedOutcome } from '../facts/recordedOutcome';
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
    const handles = isRunning && running.length > 0 ? (entry.signs.handles ?? []) : [];
    const namesIt = running.length === 0 || running.some((handle) => handles.includes(handle));
    // All that is new in the answer of a call that starts something is the name of what it started.
    const digest = isRunning && !namesIt ? entry.signature : outcome.digest;
    const isWait = entry.wait !== undefined || (isRunning && namesIt);
    noteAnswer(this.#learned, { signature: entry.signature, digest, isSuccess: succeeded(outcome), isWait });
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
