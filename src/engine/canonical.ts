import stringify from 'fast-json-stable-stringify';
import { flatText } from './flatText';
import { iterativeText, TooLarge } from './iterativeText';

/** Keeps texts of the second way apart from those of the library, so that the two never coincide. */
const ITERATIVE_MARK = '\u0000';

/**
 * Of how many values a text is made at most. JSON of 10 MB holds five million; but values that are shared, sparse or
 * made up as they are read can stand for more than any memory holds.
 */
const MAX_VALUES = 6_000_000;

/** Nearly all arguments hold fewer values. */
const MODEST_VALUES = 1_000;

/**
 * The canonical text of a call's arguments: equal for arguments that mean the same call.
 *
 * Keys are sorted at every depth, array order is kept. Text that is JSON is parsed first; any other text
 * (invalid JSON, the empty text) stands for itself. Circular, very deep or otherwise unserialisable values get a
 * canonical text of the same kind by another way.
 *
 * @param value a JSON value, or the arguments as the model sent them
 * @throws for a value of more than {@link MAX_VALUES} values, and what reading the value throws
 */
export function canonicalText(value: unknown): string {
  return canonicalTextOf(parseArguments(value));
}

/** As {@link canonicalText}, of arguments that went through {@link parseArguments} already. */
export function canonicalTextOf(parsed: unknown): string {
  try {
    const flat = flatText(parsed);
    if (flat !== undefined) {
      return flat;
    }
    return isModest(parsed) ? (stringify(parsed) ?? 'undefined') : stableText(parsed);
  } catch (error) {
    if (error instanceof TooLarge) {
      throw error;
    }
    return ITERATIVE_MARK + iterativeText(parsed);
  }
}

/**
 * Small enough for the library, which is bounded by nothing: few values, none that makes another of itself. A value
 * that holds itself is never modest.
 */
function isModest(root: unknown): boolean {
  const open: unknown[] = [root];
  for (let seen = 0; open.length > 0; seen++) {
    const value = open.pop();
    if (seen + open.length > MODEST_VALUES) {
      return false;
    }
    if (typeof value !== 'object' || value === null) {
      continue;
    }
    const held: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if ('toJSON' in value || held.length > MODEST_VALUES) {
      return false;
    }
    open.push(...held);
  }
  return true;
}

/**
 * Arguments as a value: text that is JSON is parsed, everything else is returned as it is. Of an object with very many
 * fields only its text is left.
 */
export function parseArguments(value: unknown): unknown {
  if (typeof value !== 'string') {
    return withFewFields(value);
  }
  try {
    return withFewFields(JSON.parse(value) as unknown);
  } catch {
    return value;
  }
}

/** To look at each field several times would take seconds; no tool has so many. */
const MOST_FIELDS = 50_000;

/** Keeps the text of an object apart from one that was sent as text. */
const TEXT_MARK = '\u0001';

function withFewFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  try {
    return Object.keys(value).length > MOST_FIELDS ? `${TEXT_MARK}${JSON.stringify(value)}` : value;
  } catch {
    // What holds itself, or can't be read, is for those who bound their work.
    return value;
  }
}

/** Where a text is being written. */
interface Writing {
  /** The objects around the value. */
  readonly path: object[];
  values: number;
}

/**
 * The text that the library writes, for values of any size: as `JSON.stringify`, with sorted keys. Throws on what that
 * throws on, and on values that are too large or too deep.
 */
function stableText(value: unknown): string {
  const json = jsonValueOf(value);
  return isAbsent(json) ? 'undefined' : written(json, { path: [], values: 0 });
}

function jsonValueOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON as () => unknown).call(value) : value;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

function written(value: unknown, writing: Writing): string {
  if (++writing.values > MAX_VALUES) {
    throw new TooLarge();
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? String(value) : 'null';
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  if (writing.path.includes(value)) {
    throw new TypeError('The value holds itself.');
  }
  writing.path.push(value);
  let text = '';
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const item = jsonValueOf(value[at]);
      text += (at > 0 ? ',' : '[') + written(isAbsent(item) ? null : item, writing);
    }
    text = text === '' ? '[]' : `${text}]`;
  } else {
    for (const key of Object.keys(value).sort()) {
      const field = jsonValueOf((value as Record<string, unknown>)[key]);
      if (!isAbsent(field)) {
        text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${written(field, writing)}`;
      }
    }
    text = text === '' ? '{}' : `${text}}`;
  }
  writing.path.pop();
  return text;
}
