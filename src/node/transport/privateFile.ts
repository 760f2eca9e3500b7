import { lstatSync, readFileSync, type Stats } from 'node:fs';

/** Far above what such a file needs. */
const MAX_BYTES = 1024 * 1024;

/** Whether a file or folder is this user's and closed to all others. On Windows the home folder's rights say so. */
export function isPrivate({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): boolean {
  return process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o077) === 0);
}

/**
 * Reads a file that only this user can have written.
 * @returns undefined when it is not there, not private, no regular file or far too large
 */
export function readPrivateFile(path: string): string | undefined {
  try {
    const stats = lstatSync(path);
    return stats.isFile() && isPrivate(stats) && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
