import { readFileSync, statSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import { isJsonObject, type JsonFields } from '../files/jsonFields';

/** Far above any settings file that a person writes. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The text of a file of another program, or of what a link in its place leads to; undefined when it cannot be read, is
 * no regular file or far too large.
 */
export function readForeignText(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** The object that a file of another program holds, comments allowed; an empty one when it holds none. */
export function readForeignObject(path: string): JsonFields {
  const text = readForeignText(path);
  const value = text === undefined ? undefined : (parse(text, [], { allowTrailingComma: true }) as unknown);
  return isJsonObject(value) ? value : {};
}
