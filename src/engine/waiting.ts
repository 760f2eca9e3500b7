import { signsOf } from './callSigns';
import type { WaitingSince, WindowEntry } from './window';

/**
 * Waiting is its own kind. The model asks for the state of something that runs: the world changes without it, nobody
 * tells it when that is done, and asking again is the only way to learn it. So a call that waits is no repeat, however
 * often it comes.
 *
 * No single sign proves it. A test that is run again takes long and is a loop; a tool called `get_output` may read a
 * file; a report may hold the word "pending". Two of three have to come together:
 * - the call before blocked: it took a second, or most of the time that its own arguments allow;
 * - the call asks to wait: its tool's name says so, or it sleeps, watches, or sends nothing to something that runs;
 * - the answer before says that something goes on: running, pending, not ready, timed out waiting.
 * An announced end takes all of it back, and so does a failure that does not say that something goes on. Asking at
 * once for the state of what runs is a wait as long as the answers change. When they do not, it is patience: it is
 * warned of like any other call, and stopped only at the ceiling.
 */
export interface Waiting {
  readonly kind: 'waits' | 'patient';
  /** The last answered call that asked the same, or else the last one of the same tool. */
  readonly before: WindowEntry;
  /** Earlier calls of the same wait that have heard nothing new since, oldest first. */
  readonly silent: readonly WindowEntry[];
}

/** From this time on a call blocked. Calls that loop are answered in less than half of it. */
const BLOCKING_MS = 950;

/** From this time on a call blocked if its own arguments hardly allowed it more. */
const SHORT_BLOCKING_MS = 500;

/** The share of its own time limit that such a call takes. */
const SHARE_OF_LIMIT = 0.8;

/**
 * Whether a call waits, by what it asks and by what came of asking before.
 * @returns undefined for a call that is to be judged like any other
 */
export function waitingOf(candidate: WindowEntry, history: readonly WindowEntry[]): Waiting | undefined {
  if (!history.some(showsWait)) {
    return undefined;
  }
  const before = lastAsked(candidate, history);
  const kind = before === undefined ? undefined : waitingKind(candidate, before, history);
  if (before === undefined || kind === undefined) {
    return undefined;
  }
  const { sinceMs } = silenceAfter(before);
  return { kind, before, silent: history.filter(({ wait }) => wait?.sinceMs === sinceMs) };
}

/** A glance: without any such call in the history there is no wait. */
function showsWait({ wait, outcome, doneMs, atMs }: WindowEntry): boolean {
  return (
    wait !== undefined || outcome?.life === 'running' || (doneMs !== undefined && doneMs - atMs >= SHORT_BLOCKING_MS)
  );
}

/** Since when a call that waits has heard nothing new: since the answer before, if that was new itself. */
export function silenceAfter(before: WindowEntry): WaitingSince {
  const { wait, outcome, doneMs, atMs } = before;
  return wait !== undefined && wait.answer === outcome?.digest
    ? wait
    : { sinceMs: doneMs ?? atMs, answer: outcome?.digest };
}

/** A wait that was answered as before: it is neither work nor a repeat. */
export function isIdleWait({ wait, outcome }: WindowEntry): boolean {
  return wait !== undefined && outcome !== undefined && outcome.digest === wait.answer;
}

function waitingKind(
  candidate: WindowEntry,
  before: WindowEntry,
  history: readonly WindowEntry[],
): Waiting['kind'] | undefined {
  const { outcome } = before;
  const isOn = outcome?.life === 'running' || (outcome?.kind !== 'failed' && isToldToRun(candidate, history));
  const blocked = hasBlocked(before);
  const hasWaited = history.some(({ index, wait }) => index > before.index && wait !== undefined);
  if (outcome === undefined || !(isOn || blocked === true || hasWaited)) {
    return undefined;
  }
  const { asksToWait } = signsOf(candidate);
  if (asksToWait === 'no' || (outcome.life === 'ended' && asksToWait !== 'command')) {
    return undefined;
  }
  const asks = asksToWait !== undefined;
  // What another call of the tool was told says nothing of this one, unless this one asks for it.
  const isAsked = asks || before.signature === candidate.signature;
  const goesOn = isAsked && isOn;
  if (outcome.kind === 'failed' && !goesOn) {
    return undefined;
  }
  // Sleep, look, sleep, look: the wait stands in a call of its own.
  if (isAsked && hasWaited) {
    return 'waits';
  }
  if (blocked === true) {
    return asks || goesOn ? 'waits' : undefined;
  }
  if (!asks || !goesOn) {
    return undefined;
  }
  return blocked === undefined || hasChanged(before, history) ? 'waits' : 'patient';
}

/**
 * What is asked for by its handle was said to run, and nothing has said since that it ended: the answers in between
 * hold what it printed and no more.
 */
function isToldToRun(candidate: WindowEntry, history: readonly WindowEntry[]): boolean {
  return (
    signsOf(candidate).asksToWait === 'handle' &&
    history.findLast(({ outcome }) => outcome?.life !== undefined)?.outcome?.life === 'running'
  );
}

/** The same call was answered otherwise the time before: what it asks for is alive. */
function hasChanged({ signature, index, outcome }: WindowEntry, history: readonly WindowEntry[]): boolean {
  const earlier = history.findLast(
    (call) => call.signature === signature && call.index < index && call.outcome !== undefined,
  );
  return earlier !== undefined && earlier.outcome?.digest !== outcome?.digest;
}

function lastAsked(candidate: WindowEntry, history: readonly WindowEntry[]): WindowEntry | undefined {
  const answered = (call: WindowEntry): boolean => call.outcome !== undefined && call.round !== candidate.round;
  return (
    history.findLast((call) => call.signature === candidate.signature && answered(call)) ??
    history.findLast((call) => call.tool === candidate.tool && answered(call))
  );
}

/** Undefined when nobody knows how long the call took. */
function hasBlocked(call: WindowEntry): boolean | undefined {
  if (call.doneMs === undefined) {
    return undefined;
  }
  const tookMs = call.doneMs - call.atMs;
  return (
    tookMs >= BLOCKING_MS ||
    (tookMs >= SHORT_BLOCKING_MS && tookMs >= SHARE_OF_LIMIT * (signsOf(call).limitMs ?? Infinity))
  );
}
