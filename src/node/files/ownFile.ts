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

/** @throws if it belongs to another user, is a link, or can't be created */
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

/** Starts over if too large. @throws if the file or folder isn't this user's own, isn't plain, or can't be written */
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

/** Whether a plain file of this user is there. Never throws. */
export function isOwnFile(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && isOwn(stats.uid);
  } catch {
    return false;
  }
}

/** With `sudo`, an agent's home may be another user's, who couldn't use root's files. So nothing is kept there. */
export function isRootInForeignFolder(folder: string): boolean {
  return process.getuid?.() === 0 && statSync(nearestFolder(folder)).uid !== 0;
}

/** The folder, or the first existing one around it. */
export function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/** Empty if the folder can't be read. Never throws. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Undefined if the file can't be seen. Never throws. */
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
  // Windows has neither; there, the home folder's permissions say whose a file is.
  const [noFollow, noWaiting] = [constants.O_NOFOLLOW ?? 0, constants.O_NONBLOCK ?? 0];
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | noFollow | noWaiting;
  const file = openSync(path, flags, 0o600);
  try {
    const stats = fstatSync(file);
    // A hard link may stand in anybody's folder.
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
 * Writes a file for this user only, whole or not at all.
 * @param isMine whether the file's lock is still held; asked right before the new file takes its place
 * @throws if the lock was lost or the file can't be written; the old content stays
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

/** Never throws, so that the rest is cleaned up too. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It wasn't there, or the next process sees that its owner has ended.
  }
}

const MAX_BYTES = 1024 * 1024;

/** Whether it is closed to all other users. On Windows, the home folder's permissions ensure that. */
export function isPrivate({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): boolean {
  return process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o077) === 0);
}

/** On Windows, whether the path names a pipe. @throws if there is nothing at this path */
export function isOwnSocket(path: string): boolean {
  if (process.getuid === undefined) {
    return path.startsWith('\\\\.\\pipe\\');
  }
  const socket = lstatSync(path);
  return socket.isSocket() && isOwn(socket.uid);
}

/** Undefined if it isn't there, isn't private, isn't a regular file, or is far too large. */
export function readPrivateFile(path: string): string | undefined {
  try {
    const stats = lstatSync(path);
    return stats.isFile() && isPrivate(stats) && stats.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
