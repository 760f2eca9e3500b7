import { windowEntry } from './entry';
import type { RecordedOutcome } from '../facts/recordedOutcome';
import type { CallSigns } from '../facts/call';
import type { WindowEntry } from './entry';
import { wordsOf } from '../facts/wordSketch';

/** A call of the window, as it is stored. */
export type StoredEntry = Omit<WindowEntry, 'callIds' | 'seenBy' | 'argumentsValue' | 'signs' | 'step' | 'outcome'> & {
  readonly callIds: readonly string[];
  readonly outcome?: RecordedOutcome | undefined;
  readonly limitMs?: CallSigns['limitMs'];
  readonly edits?: CallSigns['edits'];
} & Pick<CallSigns, 'asksToWait' | 'handles'>;

/**
 * Changes a tool name on its way into or out of a state. The name contains the operation of a call (`plan:create`),
 * which is the text of an argument.
 */
export type RenameTool = (tool: string) => string;

/** What is stored of a call. */
export function storedEntry(entry: WindowEntry, conceal: RenameTool): StoredEntry {
  const { index, callIds, round, tool, signature, atMs, outcome, doneMs } = entry;
  const { wait, reads, changes, task } = entry;
  const { limitMs, edits } = entry.signs;
  const { moment, momentsInRow, rush, unseen, compactions, excused } = entry;
  const place = { index, callIds: [...callIds], round, tool: conceal(tool), signature, atMs, outcome, doneMs };
  const traits = { limitMs, edits, ...reportOf(entry), wait, reads, changes, task, words: wordsOf(entry) };
  return { ...place, ...traits, moment, momentsInRow, rush, unseen, compactions, excused };
}

/** What a later call needs to know about one that reports on something running, or that may still do so. */
function reportOf(entry: WindowEntry): Pick<CallSigns, 'asksToWait' | 'handles'> {
  if (entry.outcome !== undefined && entry.outcome.life === undefined) {
    return {};
  }
  const { asksToWait, handles } = entry.signs;
  return { asksToWait, handles };
}

/** The call that was stored. Its arguments are gone. */
export function restoredEntry(stored: StoredEntry, reveal: RenameTool): WindowEntry {
  const { asksToWait, limitMs, edits, handles, ...entry } = stored;
  return windowEntry({
    ...entry,
    signs: { asksToWait, limitMs, edits, handles },
    callIds: [...entry.callIds],
    tool: reveal(entry.tool),
    seenBy: [undefined],
    argumentsValue: undefined,
  });
}
