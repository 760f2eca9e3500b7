import type { RecordedTask } from '../facts/task';
import type { CallWindow } from './callWindow';
import type { LastMessage } from './lastMessage';
import type { SinceMessage } from './sinceMessage';
import { isSilentWait, unansweredSince, type Waiting, waitingOf } from './waiting';
import type { WindowEntry } from './entry';
import { Rounds } from './rounds';
import type { RecordedChange } from '../facts/call';

export class Evidence {
  readonly rounds: Rounds;
  readonly isKnownCall: boolean;
  #steps: readonly Step[] | undefined;

  constructor(
    readonly candidate: WindowEntry,
    /** The earlier calls that count, oldest first, see {@link evidenceOf}. */
    readonly history: readonly WindowEntry[],
    readonly waiting?: Waiting,
    readonly agent?: string,
    /** Given to subagents since the last message, by all agents, oldest first. */
    readonly tasks: readonly RecordedTask[] = [],
    readonly moments: readonly WindowEntry[] = [],
    /** Calls before this index count for a warning, never for a stop. */
    readonly firstIndex = 0,
    /** The identical calls right before the candidate, one for each round, also across pauses longer than the TTL. */
    readonly inRow: readonly WindowEntry[] = [],
  ) {
    this.rounds = new Rounds(history, candidate);
    this.isKnownCall = history.some((call) => call.signature === candidate.signature);
  }

  /** The rounds before the candidate's own, newest first. */
  get steps(): readonly Step[] {
    return (this.#steps ??= this.rounds.newestFirst.map((round) => {
      const match = round.find((call) => call.signature === this.candidate.signature);
      const others = round.filter((call) => call.signature !== this.candidate.signature);
      return { match, beside: besideOf(others, this.rounds, match !== undefined) };
    }));
  }

  /** From the calls of the candidate's own round that were answered before it. */
  get besideNow(): Beside {
    return besideOf(this.rounds.siblings, this.rounds, true);
  }

  /** Another call has brought something new since the one of this index. */
  hasNewsSince(index: number): boolean {
    return this.#othersSince(index).some((others) => besideOf(others, this.rounds, false) === 'progress');
  }

  /** As {@link hasNewsSince}, or an accepted edit has undone an earlier one. */
  hasActedSince(index: number): boolean {
    const isNewEdit = (call: WindowEntry): boolean =>
      call.changes !== undefined && ['new', 'acknowledged'].includes(this.rounds.gainOf(call));
    return this.hasNewsSince(index) || this.#othersSince(index).flat().some(isNewEdit);
  }

  #othersSince(index: number): readonly (readonly WindowEntry[])[] {
    return [...this.rounds.oldestFirst, this.rounds.siblings].map((round) =>
      round.filter((call) => call.index > index && call.signature !== this.candidate.signature),
    );
  }

  get hasNewsSinceRepeat(): boolean {
    const last = this.steps.findIndex(({ match }) => match !== undefined);
    const since = this.steps.slice(0, Math.max(0, last));
    return [this.besideNow, ...since.map(({ beside }) => beside)].includes('progress');
  }
}

interface Reach {
  readonly windowSize: number;
  readonly ttlSeconds: number;
  readonly nowMs: number;
}

interface Memory {
  readonly agent?: string | undefined;
  readonly window: Pick<CallWindow, 'history' | 'identicalAtEnd'>;
  readonly lastMessage: Pick<LastMessage, 'firstIndex'>;
  readonly shared: { readonly hasStarted: boolean; readonly sinceMessage: Pick<SinceMessage, 'tasks'> };
}

/**
 * Waits without news, moments, and known calls repeated after a compaction do not count.
 * Side effect: the entry notes what was found out about it, and waits that turn out to be none count again.
 */
export function evidenceOf(entry: WindowEntry, reach: Reach, { agent, window, lastMessage, shared }: Memory): Evidence {
  const { windowSize, ttlSeconds, nowMs } = reach;
  const history = window.history(windowSize, ttlSeconds, nowMs);
  const inRow = window.identicalAtEnd(entry.signature);
  const earlier = history.findLast(({ signature }) => signature === entry.signature);
  const waiting = waitingOf(entry, history.length === 0 ? inRow : history, shared.hasStarted);
  if (waiting?.isPointless === true) {
    waiting.silent.forEach((call) => (call.wait = undefined));
  }
  if (waiting?.kind === 'waits') {
    entry.wait = unansweredSince(waiting.before);
  }
  if (earlier !== undefined) {
    // Excused is the first repetition of a known call after a compaction, which took its answer away.
    const isExcused = entry.moment === undefined && (earlier.compactions ?? 0) < (entry.compactions ?? 0);
    entry.excused = isExcused || undefined;
    const last = history.at(-1);
    const isBackToBack = last !== undefined && Math.abs(entry.atMs - last.atMs) < BACK_TO_BACK_MS;
    entry.rush = isBackToBack ? (last.rush ?? 1) + 1 : 1;
  }
  return new Evidence(
    entry,
    history.filter(counts),
    waiting,
    agent,
    shared.sinceMessage.tasks,
    history.filter(({ moment }) => moment !== undefined),
    lastMessage.firstIndex,
    inRow.filter((call, at) => counts(call) && call.round !== (inRow[at + 1] ?? entry).round),
  );
}

/** Calls that begin sooner after each other are back to back: no time passes between them, nor in them. */
const BACK_TO_BACK_MS = 500;

function counts(entry: WindowEntry): boolean {
  return entry.moment === undefined && entry.excused !== true && !isSilentWait(entry);
}

/**
 * What other calls brought in the round of a repeat or between two of them: `progress`, so that the same question may
 * have another answer; a new `reason` why an edit is rejected, which may justify another look, or a known one
 * (`rejected`); `unsure`; or nothing.
 */
export type Beside = 'progress' | 'reason' | 'rejected' | 'unsure' | 'nothing';

interface Step {
  readonly match: WindowEntry | undefined;
  readonly beside: Beside;
}

/** @param areOfMatch next to a repeat, answers that differ only in numbers, such as a clock's, are no progress */
function besideOf(calls: readonly WindowEntry[], rounds: Rounds, areOfMatch: boolean): Beside {
  const brought = calls.map((call) => broughtBeside(call, rounds, areOfMatch));
  return (['progress', 'rejected', 'reason', 'unsure'] as const).find((each) => brought.includes(each)) ?? 'nothing';
}

function broughtBeside(call: WindowEntry, rounds: Rounds, isOfMatch: boolean): Beside {
  const { outcome, edits } = call;
  if (rounds.hasProgress([call])) {
    const isClock = isOfMatch && rounds.gainOf(call) === 'changed' && differsInNumbers(call, rounds);
    return isClock || undoes(call, rounds) ? 'unsure' : 'progress';
  }
  if (edits === true && outcome?.kind === 'failed') {
    return isForNewReason(call, rounds) ? 'reason' : 'rejected';
  }
  return outcome === undefined || outcome.isVerdict === true ? 'unsure' : 'nothing';
}

function isForNewReason({ index, outcome }: WindowEntry, rounds: Rounds): boolean {
  const cause = outcome?.causeDigest;
  return (
    cause !== undefined &&
    !rounds.callsBefore(index).some((call) => call.edits === true && call.outcome?.causeDigest === cause)
  );
}

/** What follows an edit that undoes an earlier one is known. */
function undoes({ changes = [], index }: WindowEntry, rounds: Rounds): boolean {
  const earlier = changes.length === 0 ? [] : rounds.callsBefore(index).flatMap((call) => call.changes ?? []);
  return changes.some((change) => earlier.some((other) => other.file === change.file && takesBack(change, other)));
}

function takesBack({ replaces, content }: RecordedChange, earlier: RecordedChange): boolean {
  return replaces === undefined
    ? content !== undefined && (content === earlier.content || content === earlier.before)
    : replaces.old === earlier.replaces?.new && replaces.new === earlier.replaces.old;
}

const LEAST_ANSWERS = 3;

/** A clock or a list of processes returns other numbers each time. */
function differsInNumbers({ signature }: WindowEntry, rounds: Rounds): boolean {
  const outcomes = rounds
    .callsBefore(Infinity)
    .flatMap((call) => (call.signature === signature && call.outcome !== undefined ? [call.outcome] : []));
  return (
    outcomes.length >= LEAST_ANSWERS &&
    outcomes.every(({ digest, shapeDigest }, at) => {
      const before = outcomes[at - 1];
      return before === undefined || (before.digest !== digest && before.shapeDigest === shapeDigest);
    })
  );
}
