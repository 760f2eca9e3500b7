import { KnownAnswers } from './knownAnswers';
import { type Learned, type Moment, type MomentRow, noteAnswer, noteMoment, REMEMBERED_ANSWERS } from './moment';
import { succeeded } from './outcome';
import { type RecordedTask, REMEMBERED_TASKS } from './task';
import type { RecordedOutcome, WindowEntry } from './window';

/** What is kept of it between processes. */
export interface StoredSinceMessage {
  readonly tasks: readonly RecordedTask[];
  readonly answers: readonly (readonly [signature: string, digest: string])[];
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

  constructor({ tasks, answers, rows, compactions }: StoredSinceMessage = NOTHING_SINCE) {
    this.#tasks = [...tasks];
    this.#compactions = compactions;
    this.#learned = { answers: new KnownAnswers(REMEMBERED_ANSWERS), rows: new Map(rows) };
    answers.forEach(([signature, digest]) => this.#learned.answers.note(signature, digest));
  }

  /** The tasks given to sub-agents, oldest first. */
  get tasks(): readonly RecordedTask[] {
    return this.#tasks;
  }

  get compactions(): number {
    return this.#compactions;
  }

  /** Takes note that a call runs. */
  ran({ task, index, round, moment, changes }: WindowEntry, agent: string | undefined): void {
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
  answered({ signature }: WindowEntry, outcome: RecordedOutcome): void {
    if (succeeded(outcome)) {
      noteAnswer(this.#learned, signature, outcome.digest);
    }
  }

  /**
   * Takes note of a moment.
   * @returns how many of its kind have come in a row, with nothing new between them
   */
  happened(moment: Moment): number {
    return noteMoment(this.#learned, moment);
  }

  stored(): StoredSinceMessage {
    const { answers, rows } = this.#learned;
    return { tasks: this.#tasks, answers: answers.entries(), rows: [...rows], compactions: this.#compactions };
  }

  clear(): void {
    this.#tasks = [];
    this.#compactions = 0;
    this.#learned.answers.clear();
    this.#learned.rows.clear();
  }
}
