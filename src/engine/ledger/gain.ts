import { succeeded } from '../facts/outcome';
import type { RecordedOutcome } from '../facts/call';
import type { Round, WindowEntry } from './entry';

/** What a call brought, as all rules see it; the table "Progress" in docs/contributing/engine.md says when. */
export type Gain = 'new' | 'acknowledged' | 'changed' | 'same' | 'failedAnew' | 'failedSame' | 'unknown';

/** Whether a call may have changed the results of others: it did something, or something has changed. */
export function isProgress(gain: Gain): boolean {
  return gain === 'new' || gain === 'acknowledged' || gain === 'changed';
}

/** Also if the result of a new call is unknown, such as an edit whose result no hook reports. */
export function mayBeProgress(gain: Gain): boolean {
  return isProgress(gain) || gain === 'unknown';
}

interface Known {
  readonly isKnown: boolean;
  readonly before: string | undefined;
  /** A call of its tool failed in the same way before. */
  readonly hasFailed: boolean;
}

export function gainOf(
  { changes }: Pick<WindowEntry, 'changes'>,
  outcome: RecordedOutcome | undefined,
  { isKnown, before, hasFailed }: Known,
): Gain {
  if (outcome === undefined) {
    return isKnown ? 'same' : 'unknown';
  }
  const hasChanged = before !== undefined && before !== outcome.digest;
  if (!succeeded(outcome)) {
    return hasFailed || (isKnown && !hasChanged) ? 'failedSame' : isKnown ? 'changed' : 'failedAnew';
  }
  if (!isKnown) {
    return outcome.kind === 'done' ? 'acknowledged' : 'new';
  }
  // An edit is accepted again because the text that it replaces was there again.
  const isAcceptedAgain = changes?.some(({ replaces }) => replaces !== undefined) === true;
  return isAcceptedAgain ? 'acknowledged' : hasChanged ? 'changed' : 'same';
}

/** `hasNewResult`: a known call had a result that it never had before. */
export interface CallGain {
  readonly gain: Gain;
  readonly hasNewResult: boolean;
}

/** @param rounds oldest first; only those before the call count, since calls of one round don't react to each other */
export function callGain(call: WindowEntry, rounds: readonly Round[]): CallGain {
  const { outcome } = call;
  let isKnown = false;
  let before: string | undefined;
  let hadResult = false;
  let hasFailed = false;
  for (const round of rounds) {
    if (round.includes(call)) {
      break;
    }
    for (const earlier of round) {
      hasFailed ||= outcome !== undefined && earlier.tool === call.tool && failedAlike(earlier.outcome, outcome);
      if (earlier.signature === call.signature) {
        isKnown = true;
        // A failure after a success is another result, as of a flaky test.
        hasFailed &&= earlier.outcome === undefined || !succeeded(earlier.outcome);
        before = earlier.outcome?.digest ?? before;
        hadResult ||= before === outcome?.digest;
      }
    }
  }
  return {
    gain: gainOf(call, outcome, { isKnown, before, hasFailed }),
    hasNewResult: outcome !== undefined && before !== undefined && !hadResult,
  };
}

function failedAlike(earlier: RecordedOutcome | undefined, { kind, shapeDigest }: RecordedOutcome): boolean {
  return earlier?.kind === kind && !succeeded(earlier) && earlier.shapeDigest === shapeDigest;
}
