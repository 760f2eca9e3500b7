import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { randomUUID } from 'node:crypto';

/** @throws when it belongs to another user, is a link, or cannot be made */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) {
    throw new Error(`${folder} is no folder.`);
  }
  if (!isOwn(stats.uid)) {
    throw new Error(`${folder} belongs to another user.`);
  }
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
    chmodSync(folder, 0o700);
  }
}

/**
 * Writes a line behind those of a file, which starts over when it is too large.
 * @throws when the file or its folder is not this user's own, is a link or no plain file, or cannot be written
 */
export function appendToOwnFile(path: string, text: string, mostBytes: number): void {
  withOwnFile(path, (file) => {
    if (fstatSync(file).size > mostBytes) {
      ftruncateSync(file);
    }
    writeSync(file, text);
  });
}

/** @throws as {@link appendToOwnFile} */
export function touchOwnFile(path: string, atMs: number): void {
  withOwnFile(path, (file) => futimesSync(file, atMs / 1000, atMs / 1000));
}

/** Whether a path leads to a plain file of this user's. Never throws. */
export function isOwnFile(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && isOwn(stats.uid);
  } catch {
    return false;
  }
}

/**
 * Whether root would write into a folder of another user, who could then use it no more. So nothing is kept there:
 * whoever runs an agent by `sudo` gives it a home folder of root's.
 */
export function isRootInForeignFolder(folder: string): boolean {
  return process.getuid?.() === 0 && statSync(nearestFolder(folder)).uid !== 0;
}

/** A folder, or the first one around it that is there. */
export function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/** The names in a folder; none where it is not there, or not to be read. Never throws. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** When a file was last written; undefined where there is none, or it is not to be seen. Never throws. */
export function writtenAtMs(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}

function withOwnFile(path: string, work: (file: number) => void): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const around = lstatSync(folder);
  if (!around.isDirectory() || !isOwn(around.uid)) {
    throw new Error(`${folder} is not a folder of this user.`);
  }
  // Windows has neither of these; there the rights of the home folder say whose a file is.
  const [noFollow, noWaiting] = [constants.O_NOFOLLOW ?? 0, constants.O_NONBLOCK ?? 0];
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | noFollow | noWaiting;
  const file = openSync(path, flags, 0o600);
  try {
    const stats = fstatSync(file);
    // A second name of a file may stand in a folder of anybody.
    if (!stats.isFile() || !isOwn(stats.uid) || stats.nlink !== 1) {
      throw new Error(`${path} is not a file of this user.`);
    }
    work(file);
  } finally {
    closeSync(file);
  }
}

function isOwn(uid: number): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

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

const MAX_BYTES = 1024 * 1024;

/** Whether a file or folder is this user's and closed to all others. On Windows the home folder's rights say so. */
export function isPrivate({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): boolean {
  return process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o077) === 0);
}

/** On Windows, whether a path names a pipe. @throws when there is nothing at this path */
export function isOwnSocket(path: string): boolean {
  if (process.getuid === undefined) {
    return path.startsWith('\\\\.\\pipe\\');
  }
  const socket = lstatSync(path);
  return socket.isSocket() && isOwn(socket.uid);
}

/** Undefined when it is not there, not private, no regular file, or far too large. */
export function readPrivateFile(path: string): string | undefined {
  try {
    const stats = lstatSync(path);
    return stats.isFile() && isPrivate(stats) && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
