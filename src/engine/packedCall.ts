import { areRead } from './callSigns';
import {
  ANSWER,
  ANSWER_BEGIN,
  CAUSE,
  CAUSE_BEGIN,
  type CallRows,
  INDEX,
  KEY,
  KEY_REST,
  LENGTH,
  LINES,
  NAMES,
  PACKED_FLAGS,
  ROUND,
  SHAPE,
  SHAPE_BEGIN,
  TOPIC,
  TOPIC_BEGIN,
  TRAIT,
} from './callRows';
import { digestOfBits, hasBits, lowerBits, upperBits } from './digestBits';
import { BY_ONE_UNNAMED, windowEntry } from './entry';
import type { CallSigns, OutcomeKind, RecordedChange, RecordedOutcome, WindowEntry } from './window';

const KINDS: readonly OutcomeKind[] = ['failed', 'nothing', 'done', 'plain'];
const LIVES: readonly RecordedOutcome['life'][] = [undefined, 'running', 'ended'];
/** The causes that are no digest. */
const CAUSES: readonly (string | undefined)[] = [undefined, 'nothing'];
const IS_DIGEST = 2;

/** What a packed call does. */
const NO_TRAIT = 0;
const READS_SPAN = 1;
const READS_TO_END = 2;
const CHANGES = 3;
const WRITES = 4;
const REPLACES = 5;

/** Where each part of the flags begins; each has two bits but where more are named. */
const KIND_AT = PACKED_FLAGS;
const LIFE_AT = KIND_AT + 2;
const CAUSE_AT = LIFE_AT + 2;
const ERROR_AT = CAUSE_AT + 2;
const LINES_AT = ERROR_AT + 1;
const TRAIT_AT = LINES_AT + 1;
const TRAIT_BITS = 7;
const COMPACTIONS_AT = TRAIT_AT + 3;
const MOST_COMPACTIONS = 255;
const WITHOUT_ARGUMENTS = 1 << (COMPACTIONS_AT + 8);

/** Of a call whose arguments nobody will ask for. */
const NO_SIGNS: CallSigns = {};

/**
 * Packs an answered call whose row is there, if its numbers hold all that is to be kept of it: nearly every call.
 * @param keepsArguments otherwise nobody will ask for its arguments again, nor for what is read from them
 * @returns whether it is packed now
 */
export function pack(rows: CallRows, at: number, entry: WindowEntry, keepsArguments: boolean): boolean {
  const { outcome, reads, callIds, seenBy } = entry;
  const change = entry.changes?.[0];
  if (
    outcome === undefined ||
    callIds.length !== 1 ||
    seenBy.length !== 1 ||
    (keepsArguments && hasReadAhead(entry)) ||
    isOdd(entry) ||
    !areNumbersWhole(entry) ||
    !hasBits(entry.signature) ||
    !isPackableOutcome(outcome) ||
    !isPackableChange(change)
  ) {
    return false;
  }
  const cause = CAUSES.indexOf(outcome.causeDigest);
  const trait = traitOf(entry, change);
  const flags =
    (KINDS.indexOf(outcome.kind) << KIND_AT) |
    (LIVES.indexOf(outcome.life) << LIFE_AT) |
    ((cause < 0 ? IS_DIGEST : cause) << CAUSE_AT) |
    ((outcome.isError ? 1 : 0) << ERROR_AT) |
    ((outcome.lines === undefined ? 0 : 1) << LINES_AT) |
    (trait << TRAIT_AT) |
    ((entry.compactions ?? 0) << COMPACTIONS_AT) |
    (keepsArguments ? 0 : WITHOUT_ARGUMENTS);
  rows.setPacked(at, flags);
  rows.setNumber(at, INDEX, entry.index);
  rows.setNumber(at, LENGTH, outcome.length);
  rows.setNumber(at, LINES, outcome.lines ?? 0);
  rows.setNumber(at, KEY_REST, lowerBits(entry.signature));
  rows.setNumber(at, ANSWER_BEGIN, upperBits(outcome.digest));
  rows.setNumber(at, SHAPE_BEGIN, upperBits(outcome.shapeDigest));
  if (cause < 0) {
    setDigest(rows, at, CAUSE_BEGIN, outcome.causeDigest);
  }
  rows.setNumber(at, TOPIC_BEGIN, upperBits(reads?.target ?? change?.file ?? ''));
  if (reads !== undefined) {
    rows.setNumber(at, TRAIT, reads.from);
    rows.setNumber(at, TRAIT + 1, reads.to ?? 0);
  } else if (change !== undefined) {
    setDigest(rows, at, TRAIT, change.content ?? change.replaces?.old);
    setDigest(rows, at, TRAIT + 2, change.replaces?.new);
  }
  rows.hold(at, keepsArguments ? entry.argumentsValue : undefined);
  return true;
}

/** Whether a call was packed without its arguments. */
export function hasLeftArguments({ signs }: WindowEntry): boolean {
  return signs === NO_SIGNS;
}

/** Lets go of the arguments of a packed call: nobody will ask for them again. */
export function leaveArguments(rows: CallRows, at: number): void {
  rows.addFlags(at, WITHOUT_ARGUMENTS);
  rows.hold(at, undefined);
}

/** The call as it was, without what was not kept. */
export function unpacked(rows: CallRows, at: number): WindowEntry {
  const flags = rows.flags(at);
  const bits = (from: number, mask = 3): number => (flags >>> from) & mask;
  const digest = (upper: number, lower: number): string => digestOfBits(rows.number(at, upper), rows.number(at, lower));
  const topic = (): string => digestOfBits(rows.number(at, TOPIC_BEGIN), rows.column(at, TOPIC));
  const trait = bits(TRAIT_AT, TRAIT_BITS);
  const cause = bits(CAUSE_AT);
  const doneMs = rows.doneMs(at);
  const names = rows.column(at, NAMES);
  const surface = rows.name(names >>> 16);
  return windowEntry({
    index: rows.number(at, INDEX),
    callIds: [rows.id(at)],
    seenBy: surface === '' ? BY_ONE_UNNAMED : [surface],
    round: rows.number(at, ROUND),
    tool: rows.name(names & 0xffff),
    signature: digestOfBits(rows.column(at, KEY), rows.number(at, KEY_REST)),
    argumentsValue: rows.held(at),
    signs: (flags & WITHOUT_ARGUMENTS) === 0 ? undefined : NO_SIGNS,
    atMs: rows.atMs(at),
    doneMs: Number.isNaN(doneMs) ? undefined : doneMs,
    reads:
      trait === READS_SPAN || trait === READS_TO_END
        ? {
            target: topic(),
            from: rows.number(at, TRAIT),
            to: trait === READS_SPAN ? rows.number(at, TRAIT + 1) : undefined,
          }
        : undefined,
    changes: trait >= CHANGES ? [changeOf(trait, topic(), digest)] : undefined,
    compactions: bits(COMPACTIONS_AT, MOST_COMPACTIONS) || undefined,
    outcome: {
      digest: digest(ANSWER_BEGIN, ANSWER),
      shapeDigest: digest(SHAPE_BEGIN, SHAPE),
      length: rows.number(at, LENGTH),
      lines: bits(LINES_AT, 1) === 1 ? rows.number(at, LINES) : undefined,
      isError: bits(ERROR_AT, 1) === 1,
      kind: KINDS[bits(KIND_AT)] as OutcomeKind,
      causeDigest: cause === IS_DIGEST ? digest(CAUSE_BEGIN, CAUSE) : CAUSES[cause],
      life: LIVES[bits(LIFE_AT)],
    },
  });
}

function changeOf(trait: number, file: string, digest: (upper: number, lower: number) => string): RecordedChange {
  return {
    file,
    replaces: trait === REPLACES ? { old: digest(TRAIT, TRAIT + 1), new: digest(TRAIT + 2, TRAIT + 3) } : undefined,
    content: trait === WRITES ? digest(TRAIT, TRAIT + 1) : undefined,
    before: undefined,
  };
}

function setDigest(rows: CallRows, at: number, column: number, digest: string | undefined): void {
  if (digest !== undefined) {
    rows.setNumber(at, column, upperBits(digest));
    rows.setNumber(at, column + 1, lowerBits(digest));
  }
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

/** What a restored call has in place of its arguments, or what was given with it, cannot be read from them again. */
function hasReadAhead({ argumentsValue, words, signs }: WindowEntry): boolean {
  return (words !== undefined && argumentsValue === undefined) || (signs !== undefined && !areRead(signs));
}

function isOdd({ moment, momentsInRow, wait, excused, task, changes, reads, compactions = 0 }: WindowEntry): boolean {
  return (
    moment !== undefined ||
    momentsInRow !== undefined ||
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
