import { createHash } from 'node:crypto';
import { Evidence } from '../../../../src/engine/detectors/evidence';
import { describeOutcome } from '../../../../src/engine/outcome';
import { signatureOf } from '../../../../src/engine/signature';
import type { WindowEntry } from '../../../../src/engine/window';

/** One call of a hand-made window. */
export interface Made {
  readonly tool: string;
  readonly args: unknown;
  /** What the tool answered; left out: nobody knows. */
  readonly result?: string;
  readonly isError?: boolean;
}

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A call that went well. Without a result its outcome is unknown. */
export function call(tool: string, args: unknown, result?: string): Made {
  return result === undefined ? { tool, args } : { tool, args, result };
}

/** A call that failed. */
export function failing(tool: string, args: unknown, result: string): Made {
  return { tool, args, result, isError: true };
}

/** The same call or calls n times over. */
export function times(n: number, ...calls: (Made | Made[])[]): (Made | Made[])[] {
  return Array.from({ length: n }, () => calls).flat();
}

/** A window in which each argument is a round of one call, or of several that were issued in parallel. */
export function history(...rounds: (Made | Made[])[]): WindowEntry[] {
  const entries: WindowEntry[] = [];
  rounds.forEach((round, number) => {
    for (const made of Array.isArray(round) ? round : [round]) {
      entries.push(entry(made, entries.length, number));
    }
  });
  return entries;
}

/** The window, and the call that asks to run after it in a round of its own. */
export function evidence(past: readonly WindowEntry[], next: Made): Evidence {
  const round = (past.at(-1)?.round ?? -1) + 1;
  return new Evidence({ ...entry(next, past.length, round), outcome: undefined }, past);
}

/** The window, and a call of the same round as its newest calls. */
export function inParallel(past: readonly WindowEntry[], next: Made): Evidence {
  return new Evidence({ ...entry(next, past.length, past.at(-1)?.round ?? 0), outcome: undefined }, past);
}

function entry({ tool, args, result, isError = false }: Made, index: number, round: number): WindowEntry {
  const { digest, argumentsValue } = signatureOf(tool, args, hash);
  return {
    index,
    callIds: [`call-${index}`],
    seenBy: [undefined],
    round,
    tool,
    signature: digest,
    argumentsValue,
    atMs: index * 1000,
    outcome: result === undefined ? undefined : describeOutcome(result, isError, hash),
  };
}
