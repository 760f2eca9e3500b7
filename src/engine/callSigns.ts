import { isEdit } from './edits';
import { asksToWait, ownLimitMs } from './waitingSigns';
import type { WindowEntry } from './window';

/** What a call says of itself that the rules need to know after its arguments are forgotten. */
export type CallSigns = Pick<WindowEntry, 'asksToWait' | 'limitMs' | 'edits'>;

/**
 * Reads the signs of a call.
 * @param value the parsed arguments; undefined when they are not kept
 */
export function signsOf(tool: string, value: unknown): CallSigns {
  return { asksToWait: asksToWait(tool, value), limitMs: ownLimitMs(value), edits: isEdit(tool, value) };
}
