import { createHash } from 'node:crypto';
import { Evidence } from '../../../../src/engine/detectors/evidence';
import { describeOutcome } from '../../../../src/engine/outcome';
import { isEdit } from '../../../../src/engine/edits';
import { signatureOf } from '../../../../src/engine/signature';
import { asksToWait } from '../../../../src/engine/waitingSigns';
import { traitsOf } from '../../../../src/engine/traits';
import type { WindowEntry } from '../../../../src/engine/window';
import type { CallStep } from '../../../trajectories/notation';

export { call, failing, times } from '../../../trajectories/notation';
export type { CallStep as Made } from '../../../trajectories/notation';

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A window in which each argument is a round of one call, or of several that were issued in parallel. */
export function history(...rounds: (CallStep | readonly CallStep[])[]): WindowEntry[] {
  const entries: WindowEntry[] = [];
  rounds.forEach((round, number) => {
    for (const made of [round].flat()) {
      entries.push(entry(made, entries.length, number));
    }
  });
  return entries;
}

/** The window, and the call that asks to run after it in a round of its own. */
export function evidence(past: readonly WindowEntry[], next: CallStep): Evidence {
  const round = (past.at(-1)?.round ?? -1) + 1;
  return new Evidence({ ...entry(next, past.length, round), outcome: undefined }, past);
}

/** The window, and a call of the same round as its newest calls. */
export function inParallel(past: readonly WindowEntry[], next: CallStep): Evidence {
  return new Evidence({ ...entry(next, past.length, past.at(-1)?.round ?? 0), outcome: undefined }, past);
}

function entry(made: CallStep, index: number, round: number): WindowEntry {
  const { tool, arguments: given, result, isError = false } = made;
  const { digest, argumentsValue } = signatureOf(tool, given, hash);
  return {
    index,
    callIds: [`call-${index}`],
    seenBy: [undefined],
    round,
    tool,
    signature: digest,
    argumentsValue,
    atMs: index * 1000,
    asksToWait: asksToWait(tool, argumentsValue),
    edits: isEdit(tool, argumentsValue),
    ...traitsOf(tool, given, given, hash),
    outcome: result === undefined ? undefined : describeOutcome(result, isError, hash, argumentsValue),
  };
}
