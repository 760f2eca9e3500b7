import { accessSync, chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isRootInForeignFolder, nearestFolder } from '../files/ownFile';
import { removeQuietly } from '../files/removeQuietly';
import { statesIn } from './statePath';

/**
 * Makes a folder that only this user can enter.
 * @throws when it belongs to another user, is a link, or cannot be made
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) {
    throw new Error(`${folder} is no folder.`);
  }
  if (process.getuid !== undefined && stats.uid !== process.getuid()) {
    throw new Error(`${folder} belongs to another user.`);
  }
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    chmodSync(folder, 0o700);
  }
}

/** The folder for states, or where it can't be written, a temporary one that is this user's own. Never throws. */
export function usableStateFolder(folder: string): string {
  try {
    const nearest = nearestFolder(folder);
    accessSync(nearest, constants.W_OK);
    if (statSync(nearest).isDirectory() || isRootInForeignFolder(folder)) {
      return folder;
    }
  } catch {
    // Read-only, or another user's.
  }
  return temporaryStateFolder();
}

/** Where states lie for a user whose home folder can't be written. */
export function temporaryStateFolder(): string {
  return join(tmpdir(), `tool-loop-guard-${process.getuid?.() ?? userInfo().username}`);
}

/**
 * Why hooks cannot keep what they know in a folder; undefined where they can. Tries it out, and leaves nothing behind.
 * Never throws.
 */
export function faultOfState(parent: string): string | undefined {
  try {
    const folder = statesIn(parent);
    if (isRootInForeignFolder(folder)) {
      throw new Error(`This runs as root, and ${folder} belongs to another user.`);
    }
    const nearest = nearestFolder(folder);
    if (nearest !== folder) {
      // Nothing is made on behalf of a hook that may never run.
      accessSync(nearest, constants.W_OK);
      return undefined;
    }
    makePrivateFolder(folder);
    const trial = join(folder, `trial-${process.pid}`);
    closeSync(openSync(trial, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
    removeQuietly(trial);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
