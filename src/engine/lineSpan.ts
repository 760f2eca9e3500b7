import { canonicalTextOf } from './canonical';

/** Lines of something that can be read in parts. */
export interface LineSpan {
  /** The first line that was asked for, as the tool counts. */
  readonly from: number;
  /** The last line that was asked for; undefined: up to the end. */
  readonly to?: number | undefined;
}

/** What a call reads, and which lines of it. */
export interface Reading {
  /** A text that says what is read. Equal: the same thing. */
  readonly target: string;
  /** The file, where a field of the call names it. */
  readonly path?: string | undefined;
  readonly span: LineSpan;
}

const PATH_FIELD = /^(?:(?:absolute_?|target_?)?file(?:_?path|_?name)?|(?:absolute_?)?path|uri)$/i;
const START_FIELD = /^(?:offset|(?:start|from|begin)(?:_?line)?(?:_?number)?(?:_?base_?zero)?|line_?start)$/i;
const END_FIELD = /^(?:(?:end|to)(?:_?line)?(?:_?number)?(?:_?base_?zero)?|line_?end)$/i;
const LENGTH_FIELD = /^(?:limit|(?:num|max)_?lines|line_?count|lines)$/i;
/** Any of these three, so that most names take one look. */
const SPAN_FIELD = new RegExp([START_FIELD, END_FIELD, LENGTH_FIELD].map(({ source }) => source).join('|'), 'i');
const BOTH_FIELD = /^(?:(?:view|line)_?range|range|lines)$/i;
const READING_NAME = /read|view|open|show|cat\b/i;

/** `sed -n '10,20p' file`: how agents that have no tool for it read a part of a file. */
const COMMAND_FIELD = /^(?:cmd|command)$/i;
const SED = /\bsed -n ["']?(\d{1,9}),(\d{1,9})p["']? /g;

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a call reads, when it says which lines of what: by fields for a path and for lines, whatever the tool is
 * called. A call with a path alone reads the whole, if its tool is called like one that reads.
 *
 * @param value the arguments that count, parsed
 * @returns undefined when the call is not known to read lines
 */
export function readingOf(tool: string, value: unknown): Reading | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return undefined;
  }
  return readingByFields(tool, value as Fields) ?? readingByCommand(value as Fields);
}

function readingByFields(tool: string, fields: Fields): Reading | undefined {
  const names = Object.keys(fields);
  const path = names.find((name) => PATH_FIELD.test(name) && typeof fields[name] === 'string');
  if (path === undefined) {
    return undefined;
  }
  const span: [name: string, value: unknown][] = [];
  for (const name of names) {
    const value = fields[name];
    if (isOfSpan(name, value)) {
      span.push([name, value]);
    } else if (name !== path && typeof value !== 'boolean' && !isNothing(value)) {
      // It says more than what to read.
      return undefined;
    }
  }
  return span.length === 0 && !READING_NAME.test(tool)
    ? undefined
    : { target: `${path}=${String(fields[path])}`, path: String(fields[path]), span: spanOf(span) };
}

function readingByCommand(fields: Fields): Reading | undefined {
  const name = Object.keys(fields).find((each) => COMMAND_FIELD.test(each));
  const command = name === undefined ? undefined : fields[name];
  if (name === undefined || typeof command !== 'string' || !command.includes('sed -n ')) {
    return undefined;
  }
  const [first, ...more] = command.matchAll(SED);
  return first === undefined || more.length > 0
    ? undefined
    : {
        target: canonicalTextOf({ ...fields, [name]: command.replace(SED, 'sed -n <lines> ') }),
        span: { from: Number(first[1]), to: Number(first[2]) },
      };
}

function isOfSpan(name: string, value: unknown): boolean {
  return isNumber(value)
    ? SPAN_FIELD.test(name)
    : BOTH_FIELD.test(name) && Array.isArray(value) && value.length === 2 && value.every(isNumber);
}

function spanOf(fields: readonly (readonly [name: string, value: unknown])[]): LineSpan {
  let both: readonly [number, number] | undefined;
  let start: number | undefined;
  let end: number | undefined;
  let length: number | undefined;
  for (const [name, value] of fields) {
    if (!isNumber(value)) {
      both ??= value as readonly [number, number];
      continue;
    }
    start ??= START_FIELD.test(name) ? value : undefined;
    end ??= END_FIELD.test(name) ? value : undefined;
    length ??= LENGTH_FIELD.test(name) ? value : undefined;
  }
  const from = both?.[0] ?? start ?? 1;
  const to = both?.[1] ?? end ?? (length === undefined ? undefined : from + length - 1);
  // -1 stands for the end.
  return { from, to: to === undefined || to < from ? undefined : to };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
