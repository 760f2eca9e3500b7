import type { Call } from './call';
import { type CallSettings, withoutIgnored } from './callSettings';
import type { NewCall } from './entry';
import { COMMENT, type FieldNames } from './fieldNames';
import { LongTexts } from './longTexts';
import { type Hash, signatureOf } from './signature';
import { traitsOf } from './traits';

/** A call with all that is known of it before it is checked. */
export interface IdentifiedCall extends NewCall {
  /** Its arguments, parsed. */
  readonly parsed: unknown;
  readonly settings: CallSettings;
}

/** @param parsed the arguments of the call as `parseArguments` returned them */
export function identify(
  call: Call,
  parsed: unknown,
  settings: CallSettings,
  hash: Hash,
  names: FieldNames,
): IdentifiedCall {
  const { operation, ignored } = settings;
  const hasComments = ignored !== undefined || (names.signsIn(parsed) & COMMENT) !== 0;
  const counted = hasComments ? withoutIgnored(parsed, ignored) : parsed;
  const texts = new LongTexts(hash);
  return {
    call,
    parsed,
    tool: operation === undefined ? call.tool : `${call.tool}:${operation}`,
    signature: signatureOf(call.tool, counted, texts),
    traits: traitsOf(call.tool, parsed, counted, texts.hash, call.contents, names),
    settings,
  };
}
