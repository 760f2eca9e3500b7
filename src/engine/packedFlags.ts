import { PACKED_FLAGS } from './callFlags';
import type { OutcomeKind, RecordedChange, RecordedOutcome, WindowEntry } from './window';

/*
 * What the flags of a packed call tell of it, beyond those of callFlags.ts.
 */

const KINDS: readonly OutcomeKind[] = ['failed', 'nothing', 'done', 'plain'];
const LIVES: readonly RecordedOutcome['life'][] = [undefined, 'running', 'ended'];
/** The causes that are no digest. */
export const CAUSES: readonly (string | undefined)[] = [undefined, 'nothing'];
const IS_DIGEST = 2;

/** What a packed call does: its trait. */
const NO_TRAIT = 0;
export const READS_SPAN = 1;
export const READS_TO_END = 2;
/** This trait and all above it change a file. */
export const CHANGES = 3;
export const WRITES = 4;
export const REPLACES = 5;

/** Where each part of the flags begins; parts without a mask of their own have two bits. */
const KIND_AT = PACKED_FLAGS;
const LIFE_AT = KIND_AT + 2;
const CAUSE_AT = LIFE_AT + 2;
const ERROR_AT = CAUSE_AT + 2;
const LINES_AT = ERROR_AT + 1;
const TRAIT_AT = LINES_AT + 1;
const COMPACTIONS_AT = TRAIT_AT + 3;
const TWO_BITS = 3;
const TRAIT_BITS = 7;
/** No more compactions than this fit into the flags. */
export const MOST_COMPACTIONS = 255;
/** Nobody will ask for the arguments of the call again. */
export const WITHOUT_ARGUMENTS = 1 << (COMPACTIONS_AT + 8);

/** The flags of a packable call; the arguments of its row are kept unless `WITHOUT_ARGUMENTS` is added. */
export function packedFlags(entry: WindowEntry, outcome: RecordedOutcome): number {
  const cause = CAUSES.indexOf(outcome.causeDigest);
  return (
    (KINDS.indexOf(outcome.kind) << KIND_AT) |
    (LIVES.indexOf(outcome.life) << LIFE_AT) |
    ((cause < 0 ? IS_DIGEST : cause) << CAUSE_AT) |
    ((outcome.isError ? 1 : 0) << ERROR_AT) |
    ((outcome.lines === undefined ? 0 : 1) << LINES_AT) |
    (traitOf(entry, entry.changes?.[0]) << TRAIT_AT) |
    ((entry.compactions ?? 0) << COMPACTIONS_AT)
  );
}

export function kindIn(flags: number): OutcomeKind {
  return KINDS[(flags >>> KIND_AT) & TWO_BITS] as OutcomeKind;
}

export function lifeIn(flags: number): RecordedOutcome['life'] {
  return LIVES[(flags >>> LIFE_AT) & TWO_BITS];
}

/** Whether the numbers of the row hold the digest of a cause. */
export function isCauseDigestIn(flags: number): boolean {
  return ((flags >>> CAUSE_AT) & TWO_BITS) === IS_DIGEST;
}

/** The cause, if it is no digest. */
export function plainCauseIn(flags: number): string | undefined {
  return CAUSES[(flags >>> CAUSE_AT) & TWO_BITS];
}

export function isErrorIn(flags: number): boolean {
  return ((flags >>> ERROR_AT) & 1) === 1;
}

/** Whether the numbers of the row hold how many lines the result has. */
export function hasLinesIn(flags: number): boolean {
  return ((flags >>> LINES_AT) & 1) === 1;
}

/** What the call does: one of the traits above. */
export function traitIn(flags: number): number {
  return (flags >>> TRAIT_AT) & TRAIT_BITS;
}

/** How often the conversation had been compacted before the call; undefined for never. */
export function compactionsIn(flags: number): number | undefined {
  return (flags >>> COMPACTIONS_AT) & MOST_COMPACTIONS || undefined;
}

function traitOf({ reads }: WindowEntry, change: RecordedChange | undefined): number {
  if (reads !== undefined) {
    return reads.to === undefined ? READS_TO_END : READS_SPAN;
  }
  return change === undefined
    ? NO_TRAIT
    : change.replaces !== undefined
      ? REPLACES
      : change.content !== undefined
        ? WRITES
        : CHANGES;
}
