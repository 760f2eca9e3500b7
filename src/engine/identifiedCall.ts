import type { Call } from './facts/call';
import { type CallSettings, withoutIgnored } from './rules/settings';
import type { NewCall } from './ledger/entry';
import type { FieldNames } from './facts/fieldNames';
import { mayHoldComments } from './facts/comments';
import { type Hash, LongTexts, signatureOf } from './facts/signature';
import { traitsOf } from './facts/callFacts';

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
  const counted = ignored !== undefined || mayHoldComments(signs) ? withoutIgnored(parsed, ignored) : parsed;
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
