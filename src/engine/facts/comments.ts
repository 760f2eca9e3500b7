import { canonicalTextOf } from '../values/canonical';
import { isRecord } from '../values/fields';
import { CAPITALIZED_SENTENCES, CODE, FLAGS, PLAIN_LINES, WORDS } from './patterns/argumentTexts';
import {
  ATTEMPT_FIELDS,
  COMMAND_COMMENT_FIELDS,
  COMMAND_FIELDS,
  COMMENT_FIELDS,
  THING_FIELDS,
} from './patterns/fieldNames';
import { AROUND_COMMANDS } from './patterns/commands';
import { matches, withoutParts } from './patterns/pattern';

/*
 * Comments: text in a call for the user, not for the tool. They make no difference to the tool, so two calls that
 * differ only in comments are the same call. Three signs must come together: the field's name suggests a comment, it
 * contains a short sentence, and another field has the substance.
 */
const MOST_CHARACTERS = 300;
const LEAST_CODE = 4;

/**
 * The arguments that count when calls are compared.
 * @param ignored names of arguments to leave out, like those that look like comments; an empty list: all arguments count
 */
export function countedArguments(parsed: unknown, ignored?: readonly string[]): unknown {
  if (ignored === undefined || !isRecord(parsed)) {
    return withoutComments(parsed);
  }
  if (ignored.length === 0) {
    return parsed;
  }
  const named = Object.entries(parsed).filter(([name]) => !ignored.includes(name));
  return withoutComments(named.length < Object.keys(parsed).length ? Object.fromEntries(named) : parsed);
}

/** The arguments without comments; the same value if there are none. */
export function withoutComments(value: unknown): unknown {
  if (!isRecord(value)) {
    return value;
  }
  const fields = Object.entries(value);
  const onCommand = fields.some(([name, field]) => matches(COMMAND_FIELDS, name) && isSubstance(field));
  const isComment = ([name, field]: [string, unknown]): boolean =>
    isLine(field) && (matches(COMMENT_FIELDS, name) || (onCommand && matches(COMMAND_COMMENT_FIELDS, name)));
  const substance = fields.filter((field) => !isComment(field));
  return substance.length < fields.length && substance.some(([, field]) => isSubstance(field))
    ? Object.fromEntries(substance)
    : value;
}

/**
 * How two calls vary that differ in one field only. `command`: in what stands around a command. `sentence`: a short
 * sentence on both sides, while a text like code is equal; it may be a comment even if its name doesn't say so.
 * `number`: the next page, a larger limit. Equal results with content show that the field made no difference. The
 * number of an issue or the ID of a host is none of these: it names another thing, which may well be answered alike.
 * The ID of a request is like the number of an attempt.
 */
export function variationOf(a: unknown, b: unknown): 'command' | 'sentence' | 'number' | undefined {
  const only = onlyDifference(a, b);
  if (only === undefined) {
    return undefined;
  }
  if (matches(ATTEMPT_FIELDS, only.name)) {
    return 'number';
  }
  if (typeof only.left === 'number' && typeof only.right === 'number') {
    return matches(THING_FIELDS, only.name) ? undefined : 'number';
  }
  if (matches(COMMAND_FIELDS, only.name) && isSameCommand(only.left, only.right)) {
    return 'command';
  }
  return isSentence(only.left) && isSentence(only.right) && only.equal.some(isCode) ? 'sentence' : undefined;
}

function isSameCommand(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' && plainCommand(a) === plainCommand(b);
}

function plainCommand(command: string): string {
  return withoutParts(AROUND_COMMANDS, command).trim();
}

/** The one field in which two records of the same fields differ, and the others. */
function onlyDifference(
  a: unknown,
  b: unknown,
): { name: string; left: unknown; right: unknown; equal: unknown[] } | undefined {
  if (!isRecord(a) || !isRecord(b)) {
    return undefined;
  }
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length || !names.every((name) => Object.hasOwn(b, name))) {
    return undefined;
  }
  const [name, ...more] = names.filter((each) => !areEqual(a[each], b[each]));
  return name === undefined || more.length > 0
    ? undefined
    : { name, left: a[name], right: b[name], equal: names.filter((each) => each !== name).map((each) => a[each]) };
}

function areEqual(a: unknown, b: unknown): boolean {
  return a === b || canonicalTextOf(a) === canonicalTextOf(b);
}

function isLine(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= MOST_CHARACTERS && matches(PLAIN_LINES, value) && matches(WORDS, value)
  );
}

function isSentence(value: unknown): boolean {
  return isLine(value) && matches(CAPITALIZED_SENTENCES, value) && !matches(FLAGS, value);
}

function isSubstance(value: unknown): boolean {
  return typeof value === 'string'
    ? value.trim() !== ''
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function isCode(value: unknown): boolean {
  return typeof value === 'string' && value.length >= LEAST_CODE && matches(CODE, value);
}
