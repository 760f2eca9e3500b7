import stringify from 'fast-json-stable-stringify';

/**
 * Of how many values a text is made at most: values that are shared, sparse, or made up as they are read can stand for
 * more than any memory holds, and a million objects take seconds.
 */
const MAX_VALUES = 250_000;

/** Nearly all arguments hold fewer values. */
const MODEST_VALUES = 1_000;

/**
 * The canonical text of a call's arguments: equal for arguments that mean the same call.
 *
 * Keys are sorted at every depth, array order is kept. Text that is JSON is parsed first; any other text
 * (invalid JSON, the empty text) stands for itself. Circular, very deep and large values have such a text, too; of more
 * than {@link MAX_VALUES} values, it holds the first, and how long the arrays and objects are in which it ends.
 *
 * @param value a JSON value, or the arguments as the model sent them
 * @throws what reading the value throws
 */
export function canonicalText(value: unknown): string {
  return canonicalTextOf(parseArguments(value));
}

/** As {@link canonicalText}, of arguments that went through {@link parseArguments} already. */
export function canonicalTextOf(parsed: unknown): string {
  return isModest(parsed) ? (stringify(parsed) ?? 'undefined') : writtenText(parsed);
}

/**
 * Small enough for the library, which is bounded by nothing: few values, all of them JSON, and none that makes another
 * of itself. A value that holds itself is never modest.
 */
function isModest(root: unknown): boolean {
  const open: unknown[] = [root];
  for (let seen = 0; open.length > 0; seen++) {
    const value = open.pop();
    if (typeof value === 'bigint' || seen + open.length > MODEST_VALUES) {
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

/** An array or object that is being written. */
interface Container {
  readonly value: object;
  /** The names of its fields, sorted; undefined for an array. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  at: number;
  isEmpty: boolean;
}

/**
 * The text that the library writes, for values that it isn't fit for: of any size and depth, and such as hold
 * themselves. What is no JSON is written so that it is no JSON either.
 */
function writtenText(root: unknown): string {
  let text = '';
  let values = 0;
  const open: Container[] = [];
  const path = new Set<object>();
  const write = (value: unknown): void => {
    values += 1;
    if (typeof value !== 'object' || value === null) {
      text += leafText(value);
    } else if (path.has(value)) {
      text += '[circular]';
    } else {
      const names = Array.isArray(value) ? undefined : Object.keys(value).sort();
      const { length } = names ?? (value as unknown[]);
      open.push({ value, names, length, at: 0, isEmpty: true });
      path.add(value);
      text += names === undefined ? '[' : '{';
    }
  };
  write(jsonValueOf(root));
  for (let container = open.at(-1); container !== undefined; container = open.at(-1)) {
    const { value, names, at } = container;
    if (values === MAX_VALUES) {
      return `${text}…${open.map(({ length }) => length).join()}`;
    }
    if (at === container.length) {
      text += names === undefined ? ']' : '}';
      open.pop();
      path.delete(value);
      continue;
    }
    container.at += 1;
    const name = names === undefined ? at : (names[at] as string);
    const field = jsonValueOf((value as Record<string | number, unknown>)[name]);
    if (names !== undefined && isAbsent(field)) {
      continue;
    }
    text += container.isEmpty ? '' : ',';
    text += names === undefined ? '' : `${JSON.stringify(name)}:`;
    container.isEmpty = false;
    write(names === undefined && isAbsent(field) ? null : field);
  }
  return text;
}

function jsonValueOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const { toJSON } = value as { readonly toJSON?: unknown };
  try {
    return typeof toJSON === 'function' ? (toJSON as () => unknown).call(value) : value;
  } catch {
    // It is compared by its fields.
    return { ...value, toJSON: '[throws]' };
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

function leafText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'bigint':
      return `${value}n`;
    default:
      return String(value);
  }
}
