import type { Call } from './call';
import { upperBits } from './digestBits';
import type { Signature } from './signature';
import type { CallTraits } from './traits';
import type { WindowEntry } from './window';

/** A call that is about to be judged. */
export interface NewCall {
  readonly call: Call;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  readonly signature: Signature;
  readonly traits: CallTraits;
}

/** What an entry cannot do without. */
type Essentials = Pick<
  WindowEntry,
  'index' | 'callIds' | 'seenBy' | 'round' | 'tool' | 'signature' | 'argumentsValue' | 'atMs'
>;

/**
 * An entry of the window. All of them are made here, field by field and with every field: objects that grow field by
 * field take several times the memory, and reading them takes several times as long.
 */
export function windowEntry(known: Essentials & Partial<WindowEntry>): WindowEntry {
  return {
    // What a row of calls is walked through for comes first, side by side, so that a step loads one line of the cache.
    signature: known.signature,
    tool: known.tool,
    outcome: known.outcome,
    step: known.step,
    wait: known.wait,
    round: known.round,
    index: known.index,
    key: upperBits(known.signature),
    callIds: known.callIds,
    seenBy: known.seenBy,
    argumentsValue: known.argumentsValue,
    words: known.words,
    atMs: known.atMs,
    doneMs: known.doneMs,
    signs: known.signs,
    reads: known.reads,
    changes: known.changes,
    task: known.task,
    moment: known.moment,
    momentsInRow: known.momentsInRow,
    rush: known.rush,
    unseen: known.unseen,
    compactions: known.compactions,
    excused: known.excused,
  };
}

/** Most calls are seen by one surface that has no name for itself: all of them share this. */
export const BY_ONE_UNNAMED: readonly undefined[] = [undefined];

/** The entry of a call, with its place in the conversation. */
export function entryOf(
  { call, tool, signature: { argumentsValue }, traits: { reads, changes, task } }: NewCall,
  {
    index,
    round,
    signature,
    atMs,
    compactions,
  }: Pick<WindowEntry, 'index' | 'round' | 'signature' | 'atMs' | 'compactions'>,
): WindowEntry {
  const { id, surface, signs, moment } = call;
  return windowEntry({
    index,
    callIds: [id],
    seenBy: surface === undefined ? BY_ONE_UNNAMED : [surface],
    round,
    tool,
    signature,
    argumentsValue,
    atMs,
    signs,
    reads,
    changes,
    task,
    moment,
    compactions,
  });
}
