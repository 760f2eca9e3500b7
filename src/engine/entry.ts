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

/** The entry of a call, with its place in the conversation. */
export function entryOf(
  { call, tool, signature: { digest, argumentsValue }, traits }: NewCall,
  place: Pick<WindowEntry, 'index' | 'round' | 'atMs' | 'compactions'>,
): WindowEntry {
  const { id, surface, signs = signsOf(tool, argumentsValue), moment } = call;
  return {
    ...place,
    ...traits,
    callIds: [id],
    seenBy: [surface],
    tool,
    signature: digest,
    argumentsValue,
    signs,
    moment,
    outcome: undefined,
  };
}
