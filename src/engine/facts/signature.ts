import { canonicalTextOf } from '../values/canonical';
import { LongTexts } from '../values/longTexts';

export type { Hash } from '../values/hash';

/** What identifies a call, and its arguments where they are small enough to be kept for comparison. */
export interface Signature {
  /** Equal for identical calls. */
  readonly digest: string;
  /** The parsed arguments, undefined when their text is longer than {@link KEPT_CHARACTERS}. */
  readonly argumentsValue: unknown;
}

/** Bounds what one call costs in memory; the digest covers the arguments whole. */
const KEPT_CHARACTERS = 2048;

/**
 * Identifies a call by its tool and canonical arguments.
 * Rule: same tool and same arguments in any key order are the same call.
 *
 * @param parsed the arguments as `parseArguments` returned them
 * @param texts digests its long texts, and has digested no other call's
 */
export function signatureOf(tool: string, parsed: unknown, texts: LongTexts): Signature {
  const text = canonicalTextOf(texts.shortened(parsed));
  const isKept = text.length + texts.savedCharacters <= KEPT_CHARACTERS;
  return { digest: texts.plainHash(`${tool}\u0000${text}`), argumentsValue: isKept ? parsed : undefined };
}

/** The arguments as the window keeps them: undefined when they are too large. */
export function keptArguments(parsed: unknown): unknown {
  return signatureOf('', parsed, new LongTexts((text) => text)).argumentsValue;
}
