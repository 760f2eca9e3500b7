import { canonicalText, parseArguments } from './canonical';

/** Hashes a text; the rooms outside core provide SHA-256. Equal texts give equal digests. */
export type Hash = (text: string) => string;

/** What identifies a call, and the bounded part of its arguments that is kept for comparison. */
export interface Signature {
  /** Equal for identical calls. */
  readonly digest: string;
  /** Canonical arguments, at most {@link KEPT_CHARACTERS} characters. */
  readonly argumentsText: string;
  /** The parsed arguments when their text was kept whole, else undefined. */
  readonly argumentsValue: unknown;
}

/** Bounds what one call costs in memory; the digest covers the arguments whole. */
const KEPT_CHARACTERS = 2048;

/**
 * Identifies a call by its tool and canonical arguments.
 * Rule: same tool and same arguments in any key order are the same call (seed 000, "Canonicalization").
 */
export function signatureOf(tool: string, callArguments: unknown, hash: Hash): Signature {
  const text = canonicalText(callArguments);
  const whole = text.length <= KEPT_CHARACTERS;
  return {
    digest: hash(`${tool}\u0000${text}`),
    argumentsText: whole ? text : text.slice(0, KEPT_CHARACTERS),
    argumentsValue: whole ? parseArguments(callArguments) : undefined,
  };
}
