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

/** What calls are identified with, and what is remembered from one to the next. */
export interface Identifying {
  readonly hash: Hash;
  readonly names: FieldNames;
}

/** @param parsed the arguments of the call as `parseArguments` returned them */
export function identify(
  call: Call,
  parsed: unknown,
  settings: CallSettings,
  { hash, names }: Identifying,
): IdentifiedCall {
  const { operation, ignored } = settings;
  const signs = names.signsIn(parsed);
  const counted = ignored !== undefined || (signs & COMMENT) !== 0 ? withoutIgnored(parsed, ignored) : parsed;
  const texts = new LongTexts(hash);
  return {
    call,
    parsed,
    tool: operation === undefined ? call.tool : `${call.tool}:${operation}`,
    signature: signatureOf(call.tool, counted, texts),
    traits: traitsOf(call.tool, parsed, counted, texts.hash, call.contents, names, signs),
    settings,
  };
}
