import { canonicalTextOf } from './canonical';
import { withoutLongTexts } from './longTexts';

/** Hashes a text; the rooms outside core provide SHA-256. Equal texts give equal digests. */
export type Hash = (text: string) => string;

/** What identifies a call, and its arguments where they are small enough to be kept for comparison. */
export interface Signature {
  /** Equal for identical calls. */
  readonly digest: string;
  /** The parsed arguments, undefined when their text is longer than {@link KEPT_CHARACTERS}. */
  readonly argumentsValue: unknown;
}

/** Bounds what one call costs in memory; the digest covers the arguments whole. */
export const KEPT_CHARACTERS = 2048;

/**
 * Identifies a call by its tool and canonical arguments.
 * Rule: same tool and same arguments in any key order are the same call.
 *
 * @param parsed the arguments as `parseArguments` returned them
 */
export function signatureOf(tool: string, parsed: unknown, hash: Hash): Signature {
  const short = withoutLongTexts(parsed, KEPT_CHARACTERS, hash);
  const text = canonicalTextOf(short);
  const isKept = short === parsed && text.length <= KEPT_CHARACTERS;
  return { digest: hash(`${tool}\u0000${text}`), argumentsValue: isKept ? parsed : undefined };
}
