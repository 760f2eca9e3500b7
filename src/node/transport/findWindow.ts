import { lstatSync, readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative, sep } from 'node:path';
import { isRunning } from '../files/program';
import { sharedFolder, WINDOWS_FOLDER } from '../plugin/sharedFolder';
import { isPrivate, readPrivateFile } from './privateFile';

/** A window that listens for hooks, as its file in the meeting folder tells. */
export interface WindowAddress {
  /** A socket path, or the name of a named pipe on Windows. */
  readonly socket: string;
  readonly token: string;
  readonly pid: number;
  /** The machine or container, for the home folder may be shared by several. */
  readonly host: string;
  readonly folders: readonly string[];
  /** Where its edition of VS Code keeps the files of this user. */
  readonly userData: string;
}

interface LivingWindow {
  readonly window: WindowAddress;
  /** When its file was last written. */
  readonly atMs: number;
}

interface WindowQuery {
  readonly folder: string | undefined;
  /** Also take a window that has no folder open. */
  readonly orEmptyWindow: boolean;
}

/**
 * The living windows that a session may belong to, the likeliest first: those with the folder it works in, the longest
 * match first; then, if wanted, those without a folder, the latest first.
 */
export function findWindows(query: WindowQuery, home?: string): WindowAddress[] {
  return likeliestFirst(livingWindows(home), query);
}

/**
 * The one window that looks after the chats in a folder that no hook tells of: the likeliest as in {@link findWindows},
 * else the oldest of all. Only windows of the edition of VS Code whose chats they are hear of them.
 */
export function windowOfChats(userData: string, folder: string, home?: string): WindowAddress | undefined {
  const windows = livingWindows(home).filter(({ window }) => window.userData === userData);
  const [oldest] = windows.toSorted((one, other) => one.atMs - other.atMs);
  return likeliestFirst(windows, { folder, orEmptyWindow: true })[0] ?? oldest?.window;
}

function likeliestFirst(windows: readonly LivingWindow[], { folder, orEmptyWindow }: WindowQuery): WindowAddress[] {
  return windows
    .map(({ window, atMs }) => {
      const holding = window.folders.filter((each) => folder !== undefined && holds(each, folder));
      return { window, atMs, depth: Math.max(0, ...holding.map(({ length }) => length)) };
    })
    .filter(({ window, depth }) => depth > 0 || (orEmptyWindow && window.folders.length === 0))
    .toSorted((one, other) => other.depth - one.depth || other.atMs - one.atMs)
    .map(({ window }) => window);
}

/** Reads the file of a window; undefined when it is none, or not to be trusted. */
export function readWindow(path: string): WindowAddress | undefined {
  try {
    const value = JSON.parse(readPrivateFile(path) ?? 'null') as Partial<WindowAddress> | null;
    const isWindow =
      typeof value?.socket === 'string' &&
      typeof value.token === 'string' &&
      typeof value.userData === 'string' &&
      Number.isInteger(value.pid) &&
      typeof value.host === 'string' &&
      Array.isArray(value.folders) &&
      value.folders.every((folder) => typeof folder === 'string');
    return isWindow ? (value as WindowAddress) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process of a window runs on this machine. */
export function isAlive({ pid, host }: Pick<WindowAddress, 'pid' | 'host'>): boolean {
  return host === hostname() && isRunning(pid);
}

function livingWindows(home?: string): LivingWindow[] {
  const folder = join(sharedFolder(home), WINDOWS_FOLDER);
  try {
    if (!isPrivate(lstatSync(folder))) {
      return [];
    }
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      const window = name.endsWith('.json') ? readWindow(path) : undefined;
      return window !== undefined && isAlive(window) ? [{ window, atMs: statSync(path).mtimeMs }] : [];
    });
  } catch {
    return [];
  }
}

export function holds(folder: string, inside: string): boolean {
  const way = relative(folder, inside);
  return folder !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !/^[a-z]:/i.test(way);
}
