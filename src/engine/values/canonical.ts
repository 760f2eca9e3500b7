import stringify from 'fast-json-stable-stringify';

/**
 * The most values that go into a text: values that are shared, sparse, or generated on access can stand for more than
 * any memory holds, and a million objects take seconds.
 */
const MAX_VALUES = 250_000;

/** Nearly all arguments hold fewer values. */
const MODEST_VALUES = 1_000;

/**
 * A text that is equal for arguments that mean the same call.
 * Keys are sorted at every depth, array order is kept. Text that is JSON is parsed first; any other text stands for
 * itself. Circular and very deep values have such a text, too. Of more than {@link MAX_VALUES} values, it holds the
 * first, and the lengths of the arrays and objects in which it ends.
 * @param value a JSON value, or the arguments as the model sent them
 * @throws what reading the value throws
 */
export function canonicalText(value: unknown): string {
  return canonicalTextOf(parseArguments(value));
}

/** For arguments that went through {@link parseArguments} already. */
export function canonicalTextOf(parsed: unknown): string {
  return isModest(parsed) ? (stringify(parsed) ?? 'undefined') : writtenText(parsed);
}

/** The package has no bounds: it gets few values, only JSON, without `toJSON`. A circular value is never modest. */
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

/** Parses text that is JSON and returns everything else as it is. An object with very many fields becomes text. */
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

/** To look at each field several times would take seconds, and no tool has so many. */
const MOST_FIELDS = 50_000;

/** Distinguishes the text of an object from text that was sent as such. */
const TEXT_MARK = '\u0001';

function withFewFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  try {
    return Object.keys(value).length > MOST_FIELDS ? `${TEXT_MARK}${JSON.stringify(value)}` : value;
  } catch {
    // Circular and unreadable values are for code that bounds its work.
    return value;
  }
}

interface Container {
  readonly value: object;
  readonly names: readonly string[] | undefined;
  readonly length: number;
  at: number;
  isEmpty: boolean;
}

/**
 * The same text as the package's, for values that it isn't fit for: of any size and depth, and circular ones. What is
 * no JSON is written so that it is no JSON either.
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
