import { suggests } from './patterns/fieldNames';
import { isNamedTo } from './patterns/toolNames';
import { isRecord } from '../values/fields';
import { plainPath } from './paths';

export interface LineSpan {
  /** As the tool counts. */
  readonly from: number;
  /** Undefined for the end. */
  readonly to?: number | undefined;
}

interface Reading extends LineSpan {
  /** Equal for the same thing. */
  readonly target: string;
  readonly path?: string | undefined;
}

/**
 * By fields for a path and for lines, whatever the tool is called. A call with only a path reads the whole, if its tool
 * is called like one that reads.
 * @returns undefined if the call is not known to read lines
 */
export function readingOf(tool: string, value: unknown, folder?: string): Reading | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const entries = Object.entries(value);
  const spans = entries.filter(isOfSpan);
  const others = entries.filter((field) => !isOfSpan(field));
  const path = others.find(
    (field): field is [string, string] => typeof field[1] === 'string' && suggests(field[0], 'path'),
  );
  // Anthropic's text editor is one tool, with a command for each thing that it does.
  const isView = ([name, field]: [string, unknown]): boolean => name === 'command' && field === 'view';
  const saysMore = others.some((field) => {
    const value = field[1] ?? '';
    return field !== path && !isView(field) && typeof value !== 'boolean' && value !== '';
  });
  const reads = isNamedTo(tool, 'read') || others.some(isView);
  return path === undefined || saysMore || (spans.length === 0 && !reads)
    ? undefined
    : { target: `${path[0]}=${plainPath(path[1], folder)}`, path: path[1], ...spanOf(spans) };
}

type SpanField = [name: string, value: number | readonly [number, number]];

function isOfSpan(field: [string, unknown]): field is SpanField {
  const [name, value] = field;
  return isNumber(value)
    ? suggests(name, 'start') || suggests(name, 'end') || suggests(name, 'length')
    : Array.isArray(value) && value.length === 2 && value.every(isNumber) && suggests(name, 'range');
}

/** If several fields say the same thing, the first counts. */
function spanOf(fields: readonly SpanField[]): LineSpan {
  const range = fields.map(([, value]) => value).find((value): value is readonly [number, number] => !isNumber(value));
  const [start, end, length] = (['start', 'end', 'length'] as const).map(
    (thing) => fields.flatMap(([name, value]) => (isNumber(value) && suggests(name, thing) ? [value] : []))[0],
  );
  const from = range?.[0] ?? start ?? 1;
  const to = range?.[1] ?? end ?? (length === undefined ? undefined : from + length - 1);
  // -1 stands for the end.
  return { from, to: to === undefined || to < from ? undefined : to };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
