import { canonicalTextOf } from '../values/canonical';
import { suggests } from './patterns/fieldNames';
import { plainPath } from './paths';

export interface Signature {
  /** Equal for identical calls. */
  readonly digest: string;
  /** The parsed arguments, unless their text is longer than {@link KEPT_CHARACTERS}. */
  readonly argumentsValue: unknown;
}

/** Bounds what one call costs in memory; the digest covers the arguments whole. */
const KEPT_CHARACTERS = 2048;

/**
 * Same tool and same arguments in any key order, with paths in any spelling, are the same call.
 * @param parsed the arguments as `parseArguments` returned them
 * @param texts must have digested no other call's texts
 */
export function signatureOf(tool: string, parsed: unknown, texts: LongTexts): Signature {
  const text = canonicalTextOf(texts.shortened(parsed));
  const isKept = text.length + texts.savedCharacters <= KEPT_CHARACTERS;
  return { digest: texts.plainHash(`${tool}\u0000${text}`), argumentsValue: isKept ? parsed : undefined };
}

export function keptArguments(parsed: unknown): unknown {
  return signatureOf('', parsed, new LongTexts((text) => text)).argumentsValue;
}

/** SHA-256, provided from outside, because the engine imports no cryptography. */
export type Hash = (text: string) => string;

/** From here on, a digest stands for a text. */
const LONG_CHARACTERS = 256;

/** Arrays and objects with more fields, and those that lie deeper, are left as they are. */
const MOST_FIELDS = 100;
const MOST_DEPTH = 4;

/** No text that a model writes begins like this. */
const MARK = '\u0000digest ';

/** Digests each long text of a call once, for its signature and its files: faster than hashing the text as JSON. */
export class LongTexts {
  readonly #known = new Map<string, string>();
  savedCharacters = 0;

  constructor(
    readonly plainHash: Hash,
    private readonly folder?: string,
  ) {}

  readonly hash: Hash = (text) => {
    if (text.length <= LONG_CHARACTERS) {
      return this.plainHash(text);
    }
    const digest = this.#known.get(text) ?? this.plainHash(text);
    this.#known.set(text, digest);
    return digest;
  };

  /**
   * Replaces long texts by digests, and gives each path one spelling: values that were equal are equal afterwards.
   * Returns the value itself if nothing has changed. `isPlace`: the name of the field suggests a path.
   */
  shortened(value: unknown, depth = 0, isPlace = false): unknown {
    if (typeof value === 'string') {
      const text = isPlace ? plainPath(value, this.folder) : value;
      return text.length > LONG_CHARACTERS ? this.#mark(text) : text;
    }
    if (typeof value !== 'object' || value === null || depth >= MOST_DEPTH || !isPlain(value)) {
      return value;
    }
    const names = Object.keys(value);
    let copy: Record<string, unknown> | unknown[] | undefined;
    for (const name of names.length > MOST_FIELDS ? [] : names) {
      const field = (value as Record<string, unknown>)[name];
      const short = this.shortened(field, depth + 1, Array.isArray(value) ? isPlace : suggests(name, 'place'));
      if (short !== field) {
        copy ??= Array.isArray(value) ? [...(value as unknown[])] : { ...value };
        (copy as Record<string, unknown>)[name] = short;
      }
    }
    return copy ?? value;
  }

  #mark(text: string): string {
    const mark = `${MARK}${this.hash(text)}`;
    this.savedCharacters += text.length - mark.length;
    return mark;
  }
}

/** Anything but plain JSON may define how it is written. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
