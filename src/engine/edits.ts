import { fieldsOf } from './fields';

const EDITING_NAME = /edit|patch|replace|write|insert|create_?file/i;
const EDITED_FIELD = /^(?:(?:old|new)_?(?:str|string|text|code|content)|content|patch|replacement|diff|edits?)$/i;

const MOST_DEPTH = 3;
const MOST_FIELDS = 32;

/**
 * Whether a call writes to a file, by two of three signs: the name of its tool, a field for the new text, a text of
 * several lines. Arguments that are too large to keep have the last two.
 *
 * @param value the parsed arguments; undefined if they are not kept
 */
export function isEdit(tool: string, value: unknown): boolean {
  if (value === undefined) {
    return true;
  }
  const isNamed = EDITING_NAME.test(tool);
  const hasEditedField = someField(value, ([name]) => EDITED_FIELD.test(name), 0);
  return isNamed === hasEditedField
    ? isNamed
    : isMultiline(value) || someField(value, ([, field]) => isMultiline(field), 0);
}

function someField(value: unknown, test: (field: [string, unknown]) => boolean, depth: number): boolean {
  const fields = depth > MOST_DEPTH ? [] : fieldsOf(value, MOST_FIELDS);
  return fields.some(test) || fields.some(([, field]) => someField(field, test, depth + 1));
}

function isMultiline(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\n');
}
