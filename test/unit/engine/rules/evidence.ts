import { createHash } from 'node:crypto';
import { argumentFactsOf, changeFactsOf } from '../../../../src/engine/facts/callFacts';
import { Evidence } from '../../../../src/engine/ledger/evidence';
import { fieldWords } from '../../../../src/engine/facts/fieldWords';
import { LongTexts, signatureOf } from '../../../../src/engine/facts/signature';
import { describeOutcome } from '../../../../src/engine/facts/outcome';
import { detect as detectIn, type Finding } from '../../../../src/engine/rules/finding';
import {
  DETECTOR_DEFAULTS,
  type DetectorId,
  detectorOf,
  type DetectorValues,
} from '../../../../src/engine/rules/registry';
import { isSilentWait, unansweredSince, waitingOf } from '../../../../src/engine/ledger/waiting';
import type { WindowEntry } from '../../../../src/engine/ledger/entry';
import type { CallStep } from '../../../trajectories/notation';

export { call, failing, times } from '../../../trajectories/notation';
export type { CallStep as Made } from '../../../trajectories/notation';

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What one detector finds, with the defaults of the settings that are not given. */
export function detect(
  { id }: { readonly id: DetectorId },
  seen: Evidence,
  settings: Partial<DetectorValues>,
): Finding | undefined {
  return detectIn(detectorOf(id), seen, { ...DETECTOR_DEFAULTS, ...settings });
}

/** Each argument is a round of one call, or of several parallel calls, one second after the end of the one before. */
export function history(...rounds: (CallStep | readonly CallStep[])[]): WindowEntry[] {
  const entries: WindowEntry[] = [];
  rounds.forEach((round, number) => {
    for (const made of [round].flat()) {
      const entry = entryOf(made, entries, number);
      const waiting = waitingOf(entry, entries);
      entry.wait = waiting?.kind === 'waits' ? unansweredSince(waiting.before) : undefined;
      entries.push(entry);
    }
  });
  return entries;
}

/** The window, and a call that wants to run after it in a new round. */
export function evidence(past: readonly WindowEntry[], next: CallStep): Evidence {
  return asked(past, next, (past.at(-1)?.round ?? -1) + 1);
}

/** The window, and a call in the same round as its newest calls. */
export function inParallel(past: readonly WindowEntry[], next: CallStep): Evidence {
  return asked(past, next, past.at(-1)?.round ?? 0);
}

function asked(past: readonly WindowEntry[], next: CallStep, round: number): Evidence {
  const candidate: WindowEntry = { ...entryOf(next, past, round), outcome: undefined, doneMs: undefined };
  const waiting = waitingOf(candidate, past);
  candidate.wait = waiting?.kind === 'waits' ? unansweredSince(waiting.before) : undefined;
  return new Evidence(
    candidate,
    past.filter((call) => !isSilentWait(call)),
    waiting,
  );
}

function entryOf(made: CallStep, past: readonly WindowEntry[], round: number): WindowEntry {
  const { tool, arguments: given, result, isError = false, tookMs } = made;
  const { digest, argumentsValue } = signatureOf(tool, given, new LongTexts(hash));
  const last = past.at(-1);
  const atMs = last === undefined ? 0 : (last.doneMs ?? last.atMs) + 1000;
  return {
    index: past.length,
    id: `call-${past.length}`,
    seenBy: [],
    round,
    tool,
    signature: digest,
    argumentsValue,
    fields: fieldWords(argumentsValue, { normalizeWhitespace: true, ignoreCase: true }),
    ...argumentFactsOf(tool, argumentsValue),
    atMs,
    doneMs: tookMs === undefined ? undefined : atMs + tookMs,
    ...changeFactsOf({ tool }, given, given, hash),
    outcome: result === undefined ? undefined : describeOutcome(result, isError, hash, argumentsValue, tool),
  };
}
