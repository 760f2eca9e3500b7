import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';

/**
 * Writes a file, for this user only, whole or not at all.
 * @param isMine whether the lock on the file, if it has one, is still held; asked right before the new file takes its
 * place
 * @throws when the lock was lost or the file cannot be written; what was there before stays
 */
export function replaceFile(path: string, text: string, isMine = (): boolean => true): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    writeFileSync(aside, text, { flag: 'wx', mode: 0o600 });
    if (!isMine()) {
      throw new Error('The lock was lost while the file was changed.');
    }
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** Removes a file, if it is there and can be removed. Never throws, so that what is cleaned up next is cleaned up. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was not there, or the next process sees that its owner has ended.
  }
}
