import { CAUSE_PARTS, CAUSES, EMPTY_CAUSES } from './patterns/causes';
import { FAILURES_IN_LANGUAGES } from './patterns/languages';
import { endsOf, matches, withoutParts } from './patterns/pattern';
import { fieldsOf } from '../values/fields';
import { withoutVolatile } from './volatile';

/** How much of the beginning and the end of a result is read, in characters. */
const READ_CHARACTERS = 500;
const MOST_LINES = 3;
const MOST_LINE_CHARACTERS = 160;

/** Shorter argument texts may appear in the result by chance. */
const SHORTEST_ECHO = 4;
const MOST_ECHOES = 16;
const MOST_DEPTH = 4;

/**
 * Why a call failed, if its result says so: the lines that name an error, without what the result repeats from
 * the arguments, and without numbers. Two attempts with the same cause failed for the same reason, even if they differ.
 *
 * @param question the arguments of the call, parsed; undefined if they are not known
 * @returns undefined if the result names no cause
 */
export function causeOf(text: string, question: unknown): string | undefined {
  const lines = withoutVolatile(withoutEcho(endsOf(decoded(text), READ_CHARACTERS), question))
    .split('\n')
    .map(plainLine)
    .filter(namesACause);
  return lines.length === 0 ? undefined : [...new Set(lines)].slice(0, MOST_LINES).join('\n').toLowerCase();
}

/** A transcript inside of JSON as its lines. */
function decoded(text: string): string {
  return /^\s{0,4}[[{]/.test(text) && text.includes('\\n') ? text.replaceAll('\\n', '\n').replaceAll('\\"', '"') : text;
}

function plainLine(line: string): string {
  return withoutParts(CAUSE_PARTS, line).trim().slice(0, MOST_LINE_CHARACTERS);
}

function namesACause(line: string): boolean {
  return (matches(CAUSES, line) || matches(FAILURES_IN_LANGUAGES, line)) && !matches(EMPTY_CAUSES, line);
}

/** The result without the longer texts of the arguments. */
function withoutEcho(text: string, question: unknown): string {
  return textsOf(question, 0)
    .filter((echo) => echo.length >= SHORTEST_ECHO && echo.length <= READ_CHARACTERS)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, MOST_ECHOES)
    .reduce((left, echo) => left.replaceAll(echo, '<asked>'), text);
}

function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string') {
    return value.includes('\n') ? [value, ...value.split('\n', MOST_ECHOES).map((line) => line.trim())] : [value];
  }
  return depth > MOST_DEPTH ? [] : fieldsOf(value, MOST_ECHOES).flatMap(([, field]) => textsOf(field, depth + 1));
}
