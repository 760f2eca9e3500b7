import type { Call } from './call';
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
  { call, tool, signature, traits }: NewCall,
  place: Pick<WindowEntry, 'index' | 'round' | 'signature' | 'atMs' | 'compactions'>,
): WindowEntry {
  const { argumentsValue } = signature;
  return {
    ...place,
    callIds: [call.id],
    seenBy: [call.surface],
    tool,
    argumentsValue,
    signs: call.signs,
    moment: call.moment,
    ...traits,
    outcome: undefined,
  };
}
