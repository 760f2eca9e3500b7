import type { CallRows } from './callRows';
import { digestOfBits, lowerBits, upperBits } from './digestBits';
import { BY_ONE_UNNAMED, windowEntry } from './entry';
import { isPackable } from './packability';
import {
  CHANGES,
  compactionsIn,
  hasLinesIn,
  isCauseDigestIn,
  isErrorIn,
  kindIn,
  lifeIn,
  packedFlags,
  plainCauseIn,
  READS_SPAN,
  READS_TO_END,
  REPLACES,
  traitIn,
  WITHOUT_ARGUMENTS,
  WRITES,
} from './packedFlags';
import {
  ANSWER,
  ANSWER_BEGIN,
  CAUSE,
  CAUSE_BEGIN,
  INDEX,
  KEY,
  KEY_REST,
  LENGTH,
  LINES,
  NAMES,
  ROUND,
  SHAPE,
  SHAPE_BEGIN,
  TOPIC,
  TOPIC_BEGIN,
  TRAIT,
} from './rowFields';
import type { CallSigns, RecordedChange, WindowEntry } from './window';

/** Of a call whose arguments nobody will ask for. */
const NO_SIGNS: CallSigns = {};

/**
 * Packs an answered call whose row is there, if its numbers hold all that is to be kept of it: nearly every call.
 * @param keepsArguments otherwise nobody will ask for its arguments again, nor for what is read from them
 * @returns whether it is packed now
 */
export function pack(rows: CallRows, at: number, entry: WindowEntry, keepsArguments: boolean): boolean {
  const { outcome, reads } = entry;
  if (outcome === undefined || !isPackable(entry, keepsArguments)) {
    return false;
  }
  const change = entry.changes?.[0];
  const flags = packedFlags(entry, outcome);
  rows.setPacked(at, keepsArguments ? flags : flags | WITHOUT_ARGUMENTS);
  rows.setNumber(at, INDEX, entry.index);
  rows.setNumber(at, LENGTH, outcome.length);
  rows.setNumber(at, LINES, outcome.lines ?? 0);
  rows.setNumber(at, KEY_REST, lowerBits(entry.signature));
  rows.setNumber(at, ANSWER_BEGIN, upperBits(outcome.digest));
  rows.setNumber(at, SHAPE_BEGIN, upperBits(outcome.shapeDigest));
  if (isCauseDigestIn(flags)) {
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
  const digest = (upper: number, lower: number): string => digestOfBits(rows.number(at, upper), rows.number(at, lower));
  const topic = (): string => digestOfBits(rows.number(at, TOPIC_BEGIN), rows.column(at, TOPIC));
  const trait = traitIn(flags);
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
    compactions: compactionsIn(flags),
    outcome: {
      digest: digest(ANSWER_BEGIN, ANSWER),
      shapeDigest: digest(SHAPE_BEGIN, SHAPE),
      length: rows.number(at, LENGTH),
      lines: hasLinesIn(flags) ? rows.number(at, LINES) : undefined,
      isError: isErrorIn(flags),
      kind: kindIn(flags),
      causeDigest: isCauseDigestIn(flags) ? digest(CAUSE_BEGIN, CAUSE) : plainCauseIn(flags),
      life: lifeIn(flags),
      running: undefined,
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
