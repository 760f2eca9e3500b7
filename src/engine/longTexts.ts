import type { Hash } from './signature';

/** Arrays and objects with more fields, and those that lie deeper, are left as they are. */
const MOST_FIELDS = 100;
const MOST_DEPTH = 4;

/** No text that a model writes begins like this. */
const MARK = '\u0000digest ';

/**
 * A value in which the digests of long texts stand for them: two values are equal afterwards if they were before. A
 * digest takes a fraction of the time that writing the text as JSON and hashing that takes, and those who want to know
 * what a call writes to a file need it too.
 * @param longest how long a text may be, in characters
 * @returns the value itself when it holds no long text
 */
export function withoutLongTexts(value: unknown, longest: number, hash: Hash, depth = 0): unknown {
  if (typeof value === 'string') {
    return value.length > longest ? `${MARK}${hash(value)}` : value;
  }
  if (typeof value !== 'object' || value === null || depth >= MOST_DEPTH || !isPlain(value)) {
    return value;
  }
  const names = Object.keys(value);
  if (names.length > MOST_FIELDS) {
    return value;
  }
  let changed: [name: string, field: unknown][] | undefined;
  for (const name of names) {
    const field = (value as Record<string, unknown>)[name];
    const short = withoutLongTexts(field, longest, hash, depth + 1);
    if (short !== field) {
      changed ??= [];
      changed.push([name, short]);
    }
  }
  return changed === undefined ? value : withFields(value, changed);
}

/** JSON and nothing else: anything else may say itself how it is written. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}

function withFields(value: object, changed: readonly (readonly [name: string, field: unknown])[]): unknown {
  if (Array.isArray(value)) {
    const copy: unknown[] = [...(value as unknown[])];
    changed.forEach(([at, field]) => (copy[Number(at)] = field));
    return copy;
  }
  return Object.fromEntries([...Object.entries(value), ...changed]);
}

/** A hash that remembers long texts: several parts of one call need the digest of the same one. */
export function rememberingHash(hash: Hash, longest: number): Hash {
  const known: { readonly text: string; readonly digest: string }[] = [];
  return (text) => {
    if (text.length <= longest) {
      return hash(text);
    }
    const digest = known.find((each) => each.text === text)?.digest ?? hash(text);
    known.push({ text, digest });
    return digest;
  };
}
