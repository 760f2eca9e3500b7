import { succeeded } from '../facts/outcome';
import type { RecordedOutcome } from '../facts/call';
import type { WindowEntry } from './entry';

/**
 * What a call brought, as all rules see it:
 * - `new`: a new call that succeeded.
 * - `acknowledged`: a call whose result only confirms that it worked; also a known edit that was accepted once more,
 *   because the text that it replaces was there again.
 * - `changed`: a known call with another result than the last time.
 * - `same`: a known call with the result of the last time, or with one that nobody knows.
 * - `failedAnew`: a new call that failed as no call of its tool had failed before.
 * - `failedSame`: a call that failed as a call of its tool had failed before.
 * - `unknown`: a new call whose result nobody knows.
 */
export type Gain = 'new' | 'acknowledged' | 'changed' | 'same' | 'failedAnew' | 'failedSame' | 'unknown';

/** Whether a call may have changed the results of others: it did something, or something has changed. */
export function isProgress(gain: Gain): boolean {
  return gain === 'new' || gain === 'acknowledged' || gain === 'changed';
}

/** As {@link isProgress}, or nobody knows what became of a new call, such as an edit whose result no hook tells. */
export function mayBeProgress(gain: Gain): boolean {
  return isProgress(gain) || gain === 'unknown';
}

/** What is known before a call is answered. */
export interface Known {
  /** The call was made before. */
  readonly isKnown: boolean;
  /** Digest of its last known result; undefined while none is known. */
  readonly before: string | undefined;
  /** A call of its tool failed in the same way before. */
  readonly hasFailed: boolean;
}

/** What a call brought, by what was known before it. */
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
  const isAcceptedAgain = changes?.some(({ replaces }) => replaces !== undefined) === true;
  return isAcceptedAgain ? 'acknowledged' : hasChanged ? 'changed' : 'same';
}

/** What is known of the results of identical calls. */
interface KnownResults {
  readonly digests: string[];
  last?: string;
}

/** The gains of calls, which are told to it round by round, oldest first. */
export class Gains {
  /** By the signature of their calls. */
  readonly #results = new Map<string, KnownResults>();
  readonly #failures = new Set<string>();
  readonly #gains = new Map<WindowEntry, Gain>();
  readonly #withNewResult = new Set<WindowEntry>();

  /** The calls of one round: none of them is a reaction to another. */
  add(round: readonly WindowEntry[]): void {
    round.forEach((call) => this.#judge(call));
    round.forEach((call) => this.#learn(call));
  }

  /** What a call brought that was told; `unknown` for any other. */
  of(call: WindowEntry): Gain {
    return this.#gains.get(call) ?? 'unknown';
  }

  /** Whether a known call had a result that it never had before: what changes to and fro is no longer news. */
  hasNewResult(call: WindowEntry): boolean {
    return this.#withNewResult.has(call);
  }

  #judge(call: WindowEntry): void {
    const { signature, tool, outcome } = call;
    const known = this.#results.get(signature);
    const hasFailed = outcome !== undefined && this.#failures.has(failureKey(tool, outcome));
    this.#gains.set(call, gainOf(call, outcome, { isKnown: known !== undefined, before: known?.last, hasFailed }));
    if (outcome !== undefined && known?.last !== undefined && !known.digests.includes(outcome.digest)) {
      this.#withNewResult.add(call);
    }
  }

  #learn({ signature, tool, outcome }: WindowEntry): void {
    const known: KnownResults = this.#results.get(signature) ?? { digests: [] };
    this.#results.set(signature, known);
    if (outcome === undefined) {
      return;
    }
    known.last = outcome.digest;
    if (!known.digests.includes(outcome.digest)) {
      known.digests.push(outcome.digest);
    }
    if (!succeeded(outcome)) {
      this.#failures.add(failureKey(tool, outcome));
    }
  }
}

/** The same failure of the same tool. */
function failureKey(tool: string, { kind, shapeDigest }: RecordedOutcome): string {
  return `${tool}\n${kind}\n${shapeDigest}`;
}
