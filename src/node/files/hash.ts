import { createHash } from 'node:crypto';

/** How many characters of a digest are kept: 60 bits, and V8 copies a text that short instead of keeping the whole. */
const DIGEST_CHARACTERS = 10;

/**
 * What the guard knows a text by: the first 60 bits of its SHA-256, as base64url. They tell the few hundred texts of a
 * conversation apart, and take a sixth of the memory.
 */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_CHARACTERS);
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
