import { pathsOf } from '../facts/handles';
import { isOutage, succeeded } from '../facts/outcome';
import type { RecordedOutcome } from '../facts/call';
import { creates, doesWork, looks, serverOf, startsSomething } from '../facts/signs';
import type { WaitingSince, WindowEntry } from './entry';

/**
 * Waiting is a separate kind of call. The model asks for the state of something that is running: the state changes on
 * its own, nobody informs the model when it is done, and asking again is the only way to find out. So a call that waits
 * is not a repeat, however often it occurs.
 *
 * No single sign proves it. A test that runs again takes long and is a loop; a tool named `get_output` may read a
 * file; a report may contain the word "pending". Two of three signs must come together:
 * - time passed: the previous call took most of a second or of its own limit, or the agent let half a minute pass,
 *   which is long for this session;
 * - the call asks to wait: its tool's name says so, or it sleeps, watches, or sends nothing to something running;
 * - the previous result says that something continues: running, pending, not ready, timed out waiting.
 * An announced end cancels this. So does a failure, unless the call was refused from outside (a server that isn't up,
 * another process) or neither sends nor checks the agent's own work, and has paused or used up its own limit: a test or
 * a build is answered by what the agent has written. To start, send, or write the same thing again is no wait either,
 * not even next to one. A look waits if it paused or used up its own limit, and got a state.
 * Asking without a pause for the state of something that is running, or for the file that it writes to, is a wait as
 * long as the results change. If they don't change, there is a warning as for any other call, and a stop only at the
 * hard limit. The same holds if nothing was started, and ten times a look after a moment gets the same content, or a
 * program that isn't known to look fails alike.
 */
export interface Waiting {
  readonly kind: 'waits' | 'patient' | 'none';
  /** The last identical call with a result, otherwise the last one of the same tool. */
  readonly before: WindowEntry;
  /** Earlier calls of the same wait since the last new result, oldest first. */
  readonly silent: readonly WindowEntry[];
  /** Made too often for a wait: nothing says that there is anything to wait for. */
  readonly isPointless?: boolean;
}

/** To wait for a build or a server takes longer. */
const MOMENT_MS = 5000;

/** From here on, identical answers to a pausing call are pointless, if nothing was started that it could wait for. */
const MAX_IDENTICAL_POLLS = 10;

/** From here on, they are no wait at all: the hard limit of a state that is asked for without a pause. */
const MAX_DOUBTFUL_POLLS = 15;

/** A call that took this long blocked. Calls in a loop take less than half of it. */
const BLOCKING_MS = 800;

/** A call that took this long blocked if its own arguments allowed little more. */
const SHORT_BLOCKING_MS = 500;

/** A call of unknown duration may have waited if the next call came no sooner than this after it. */
const UNTIMED_WAIT_MS = 30_000;

/** A call that took this share of its own time limit has used it up. */
export const SHARE_OF_LIMIT = 0.8;

/** @returns undefined for a call that is checked like any other */
export function waitingOf(
  candidate: WindowEntry,
  history: readonly WindowEntry[],
  hasStarted = false,
): Waiting | undefined {
  const before = lastAnswered(candidate, history);
  const kind = before === undefined ? undefined : waitingKind(candidate, before, history);
  if (before === undefined || kind === undefined) {
    return undefined;
  }
  const { sinceMs } = unansweredSince(before);
  const silent = history.filter(({ wait }) => wait?.sinceMs === sinceMs);
  const answers = hasStarted ? 0 : identicalPolls(candidate, before, history);
  return answers < MAX_IDENTICAL_POLLS
    ? { kind, before, silent }
    : { kind: answers < MAX_DOUBTFUL_POLLS ? 'patient' : 'none', before, silent, isPointless: true };
}

/**
 * How many calls in a row paused and got the same answer, while little says that there is anything to wait for: they
 * looked after a moment, or failed and may do more than look. A look that finds nothing says what it waits for.
 */
function identicalPolls(
  { check, signature }: WindowEntry,
  before: WindowEntry,
  history: readonly WindowEntry[],
): number {
  const { outcome, atMs, doneMs = Infinity } = before;
  const isNone = outcome === undefined || before.signature !== signature;
  if (isNone || outcome.life === 'running' || outcome.life === 'busy') {
    return 0;
  }
  const isDoubtful = succeeded(outcome)
    ? check === 'afterPause' && doneMs - atMs < MOMENT_MS
    : check === undefined && outcome.unreachable === undefined;
  if (!isDoubtful) {
    return 0;
  }
  const same = history.filter((call) => call.signature === signature);
  return same.length - 1 - same.findLastIndex((call) => call.outcome?.shapeDigest !== outcome.shapeDigest);
}

/** Since the previous result, if that was new. */
export function unansweredSince(before: WindowEntry): WaitingSince {
  const { wait, outcome, doneMs, atMs } = before;
  return wait !== undefined && wait.answer === outcome?.digest
    ? wait
    : { sinceMs: doneMs ?? atMs, answer: outcome?.digest };
}

export function hasUsedLimit({ atMs, doneMs = atMs, limitMs = Infinity }: WindowEntry): boolean {
  return doneMs - atMs >= SHARE_OF_LIMIT * limitMs;
}

/** A wait with the same result as before is neither work nor a repeat. */
export function isSilentWait({ wait, outcome }: WindowEntry): boolean {
  return wait !== undefined && outcome !== undefined && outcome.digest === wait.answer;
}

function waitingKind(
  candidate: WindowEntry,
  before: WindowEntry,
  history: readonly WindowEntry[],
): Waiting['kind'] | undefined {
  const { outcome } = before;
  const { asksToWait, check } = candidate;
  if (outcome === undefined || asksToWait === 'no') {
    return undefined;
  }
  const outputLife = lifeOfOutput(candidate, history);
  const isQuestion = asksToWait === 'handle' || check !== undefined || outputLife !== undefined;
  if (outcome.isStarted === true && !isQuestion) {
    return undefined;
  }
  // What a look returns is its own end.
  const isOwnEnd = asksToWait === 'command' || check !== undefined;
  if (outcome.life === 'ended' && !isOwnEnd) {
    return undefined;
  }
  const isSame = before.signature === candidate.signature;
  const isOn =
    outcome.life === 'running' ||
    outputLife === 'running' ||
    (outcome.kind !== 'failed' && isReportedRunning(candidate, history));
  const blocked = hasBlocked(before, candidate);
  const hasWaited = history.some(({ index, wait }) => index > before.index && wait !== undefined);
  const isShort = outcome.length <= STATE_CHARACTERS;
  const isLook = isSame && isShort && looks(candidate.tool, candidate.argumentsValue);
  const asks = asksToWait !== undefined || outputLife !== undefined || (isLook && isOn);
  // The result of another call of the tool says nothing about this one, unless this one asks for it. If the end of
  // something woke the agent, to start it again is no question.
  const hasWoken = history.some(({ index, moment }) => moment === 'woken' && index > before.index);
  const isAsked = asks || (isSame && !hasWoken);
  // A look that finds nothing, and says so only by its exit code, has failed.
  if (!succeeded(outcome) && !(asks && isOn)) {
    const isForNow = isAsked && failsForNow(candidate, before, history, blocked === true, hasWaited);
    if (isForNow || outcome.kind === 'failed') {
      return isForNow ? 'waits' : undefined;
    }
  }
  // Sleep, look, sleep, look: the wait is in a separate call. Sleep, send, sleep, send is none.
  if (isAsked && hasWaited && (asks || isOn || !acts(candidate, outcome))) {
    return 'waits';
  }
  if (blocked === true && (asks || (isAsked && isOn))) {
    return 'waits';
  }
  if (isSame && isShort) {
    const tookMs = (before.doneMs ?? before.atMs) - before.atMs;
    const hasPaused = blocked === true && (check === 'afterPause' || hasUsedLimit(before) || tookMs >= MOMENT_MS);
    const isState = isOn || check !== undefined;
    if ((isState && hasPaused) || ((isState || isLook) && hasLetTimePass(candidate, history, isOn))) {
      return 'waits';
    }
  }
  if (!asks || !isOn) {
    return undefined;
  }
  return blocked === undefined || hasChanged(before, history) ? 'waits' : 'patient';
}

/** A pause before a call that does something is no wait for it. */
function acts({ tool, edits, moves, check, argumentsValue }: WindowEntry, { kind, length }: RecordedOutcome): boolean {
  return (
    edits === true ||
    moves === true ||
    kind === 'done' ||
    // A look at a state returns it.
    (check === undefined && length === 0) ||
    creates(tool, argumentsValue) ||
    startsSomething(argumentsValue)
  );
}

/** A state that was asked for is no longer than this. */
const STATE_CHARACTERS = 200;

/** In a faster session, no agent needs this time between two calls to think. */
const LONG_PAUSE_MS = 30_000;

/** A pause in every session, however slow it is. */
const LONG_BREAK_MS = 120_000;

/** A pause is this many times as long as usual. */
const LONG_PAUSE_FACTOR = 3;

/** As many other calls show how fast the session usually is. */
const LEAST_PAUSES = 3;

/** @param isOn what to assume as long as it is unknown how fast the session is */
function hasLetTimePass({ atMs, signature }: WindowEntry, history: readonly WindowEntry[], isOn: boolean): boolean {
  const last = history.at(-1);
  const pauseMs = last === undefined ? 0 : atMs - (last.doneMs ?? last.atMs);
  const others = history
    .flatMap((call, at) => {
      const older = history[at - 1];
      return older === undefined || call.signature === signature ? [] : [call.atMs - (older.doneMs ?? older.atMs)];
    })
    .sort((a, b) => a - b);
  const usualMs = others[others.length >> 1] ?? 0;
  return (
    pauseMs >= LONG_PAUSE_MS &&
    (others.length < LEAST_PAUSES ? isOn || pauseMs >= LONG_BREAK_MS : pauseMs >= LONG_PAUSE_FACTOR * usualMs)
  );
}

/** A report of tests is longer than what a program prints when a server refuses it. */
const REFUSAL_CHARACTERS = 300;

/**
 * Whether a failed call may work later without any change by the agent: it looked whether something is there, or was
 * refused from outside, and paused before that, or used up its own limit.
 */
function failsForNow(
  candidate: WindowEntry,
  before: WindowEntry,
  history: readonly WindowEntry[],
  blocked: boolean,
  hasWaited: boolean,
): boolean {
  const { check, asksToWait, reads, edits, signature, tool, argumentsValue } = candidate;
  const { outcome } = before;
  const isSame = before.signature === signature;
  if (outcome?.life === 'busy') {
    return hasWaited || (blocked && asksToWait === 'command');
  }
  // An MCP server that is down stays down.
  const isRefused = isOutage(outcome) && serverOf(tool) === undefined;
  if (!isSame || edits === true) {
    return blocked && check === 'afterPause';
  }
  return (
    (hasWaited && (check !== undefined || reads !== undefined || isRefused)) ||
    (blocked && (check === 'afterPause' || (asksToWait === 'command' && !doesWork(argumentsValue)))) ||
    (blocked &&
      hasUsedLimit(before) &&
      (check !== undefined || asksToWait === 'command' || outcome?.life === 'running')) ||
    (blocked && isRefused && (check !== undefined || (outcome?.length ?? 0) <= REFUSAL_CHARACTERS)) ||
    (isRefused && hasLetTimePass(candidate, history, true))
  );
}

/** The last report on a file that the call names, and that something running writes to. */
function lifeOfOutput(candidate: WindowEntry, history: readonly WindowEntry[]): RecordedOutcome['life'] {
  const reports = history.filter(({ outcome }) => outcome?.running !== undefined);
  const paths = reports.length === 0 ? [] : pathsOf(candidate.argumentsValue);
  return reports.findLast(({ outcome }) => outcome?.running?.some((handle) => paths.includes(handle)))?.outcome?.life;
}

/**
 * What the call names by its handle was reported as running, and nothing has reported its end since: the results in
 * between contain only what it printed. The newest report on the same handle decides. Without one, a report that
 * names no handle may be about it, but a report that names another one isn't. Like all calls in the window, reports
 * wear off with time.
 */
function isReportedRunning(candidate: WindowEntry, history: readonly WindowEntry[]): boolean {
  const { asksToWait, handles = [] } = candidate;
  if (asksToWait !== 'handle') {
    return false;
  }
  // A file may say "running" about anything.
  const reports = history.filter(
    ({ outcome, reads }) => (outcome?.life === 'running' || outcome?.life === 'ended') && reads === undefined,
  );
  const namesOneOfThem = ({ handles: named = [], outcome }: WindowEntry): boolean =>
    [...named, ...(outcome?.running ?? [])].some((handle) => handles.includes(handle));
  const report =
    reports.findLast((call) => call.signature === candidate.signature || namesOneOfThem(call)) ??
    reports.findLast((call) => handles.length === 0 || !namesWhatRuns(call));
  return report?.outcome?.life === 'running';
}

function namesWhatRuns(call: WindowEntry): boolean {
  const { asksToWait, handles = [] } = call;
  const isAbout = asksToWait === 'handle' || asksToWait === 'no';
  return call.outcome?.running !== undefined || (isAbout && handles.length > 0);
}

/** If the previous result of the same call was different, what it asks for is still running. */
function hasChanged(call: WindowEntry, history: readonly WindowEntry[]): boolean {
  const { signature, index, outcome } = call;
  const earlier = history.findLast(
    (each) => each.signature === signature && each.index < index && each.outcome !== undefined,
  );
  return earlier !== undefined && earlier.outcome?.digest !== outcome?.digest;
}

function lastAnswered(candidate: WindowEntry, history: readonly WindowEntry[]): WindowEntry | undefined {
  const answered = (call: WindowEntry): boolean => call.outcome !== undefined && call.round !== candidate.round;
  return (
    history.findLast((call) => call.signature === candidate.signature && answered(call)) ??
    history.findLast((call) => call.tool === candidate.tool && answered(call))
  );
}

/** Undefined if the call's duration is unknown, and the candidate came so soon that it says nothing either. */
function hasBlocked(call: WindowEntry, candidate: WindowEntry): boolean | undefined {
  // A recording that has only one of the times repeats it.
  if (call.doneMs === undefined || call.doneMs === call.atMs) {
    return candidate.atMs - call.atMs >= UNTIMED_WAIT_MS ? true : undefined;
  }
  const tookMs = call.doneMs - call.atMs;
  return tookMs >= BLOCKING_MS || (tookMs >= SHORT_BLOCKING_MS && hasUsedLimit(call));
}
