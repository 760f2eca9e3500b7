import { canonicalTextOf, parseArguments } from './canonical';
import { withoutComments } from './comments';
import { isEdit } from './edits';
import { KEPT_CHARACTERS } from './signature';
import { asksToWait, ownLimitMs } from './waitingSigns';
import type { CallSigns, WindowEntry } from './window';

/** The signs of a call in the window, read when they are first asked for. */
export function signsOf(entry: WindowEntry): CallSigns {
  entry.signs ??= readSigns(entry.tool, entry.argumentsValue);
  return entry.signs;
}

/** The signs of a call by its arguments as a surface gave them, as the window would read them. */
export function signsOfCall(tool: string, given: unknown): CallSigns {
  const value = withoutComments(parseArguments(given));
  return readSigns(tool, canonicalTextOf(value).length <= KEPT_CHARACTERS ? value : undefined);
}

/** @param value the parsed arguments; undefined when they are not kept */
function readSigns(tool: string, value: unknown): CallSigns {
  return { asksToWait: asksToWait(tool, value), limitMs: ownLimitMs(value), edits: isEdit(tool, value) };
}
