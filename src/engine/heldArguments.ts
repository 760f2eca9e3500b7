import { ArgumentText, bytesOf } from './argumentText';
import { PACKED, SUCCEEDED } from './callFlags';
import type { CallRows } from './callRows';
import { isEdit } from './edits';
import { asksToWait, ownLimitMs } from './waitingSigns';
import type { CallSigns } from './window';
import { wordSketch } from './wordSketch';

/*
 * What is held for a packed call beside its numbers: its arguments, as they are or as text, or what the rules need to
 * know of them.
 */

/** The arguments of the newest calls are held as they are up to about this size, in bytes. */
const AS_THEY_ARE = 1_500;

/** The arguments of all calls are held up to about this size, in bytes. */
const ALL = 6_500;

/** What the rules need to know of arguments that are not held. */
export class LeftArguments {
  constructor(
    /** The sketch of their words; undefined if nobody asks for it. */
    readonly words: string | undefined,
    readonly signs: CallSigns,
  ) {}
}

/** The arguments that are held, given back as they were; undefined if they are not. */
export function argumentsIn(held: unknown): unknown {
  return held instanceof ArgumentText ? held.value : held instanceof LeftArguments ? undefined : held;
}

/**
 * Holds the arguments of older calls as text, and of the oldest ones only what the rules need to know, until all of them
 * are small enough together. Arguments that are no longer held count as different, like those that are too large.
 */
export function boundArguments(rows: CallRows): void {
  let bytes = 0;
  const anchors: string[] = [];
  for (let at = rows.length - 1; at >= 0; at--) {
    const held = rows.held(at);
    if (held === undefined || held instanceof LeftArguments || !rows.is(at, PACKED)) {
      continue;
    }
    if (held instanceof ArgumentText) {
      bytes += sizeOfText(held, anchors);
    } else {
      const size = sizeOf(held, 0);
      if (bytes + size <= AS_THEY_ARE) {
        bytes += size;
        continue;
      }
      const text = ArgumentText.of(held, anchorBefore(rows, at) ?? anchors.at(-1));
      bytes += text === undefined ? size : sizeOfText(text, anchors);
      rows.hold(at, text ?? held);
    }
    if (bytes > ALL) {
      rows.hold(at, leftOf(rows, at));
    }
  }
}

/** The anchor of the next older call of the tool. */
function anchorBefore(rows: CallRows, at: number): string | undefined {
  const tool = rows.tool(at);
  for (let before = rows.findTool(tool, at); before >= 0; before = rows.findTool(tool, before)) {
    const held = rows.held(before);
    if (held instanceof ArgumentText) {
      return held.anchor;
    }
  }
  return undefined;
}

function leftOf(rows: CallRows, at: number): LeftArguments {
  const value = argumentsIn(rows.held(at));
  // Only of calls that failed or found nothing is it asked whether they attempted the same.
  const words = rows.is(at, SUCCEEDED) ? undefined : wordSketch(value);
  const tool = rows.name(rows.tool(at));
  // Calls whose handles matter are not packed.
  const signs = { asksToWait: asksToWait(tool, value), limitMs: ownLimitMs(value), edits: isEdit(tool, value) };
  return new LeftArguments(words, signs);
}

/** An anchor counts once. */
function sizeOfText(text: ArgumentText, anchors: string[]): number {
  if (anchors.includes(text.anchor)) {
    return text.bytes;
  }
  anchors.push(text.anchor);
  return text.bytes + bytesOf(text.anchor);
}

const VALUE_BYTES = 16;
const MOST_DEPTH = 8;

/** About how much memory arguments take. */
function sizeOf(value: unknown, depth: number): number {
  if (typeof value === 'string') {
    return VALUE_BYTES + value.length;
  }
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) {
    return VALUE_BYTES;
  }
  let bytes = VALUE_BYTES;
  for (const field of Object.values(value)) {
    bytes += VALUE_BYTES + sizeOf(field, depth + 1);
  }
  return bytes;
}
