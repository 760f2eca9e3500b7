import { readFileSync, statSync } from 'node:fs';
import { parse, type ParseError } from 'jsonc-parser';
import { isJsonObject, type JsonFields } from '../files/jsonFields';

/** Far above any settings file that a person writes. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads a file of another program, or what a link in its place leads to. Never throws.
 * @returns no text where there is no such file, or where it can't be read, is no regular file or far too large
 */
export function readForeign(path: string): { readonly text?: string; readonly isUnreadable?: true } {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
      return {};
    }
    return stats.isFile() && stats.size <= MAX_BYTES ? { text: readFileSync(path, 'utf8') } : { isUnreadable: true };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? {} : { isUnreadable: true };
  }
}

/** The text of a file of another program; undefined when there is none that can be read. */
export function readForeignText(path: string): string | undefined {
  return readForeign(path).text;
}

/** The object that a file of another program holds, comments allowed; an empty one when it holds none. */
export function readForeignObject(path: string): JsonFields {
  const text = readForeignText(path);
  const value = text === undefined ? undefined : (parse(text, [], { allowTrailingComma: true }) as unknown);
  return isJsonObject(value) ? value : {};
}

/**
 * A settings file that can't be read, with the line that is no JSON; undefined where there is none.
 * @param isPlain without comments and trailing commas
 */
export function unreadableSettings(path: string, isPlain: boolean): string | undefined {
  const { text, isUnreadable } = readForeign(path);
  if (isUnreadable === true) {
    return path;
  }
  const mistakes: ParseError[] = [];
  if (text !== undefined && text.trim() !== '') {
    parse(text, mistakes, { allowTrailingComma: !isPlain, disallowComments: isPlain });
  }
  const [mistake] = mistakes;
  return text === undefined || mistake === undefined
    ? undefined
    : `${path}, line ${text.slice(0, mistake.offset).split('\n').length}`;
}
