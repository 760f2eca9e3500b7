const EDITING_NAME = /edit|patch|replace|write|insert|create_?file/i;
const EDITED_FIELD = /"(?:old|new)_?(?:str|string|text|code|content)"|"(?:content|patch|replacement|diff|edits?)"/i;

/**
 * Whether a call writes to a file, by two of three signs: the name of its tool, a field for what is written, a text of
 * several lines. Arguments too large to be kept have the last two.
 *
 * @param value the parsed arguments; undefined when they are not kept
 */
export function isEdit(tool: string, value: unknown): boolean {
  const text = value === undefined ? undefined : JSON.stringify(value);
  const signs = [
    EDITING_NAME.test(tool),
    text === undefined || EDITED_FIELD.test(text),
    text === undefined || text.includes('\\n'),
  ];
  return signs.filter(Boolean).length >= 2;
}
