import type { Call } from './call';
import { type CallSettings, withoutIgnored } from './callSettings';
import { type Hash, type Signature, signatureOf } from './signature';

/** A call with all that is known of it before it is judged. */
export interface IdentifiedCall {
  readonly call: Call;
  /** Its arguments, parsed. */
  readonly parsed: unknown;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  readonly signature: Signature;
  readonly settings: CallSettings;
}

/** @param parsed the arguments of the call as `parseArguments` returned them */
export function identify(call: Call, parsed: unknown, settings: CallSettings, hash: Hash): IdentifiedCall {
  const { operation, ignored } = settings;
  return {
    call,
    parsed,
    tool: operation === undefined ? call.tool : `${call.tool}:${operation}`,
    signature: signatureOf(call.tool, withoutIgnored(parsed, ignored), hash),
    settings,
  };
}
