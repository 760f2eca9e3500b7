import { isRecord } from '../values/fields';
import { PLAIN_LINES, suggests } from './patterns/fieldNames';
import { matches } from './patterns/pattern';

/*
 * Comments: text in a call for the user, not for the tool. They make no difference to the tool, so two calls that
 * differ only in comments are the same call. Three signs must come together: the field's name suggests a comment, it
 * contains a short sentence, and another field has the substance.
 */
const MOST_CHARACTERS = 300;

/** @param ignored names of arguments to leave out, in addition to comments; if empty, all arguments count */
export function countedArguments(parsed: unknown, ignored?: readonly string[]): unknown {
  if (ignored?.length === 0 || !isRecord(parsed)) {
    return parsed;
  }
  const named = Object.entries(parsed).filter(([name]) => ignored?.includes(name) !== true);
  return withoutComments(named.length < Object.keys(parsed).length ? Object.fromEntries(named) : parsed);
}

export function withoutComments(value: unknown): unknown {
  if (!isRecord(value)) {
    return value;
  }
  const fields = Object.entries(value);
  const onCommand = fields.some(([name, field]) => suggests(name, 'command') && isSubstance(field));
  const isComment = ([name, field]: [string, unknown]): boolean =>
    isLine(field) && (suggests(name, 'comment') || (onCommand && suggests(name, 'commandComment')));
  const substance = fields.filter((field) => !isComment(field));
  return substance.length < fields.length && substance.some(([, field]) => isSubstance(field))
    ? Object.fromEntries(substance)
    : value;
}

function isLine(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MOST_CHARACTERS && matches(PLAIN_LINES, value);
}

function isSubstance(value: unknown): boolean {
  return typeof value === 'string'
    ? value.trim() !== ''
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
