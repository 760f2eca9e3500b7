import { parseArguments } from './canonical';
import { withoutComments } from './comments';
import { isEdit } from './edits';
import { handlesOf } from './handles';
import { keptArguments } from './signature';
import { asksToWait, checkOf, ownLimitMs } from './waitingSigns';
import type { CallSigns } from './window';

/**
 * The signs of a call.
 * @param value the parsed arguments; undefined when they are too large to be kept
 */
export function signsOf(tool: string, value: unknown): CallSigns {
  return {
    asksToWait: asksToWait(tool, value),
    limitMs: ownLimitMs(value),
    check: checkOf(value),
    edits: isEdit(tool, value),
    handles: handlesOf(value),
  };
}

/** The signs of a call by its arguments as a surface gave them, as the window would read them. */
export function signsOfCall(tool: string, given: unknown): CallSigns {
  return signsOf(tool, keptArguments(withoutComments(parseArguments(given))));
}
