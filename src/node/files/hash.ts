import * as crypto from 'node:crypto';

/** Hashes at once, without an object to feed: twice as fast for short texts. Node has it from 20.12 on. */
const hashAtOnce = (crypto as { readonly hash?: typeof crypto.hash }).hash;

/** SHA-256 of a text, as hexadecimal. */
export function sha256(text: string): string {
  return hashAtOnce === undefined
    ? crypto.createHash('sha256').update(text).digest('hex')
    : hashAtOnce('sha256', text, 'hex');
}
