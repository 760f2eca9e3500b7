import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from './ownFile';
import { parse, type ParseError } from 'jsonc-parser';
import { fieldsOf, isJsonObject, type JsonFields, withoutMark } from './jsonFields';

/**
 * Writes another program's file, whole or not at all. A link's target is written in its place, permissions and owner
 * stay, and a new file is for this user only, unless it is `isForAll`.
 * @returns the folders that had to be created, the outermost first
 * @throws if it is read-only, a link to nothing, or can't be written; the old content stays
 */
export function writeForeignFile(path: string, text: string, { isForAll = false } = {}): string[] {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    const made = missingFolders(dirname(path));
    mkdirSync(dirname(path), { recursive: true, mode: isForAll ? 0o755 : 0o700 });
    replaceFile(path, text);
    if (isForAll) {
      chmodSync(path, 0o644);
    }
    return made;
  }
  if (!existsSync(path)) {
    throw new Error(`${path} is a link to a file that isn’t there.`);
  }
  const target = realpathSync(path);
  const { mode: modeBits, uid, gid } = statSync(target);
  const mode = modeBits & 0o777;
  if ((mode & 0o200) === 0) {
    throw new Error(`${path} is read-only.`);
  }
  replaceFile(target, text);
  try {
    chownSync(target, uid, gid);
  } catch {
    // Only root can give a file away.
  }
  chmodSync(target, mode);
  return [];
}

export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      // Something is in it by now.
    }
  }
}

function missingFolders(folder: string): string[] {
  return existsSync(folder) || dirname(folder) === folder ? [] : [...missingFolders(dirname(folder)), folder];
}

const MAX_BYTES = 4 * 1024 * 1024;

/** `isUnreadable` if it isn't a regular file of UTF-8, or far too large; no text if it doesn't exist. Never throws. */
export function readForeign(path: string): { readonly text?: string; readonly isUnreadable?: true } {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
      return {};
    }
    // Bytes that would change when they are written again are a fault.
    const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const isText = stats.isFile() && stats.size <= MAX_BYTES;
    return isText ? { text: utf8.decode(readFileSync(path)) } : { isUnreadable: true };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? {} : { isUnreadable: true };
  }
}

export function readForeignText(path: string): string | undefined {
  return readForeign(path).text;
}

/** Undefined if there is no such file. @throws if it can't be read: unknown content can't be preserved */
export function readForeignForChange(path: string): string | undefined {
  const { text, isUnreadable } = readForeign(path);
  if (isUnreadable === true) {
    throw new Error(`${path} can’t be read. It was left as it is.`);
  }
  return text;
}

/** The file's object, with comments allowed; empty if there is none. */
export function readForeignObject(path: string): JsonFields {
  return fieldsOf(parse(readForeignText(path) ?? '', [], { allowTrailingComma: true }));
}

/** Allows comments and trailing commas; undefined if there is a mistake. */
export function settingsObject(text: string): JsonFields | undefined {
  const mistakes: ParseError[] = [];
  const value = parse(withoutMark(text), mistakes, { allowTrailingComma: true }) as unknown;
  return mistakes.length === 0 && isJsonObject(value) ? value : undefined;
}

/** The path and faulty line. `isPlain` forbids comments and trailing commas, `readsMark` allows a byte order mark. */
export function unreadableSettings(
  path: string,
  { isPlain, readsMark }: { readonly isPlain: boolean; readonly readsMark: true | undefined },
): string | undefined {
  const { text, isUnreadable } = readForeign(path);
  if (isUnreadable === true) {
    return path;
  }
  const mistakes: ParseError[] = [];
  if (text !== undefined && text.trim() !== '') {
    const read = readsMark === true ? withoutMark(text) : text;
    parse(read, mistakes, { allowTrailingComma: !isPlain, disallowComments: isPlain });
  }
  const [mistake] = mistakes;
  return text === undefined || mistake === undefined
    ? undefined
    : `${path}, line ${text.slice(0, mistake.offset).split('\n').length}`;
}
