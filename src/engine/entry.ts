import type { Call } from './call';
import { signsOf } from './callSigns';
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
  'index' | 'callIds' | 'seenBy' | 'round' | 'tool' | 'signature' | 'argumentsValue' | 'signs' | 'atMs'
>;

/** An entry of the window, with every field: objects that grow field by field take several times the memory. */
export function windowEntry(known: Essentials & Partial<WindowEntry>): WindowEntry {
  return {
    index: known.index,
    callIds: known.callIds,
    seenBy: known.seenBy,
    round: known.round,
    tool: known.tool,
    signature: known.signature,
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
    wait: known.wait,
    step: known.step,
    outcome: known.outcome,
  };
}

/** Most calls are seen by one surface that has no name for itself: all of them share this. */
const BY_ONE_UNNAMED: WindowEntry['seenBy'] = [undefined];

/** The entry of a call, with its place in the conversation. */
export function entryOf(
  { call, tool, signature: { digest, argumentsValue }, traits }: NewCall,
  place: Pick<WindowEntry, 'index' | 'round' | 'atMs' | 'compactions'>,
): WindowEntry {
  const { id, surface, signs = signsOf(tool, argumentsValue), moment } = call;
  return windowEntry({
    ...place,
    ...traits,
    callIds: [id],
    seenBy: surface === undefined ? BY_ONE_UNNAMED : [surface],
    tool,
    signature: digest,
    argumentsValue,
    signs,
    moment,
  });
}
