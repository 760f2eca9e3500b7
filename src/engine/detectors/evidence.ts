import type { Waiting } from '../waiting';
import type { WindowEntry } from '../window';
import type { WindowGlance } from '../windowGlance';
import type { RecordedTask } from '../task';
import type { NewestRun } from './newestRun';
import { groupedByRound, type Round, Rounds } from './rounds';

/** What happened beside the calls that count. */
interface Beside {
  /** The sub-agent that makes the call; undefined for the main agent. */
  readonly agent?: string | undefined;
  /** The tasks that were given to sub-agents since the last message, by all agents, oldest first. */
  readonly tasks?: readonly RecordedTask[];
  /** What happened that was no call, oldest first. */
  readonly moments?: readonly WindowEntry[] | undefined;
  /** What was answered before this is older than the TTL, and counts only because no pause came after it. */
  readonly recentMs?: number | undefined;
  /** Keeps the history as rounds. */
  readonly grouped?: { readonly rounds: readonly Round[]; readonly run: NewestRun } | undefined;
  /** Tells of all calls of the history whether it takes a look at them. */
  readonly glance?: WindowGlance | undefined;
}

/**
 * What a detector may need a call to have. `askedBefore`: the identical call is in the history. The others are fields
 * of the call itself.
 */
export type Need = 'askedBefore' | 'reads' | 'changes' | 'task';

/** Gives the history once somebody asks for it. */
interface Source {
  readonly entries: readonly WindowEntry[];
}

const NOTHING_BESIDE: Beside = {};

/** What the detectors may look at when they judge a call; made anew for each judgement. */
export class Evidence {
  #rounds: Rounds | undefined;
  #askedBefore: boolean | undefined;

  /**
   * @param candidate the call that asks to run; its outcome is not known yet
   * @param source earlier calls since the last real user message, oldest first, none older than the TTL
   *   and without waits that heard nothing new; or what gives them
   * @param isNew true when it is known that no call in the history is identical; otherwise the history is searched
   * @param waiting set for a call that waits for something that runs
   */
  constructor(
    readonly candidate: WindowEntry,
    private readonly source: readonly WindowEntry[] | Source,
    isNew = false,
    readonly waiting: Waiting | undefined = undefined,
    readonly beside: Beside = NOTHING_BESIDE,
  ) {
    this.#askedBefore = isNew ? false : undefined;
  }

  /** See the constructor. A detector that need not look at it asks {@link glance} first. */
  get history(): readonly WindowEntry[] {
    return isList(this.source) ? this.source : this.source.entries;
  }

  /** What can be told of the history without looking at it; undefined: nothing. */
  get glance(): WindowGlance | undefined {
    return this.beside.glance;
  }

  get agent(): string | undefined {
    return this.beside.agent;
  }

  get tasks(): readonly RecordedTask[] {
    return this.beside.tasks ?? [];
  }

  get moments(): readonly WindowEntry[] {
    return this.beside.moments ?? [];
  }

  /** Whether a call was answered within the TTL before the candidate, whatever came in between. */
  isRecent({ doneMs, atMs }: WindowEntry): boolean {
    return (doneMs ?? atMs) >= (this.beside.recentMs ?? -Infinity);
  }

  /** Whether the identical call is in the history: the cheapest question, asked before any other. */
  get askedBefore(): boolean {
    this.#askedBefore ??= this.history.some((call) => call.signature === this.candidate.signature);
    return this.#askedBefore;
  }

  has(need: Need): boolean {
    return need === 'askedBefore' ? this.askedBefore : this.candidate[need] !== undefined;
  }

  /** The history as rounds; only made when a detector asks for it, and then once for all of them. */
  get rounds(): Rounds {
    if (this.#rounds === undefined) {
      const { history, candidate } = this;
      const { grouped } = this.beside;
      const rounds = grouped?.rounds ?? groupedByRound(history).values;
      this.#rounds = new Rounds(history, rounds, candidate, grouped?.run);
    }
    return this.#rounds;
  }
}

function isList(source: readonly WindowEntry[] | Source): source is readonly WindowEntry[] {
  return Array.isArray(source);
}
