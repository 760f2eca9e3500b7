/*
 * A digest of ten characters of base64url has 60 bits, one of nine characters 54: two whole numbers of at most 31 bits,
 * which take 8 bytes where the text takes 40.
 */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The value of each digit by its character code; -1 for what is no digit. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));

const LONG = 10;
const SHORT = 9;

/** Half of the longer kind. */
const HALF = 5;

/** Set in the upper number of a digest of nine characters. */
const IS_SHORT = 1 << 30;

/** Whether a text is a digest that {@link upperBits} and {@link lowerBits} hold whole. */
export function hasBits(digest: string): boolean {
  return (digest.length === LONG || digest.length === SHORT) && areDigits(digest);
}

/** Whether a text is a digest, or what {@link shortDigest} has made of one. */
export function hasLowerBits(digest: string): boolean {
  return hasBits(digest) || (digest.length === HALF && areDigits(digest));
}

/** The last five characters of a digest, from what {@link lowerBits} has made of it. */
export function shortDigest(lower: number): string {
  return charactersOf(lower);
}

function areDigits(digest: string): boolean {
  for (let at = 0; at < digest.length; at++) {
    if ((VALUES[digest.charCodeAt(at)] ?? -1) < 0) {
      return false;
    }
  }
  return true;
}

/** The first characters of a digest as a number, 0 and above. Of any other text too: equal for equal texts. */
export function upperBits(digest: string): number {
  const isShort = digest.length === SHORT;
  const bits = bitsOf(digest, 0, isShort ? HALF - 1 : HALF);
  return isShort ? bits | IS_SHORT : bits;
}

/** Its last five characters. Of any other text too: equal for equal texts. */
export function lowerBits(digest: string): number {
  return bitsOf(digest, Math.max(0, digest.length - HALF), digest.length);
}

/** The digest that two numbers were taken from. */
export function digestOfBits(upper: number, lower: number): string {
  const first = (upper & IS_SHORT) === 0 ? charactersOf(upper) : charactersOf(upper & ~IS_SHORT).slice(1);
  return first + charactersOf(lower);
}

function charactersOf(bits: number): string {
  return String.fromCharCode(
    digit(bits >>> 24),
    digit(bits >>> 18),
    digit(bits >>> 12),
    digit(bits >>> 6),
    digit(bits),
  );
}

function digit(value: number): number {
  return DIGITS.charCodeAt(value & 63);
}

function bitsOf(text: string, from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < Math.min(to, text.length); at++) {
    bits = (bits << 6) | ((VALUES[text.charCodeAt(at)] ?? 0) & 63);
  }
  return bits;
}
