const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * A digest of 54 bits, to distinguish the few names of one window, such as paths. It takes a tenth of SHA-256's time,
 * and no path can be read from it, so it may be written to a file. It need not withstand attacks: nobody gains from two
 * names with one digest.
 */
export function quickDigest(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return String.fromCharCode(
    digit(low),
    digit(low >>> 6),
    digit(low >>> 12),
    digit(low >>> 18),
    digit(low >>> 24),
    digit(high),
    digit(high >>> 6),
    digit(high >>> 12),
    digit(high >>> 18),
  );
}

export function digitValue(character: string): number {
  return DIGITS.indexOf(character);
}

/** The code of the character for the lowest six bits of a number. */
export function digit(value: number): number {
  return DIGITS.charCodeAt(value & 63);
}
