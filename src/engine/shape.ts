/*
 * Volatile parts differ between two answers that say the same: ids, times, durations, counters, colours.
 * Each expression is a plain run of one character class, without nested repetition, so its time is linear.
 */

const ansi = /\u001b\[[0-9;?]{0,32}[A-Za-z]/g;
const hexId = /\b(?=[0-9a-fA-F-]{0,35}[0-9])[0-9a-fA-F]{7,64}(?:-[0-9a-fA-F]{4,64}){0,4}\b/g;
/** So many digits in a row each of those begins with. */
const leastHexDigits = 7;
const number = /\d+/g;
/** White space that is not one blank already. */
const layout = /\s{2,}|[^\S ]/g;

const toBytes = new TextEncoder();
const toText = new TextDecoder();
const space = 32;
const numberSign = 35;

/**
 * The text with its volatile parts and its layout blanked: two texts of equal shape say the same with other numbers.
 */
export function shapeOf(text: string): string {
  const plain = text.includes('\u001b') ? text.replace(ansi, '') : text;
  const named = hasHexDigits(plain) ? plain.replace(hexId, '#') : plain;
  const bytes = toBytes.encode(named);
  return (bytes.length === named.length ? blanked(bytes) : named.replace(number, '#').replace(layout, ' ')).trim();
}

/** What the two expressions make of ASCII, in a third of the time. Writes over the bytes. */
function blanked(bytes: Uint8Array): string {
  let length = 0;
  let before = 0;
  for (const byte of bytes) {
    const isSpace = byte < 33 && (byte === space || (byte > 8 && byte < 14));
    const blank = isSpace ? space : byte < 58 && byte > 47 ? numberSign : 0;
    if (blank === 0 || blank !== before) {
      bytes[length++] = blank || byte;
    }
    before = blank;
  }
  return toText.decode(bytes.subarray(0, length));
}

/** Whether {@link leastHexDigits} stand in a row. One of so many characters tells where to look. */
function hasHexDigits(text: string): boolean {
  for (let at = leastHexDigits - 1; at < text.length; at += leastHexDigits) {
    let [before, after] = [at, at];
    while (isHexDigit(text.charCodeAt(before))) {
      before--;
    }
    while (isHexDigit(text.charCodeAt(after))) {
      after++;
    }
    if (after - before > leastHexDigits) {
      return true;
    }
  }
  return false;
}

/** Not of NaN, which stands where the text has no character. */
const isHexDigit = (code: number): boolean => (code > 47 && code < 58) || ((code | 32) > 96 && (code | 32) < 103);
