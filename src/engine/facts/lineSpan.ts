import { canonicalTextOf } from '../values/canonical';
import { LINE_COMMANDS } from './patterns/commands';
import { suggests } from './patterns/fieldNames';
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
  /** What is read. Equal: the same thing. */
  readonly target: string;
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
export function readingOf(tool: string, value: unknown): Reading | undefined {
  return isRecord(value) ? (readingByFields(tool, value) ?? readingByCommand(value)) : undefined;
}

function readingByFields(tool: string, fields: Fields): Reading | undefined {
  let pathName: string | undefined;
  let path = '';
  const numbers: SpanNumbers = { both: undefined, start: undefined, end: undefined, length: undefined };
  let hasSpan = false;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (isOfSpan(name, value)) {
      noteNumbers(numbers, name, value);
      hasSpan = true;
    } else if (pathName === undefined && typeof value === 'string' && suggests(name, 'path')) {
      pathName = name;
      path = value;
    } else if (typeof value !== 'boolean' && !isNothing(value)) {
      // It says more than what to read.
      return undefined;
    }
  }
  return pathName === undefined || (!hasSpan && !matches(READING_TOOLS, tool))
    ? undefined
    : { target: `${pathName}=${path}`, path, span: spanOf(numbers) };
}

function readingByCommand(fields: Fields): Reading | undefined {
  const name = Object.keys(fields).find((each) => suggests(each, 'command'));
  const command = name === undefined ? undefined : fields[name];
  if (name === undefined || typeof command !== 'string' || !command.includes('sed -n ')) {
    return undefined;
  }
  const [first, ...more] = command.matchAll(ANY_LINE_COMMAND);
  return first === undefined || more.length > 0
    ? undefined
    : {
        target: canonicalTextOf({ ...fields, [name]: command.replace(ANY_LINE_COMMAND, 'sed -n <lines> ') }),
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

function isOfSpan(name: string, value: unknown): value is number | readonly [number, number] {
  return isNumber(value)
    ? suggests(name, 'start') || suggests(name, 'end') || suggests(name, 'length')
    : Array.isArray(value) && value.length === 2 && value.every(isNumber) && suggests(name, 'range');
}

function noteNumbers(noted: SpanNumbers, name: string, value: number | readonly [number, number]): void {
  if (!isNumber(value)) {
    noted.both ??= value;
    return;
  }
  noted.start ??= suggests(name, 'start') ? value : undefined;
  noted.end ??= suggests(name, 'end') ? value : undefined;
  noted.length ??= suggests(name, 'length') ? value : undefined;
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
