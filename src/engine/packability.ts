import { areRead, signsOf } from './callSigns';
import { hasBits } from './digestBits';
import { CAUSES, MOST_COMPACTIONS } from './packedFlags';
import type { RecordedChange, RecordedOutcome, WindowEntry } from './window';

/**
 * Whether the numbers of a row hold all that is to be kept of a call: they do for nearly every answered one.
 * @param keepsArguments whether its arguments are kept, so that what was read from them has to be readable again
 */
export function isPackable(entry: WindowEntry, keepsArguments: boolean): boolean {
  const { outcome, callIds, seenBy } = entry;
  return (
    outcome !== undefined &&
    callIds.length === 1 &&
    seenBy.length === 1 &&
    !(keepsArguments && hasReadAhead(entry)) &&
    !isOdd(entry) &&
    areNumbersWhole(entry) &&
    hasBits(entry.signature) &&
    isPackableOutcome(outcome) &&
    isPackableChange(entry.changes?.[0]) &&
    !isReportByHandle(entry)
  );
}

/** A report about something running, by its handle: later calls are compared with it. */
function isReportByHandle(entry: WindowEntry): boolean {
  const { life, running } = entry.outcome ?? {};
  return running !== undefined || (life !== undefined && (signsOf(entry).handles ?? []).length > 0);
}

/** What a restored call has in place of its arguments, or what was given with it, cannot be read from them again. */
function hasReadAhead({ argumentsValue, words, signs }: WindowEntry): boolean {
  return (words !== undefined && argumentsValue === undefined) || (signs !== undefined && !areRead(signs));
}

function isOdd({
  moment,
  momentsInRow,
  rush = 1,
  wait,
  excused,
  task,
  changes,
  reads,
  compactions = 0,
}: WindowEntry): boolean {
  return (
    moment !== undefined ||
    momentsInRow !== undefined ||
    rush > 1 ||
    wait !== undefined ||
    excused !== undefined ||
    task !== undefined ||
    (changes !== undefined && (changes.length !== 1 || reads !== undefined)) ||
    compactions > MOST_COMPACTIONS
  );
}

function areNumbersWhole({ index, round, reads, outcome }: WindowEntry): boolean {
  return (
    isWhole(index) &&
    isWhole(round) &&
    (reads === undefined || (hasBits(reads.target) && isWhole(reads.from) && isWhole(reads.to ?? 0))) &&
    isWhole(outcome?.length ?? 0) &&
    isWhole(outcome?.lines ?? 0)
  );
}

/** It is the same as a number of 32 bits; -0 is not. */
function isWhole(value: number): boolean {
  return Object.is(value | 0, value);
}

function isPackableOutcome({ digest, shapeDigest, causeDigest }: RecordedOutcome): boolean {
  return hasBits(digest) && hasBits(shapeDigest) && (CAUSES.includes(causeDigest) || hasBits(causeDigest as string));
}

function isPackableChange(change: RecordedChange | undefined): boolean {
  return (
    change === undefined ||
    (hasBits(change.file) &&
      change.before === undefined &&
      change.after === undefined &&
      (change.content === undefined || (hasBits(change.content) && change.replaces === undefined)) &&
      (change.replaces === undefined || (hasBits(change.replaces.old) && hasBits(change.replaces.new))))
  );
}
