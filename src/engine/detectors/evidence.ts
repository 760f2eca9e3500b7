import type { RecordedTask } from '../task';
import type { Waiting } from '../waiting';
import type { WindowEntry } from '../window';
import { Rounds } from './rounds';

/** What happened beside the calls that count. */
interface Beside {
  /** The sub-agent that makes the call; undefined for the main agent. */
  readonly agent?: string | undefined;
  /** The tasks that were given to sub-agents since the last message, by all agents, oldest first. */
  readonly tasks?: readonly RecordedTask[];
  /** What happened that was no call, oldest first. */
  readonly moments?: readonly WindowEntry[];
  /** What was answered before this is older than the TTL, and counts only because no pause came after it. */
  readonly recentMs?: number;
}

/** What the detectors may look at when they judge a call; made anew for each judgement. */
export class Evidence {
  #rounds: Rounds | undefined;
  #askedBefore: boolean | undefined;
  readonly agent: string | undefined;
  readonly tasks: readonly RecordedTask[];
  readonly moments: readonly WindowEntry[];
  readonly #recentMs: number;

  /**
   * @param candidate the call that asks to run; its outcome is not known yet
   * @param history earlier calls since the last real user message, oldest first, none older than the TTL
   *   and without waits that heard nothing new
   * @param waiting set for a call that waits for something that runs
   */
  constructor(
    readonly candidate: WindowEntry,
    readonly history: readonly WindowEntry[],
    readonly waiting?: Waiting,
    { agent, tasks = [], moments = [], recentMs = -Infinity }: Beside = {},
  ) {
    this.agent = agent;
    this.tasks = tasks;
    this.moments = moments;
    this.#recentMs = recentMs;
  }

  /** Whether a call was answered within the TTL before the candidate, whatever came in between. */
  isRecent({ doneMs, atMs }: WindowEntry): boolean {
    return (doneMs ?? atMs) >= this.#recentMs;
  }

  /** Whether the identical call is in the history. */
  get askedBefore(): boolean {
    this.#askedBefore ??= this.history.some((call) => call.signature === this.candidate.signature);
    return this.#askedBefore;
  }

  /** The history as rounds; only made when a detector asks for it, and then once for all of them. */
  get rounds(): Rounds {
    this.#rounds ??= new Rounds(this.history, this.candidate);
    return this.#rounds;
  }
}
