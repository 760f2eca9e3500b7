import { canonicalTextOf } from '../values/canonical';
import { FieldNames } from './fieldNames';
import { LINE_COMMANDS } from './patterns/commands';
import { BOTH, COMMAND, END, LENGTH, PATH, START } from './patterns/fieldNames';
import { anyOf, matches } from './patterns/pattern';
import { READING_TOOLS } from './patterns/toolNames';
import { type Fields, isRecord } from '../values/fields';

/** Lines of something that can be read in parts. */
export interface LineSpan {
  /** The first line that was asked for, as the tool counts. */
  readonly from: number;
  /** The last line that was asked for; undefined: up to the end. */
  readonly to?: number | undefined;
}

/** What a call reads, and which lines of it. */
export interface Reading {
  /** Texts that together say what is read. Equal: the same thing. */
  readonly target: readonly [string, string?];
  /** The file, where a field of the call names it. */
  readonly path?: string | undefined;
  readonly span: LineSpan;
}

/** `sed -n '10,20p' file`: how agents that have no tool for it read a part of a file. */
const ANY_LINE_COMMAND = anyOf(LINE_COMMANDS);

/**
 * What a call reads, when it says which lines of what: by fields for a path and for lines, whatever the tool is
 * called. A call with a path alone reads the whole, if its tool is called like one that reads.
 *
 * @param value the arguments that count, parsed
 * @returns undefined when the call is not known to read lines
 */
export function readingOf(tool: string, value: unknown, names = new FieldNames()): Reading | undefined {
  return isRecord(value) ? (readingByFields(tool, value, names) ?? readingByCommand(value, names)) : undefined;
}

function readingByFields(tool: string, fields: Fields, names: FieldNames): Reading | undefined {
  let pathName: string | undefined;
  let path = '';
  const numbers: SpanNumbers = { both: undefined, start: undefined, end: undefined, length: undefined };
  let hasSpan = false;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const signs = names.signsOf(name);
    if (isOfSpan(signs, value)) {
      noteNumbers(numbers, signs, value);
      hasSpan = true;
    } else if (pathName === undefined && (signs & PATH) !== 0 && typeof value === 'string') {
      pathName = name;
      path = value;
    } else if (typeof value !== 'boolean' && !isNothing(value)) {
      // It says more than what to read.
      return undefined;
    }
  }
  return pathName === undefined || (!hasSpan && !matches(READING_TOOLS, tool))
    ? undefined
    : { target: [`${pathName}=`, path], path, span: spanOf(numbers) };
}

function readingByCommand(fields: Fields, names: FieldNames): Reading | undefined {
  const name = Object.keys(fields).find((each) => (names.signsOf(each) & COMMAND) !== 0);
  const command = name === undefined ? undefined : fields[name];
  if (name === undefined || typeof command !== 'string' || !command.includes('sed -n ')) {
    return undefined;
  }
  const [first, ...more] = command.matchAll(ANY_LINE_COMMAND);
  return first === undefined || more.length > 0
    ? undefined
    : {
        target: [canonicalTextOf({ ...fields, [name]: command.replace(ANY_LINE_COMMAND, 'sed -n <lines> ') })],
        span: { from: Number(first[1]), to: Number(first[2]) },
      };
}

/** What fields say of lines; of fields that say the same, the first counts. */
interface SpanNumbers {
  both: readonly [number, number] | undefined;
  start: number | undefined;
  end: number | undefined;
  length: number | undefined;
}

function isOfSpan(signs: number, value: unknown): value is number | readonly [number, number] {
  return isNumber(value)
    ? (signs & (START | END | LENGTH)) !== 0
    : (signs & BOTH) !== 0 && Array.isArray(value) && value.length === 2 && value.every(isNumber);
}

function noteNumbers(noted: SpanNumbers, signs: number, value: number | readonly [number, number]): void {
  if (!isNumber(value)) {
    noted.both ??= value;
    return;
  }
  noted.start ??= (signs & START) === 0 ? undefined : value;
  noted.end ??= (signs & END) === 0 ? undefined : value;
  noted.length ??= (signs & LENGTH) === 0 ? undefined : value;
}

function spanOf({ both, start, end, length }: SpanNumbers): LineSpan {
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
