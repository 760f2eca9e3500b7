import * as crypto from 'node:crypto';

/** Hashes at once, without an object to feed: twice as fast for short texts. Node has it from 20.12 on. */
const hashAtOnce = (crypto as { readonly hash?: typeof crypto.hash }).hash;

/** SHA-256 of a text, as hexadecimal. */
export function sha256(text: string): string {
  return hashAtOnce === undefined
    ? crypto.createHash('sha256').update(text).digest('hex')
    : hashAtOnce('sha256', text, 'hex');
}

/** How many characters of a digest are kept: 60 bits, and V8 copies a text that short instead of keeping the whole. */
const DIGEST_CHARACTERS = 10;

/**
 * What the guard knows a text by: the first 60 bits of its SHA-256, as base64url. They tell the few hundred texts of a
 * conversation apart, and take a sixth of the memory.
 */
export function digestOf(text: string): string {
  const whole =
    hashAtOnce === undefined
      ? crypto.createHash('sha256').update(text).digest('base64url')
      : hashAtOnce('sha256', text, 'base64url');
  return whole.slice(0, DIGEST_CHARACTERS);
}
