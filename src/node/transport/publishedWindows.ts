import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { isRunning } from '../files/program';
import { ALLOWED, writtenIn } from '../files/settingsFile';
import {
  PIPE_FILE,
  PROGRAM_FILE,
  SETTINGS_FILE,
  sharedFolder,
  windowName,
  WINDOWS_FOLDER,
} from '../plugin/sharedFolder';
import { isPrivate, makePrivateFolder, readPrivateFile, removeQuietly, replaceFile } from '../files/ownFile';
import { isOurSocket } from './hookAddress';

interface WindowAddress {
  readonly socket: string;
  readonly token: string;
  readonly pid: number;
  /** The machine or container, since several may share the home folder. */
  readonly host: string;
  readonly folders: readonly string[];
  /** Where its edition of VS Code keeps this user's files. */
  readonly userData: string;
}

interface LivingWindow extends WindowAddress {
  readonly atMs: number;
}

interface WindowQuery {
  readonly folder: string | undefined;
  readonly orEmptyWindow: boolean;
}

/** The likeliest first: the longest match with the session's folder; then, if wanted, the latest without a folder. */
export function findWindows(query: WindowQuery, home?: string): WindowAddress[] {
  return likeliestFirst(livingWindows(home), query);
}

/** For chats that no hook reports: the likeliest as in {@link findWindows}, otherwise the oldest of the edition. */
export function windowOfChats(userData: string, folder: string, home?: string): WindowAddress | undefined {
  const windows = livingWindows(home).filter((window) => window.userData === userData);
  const [oldest] = windows.toSorted((one, other) => one.atMs - other.atMs);
  return likeliestFirst(windows, { folder, orEmptyWindow: true })[0] ?? oldest;
}

export function userDataOfWindows(home?: string): readonly string[] {
  return livingWindows(home).map((window) => window.userData);
}

function likeliestFirst(windows: readonly LivingWindow[], { folder, orEmptyWindow }: WindowQuery): WindowAddress[] {
  return windows
    .map((window) => {
      const holding = window.folders.filter((each) => folder !== undefined && holds(each, folder));
      return { ...window, depth: Math.max(0, ...holding.map(({ length }) => length)) };
    })
    .filter(({ folders, depth }) => depth > 0 || (orEmptyWindow && folders.length === 0))
    .toSorted((one, other) => other.depth - one.depth || other.atMs - one.atMs);
}

function readWindow(path: string): WindowAddress | undefined {
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
      return window !== undefined && isAlive(window) ? [{ ...window, atMs: statSync(path).mtimeMs }] : [];
    });
  } catch {
    return [];
  }
}

export function holds(folder: string, inside: string): boolean {
  const way = relative(folder, inside);
  return folder !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !/^[a-z]:/i.test(way);
}

export interface AnnouncedWindow extends Omit<WindowAddress, 'pid' | 'host'> {
  readonly program: string;
  /** The user's own settings under bare names, for hooks that decide alone. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Publishes this window's address for hook processes of the same user (see {@link findWindows}): in files of 0600 in
 * folders of 0700. Removes the files of windows that have died.
 * @throws if the folder belongs to another user or can't be written
 */
export function publishWindow(
  { socket, token, folders, userData, program, settings }: AnnouncedWindow,
  home: string = homedir(),
): void {
  const folder = sharedFolder(home);
  const windows = join(folder, WINDOWS_FOLDER);
  makePrivateFolder(folder);
  makePrivateFolder(windows);
  removeDead(windows);
  const window: WindowAddress = { socket, token, pid: process.pid, host: hostname(), folders, userData };
  replaceFile(addressFile(home), JSON.stringify(window));
  publishProgram(program, home);
  const settingsFile = join(folder, SETTINGS_FILE);
  replaceFile(settingsFile, JSON.stringify({ ...settings, [ALLOWED]: allowedIn(settingsFile) }));
}

/** Hooks of sessions that continue decide alone from then on. Never throws. */
export function withdrawWindow(home: string = homedir()): void {
  removeQuietly(addressFile(home));
}

function addressFile(home: string): string {
  return join(sharedFolder(home), WINDOWS_FOLDER, `${windowName()}.json`);
}

function allowedIn(settingsFile: string): unknown {
  try {
    return writtenIn(readPrivateFile(settingsFile) ?? '{}', settingsFile)[ALLOWED];
  } catch {
    return undefined;
  }
}

/** For hook.js: an agent's PATH may have no Node, or an old one. @throws if the folder can't be written */
export function publishProgram(program: string, home: string): void {
  // hook.cmd can't read a user name with letters beyond ASCII, but it can read the variable.
  const isBelowHome = program.toLowerCase().startsWith(`${home}\\`.toLowerCase());
  const text = isBelowHome ? `%USERPROFILE%${program.slice(home.length)}` : program;
  replaceFile(join(sharedFolder(home), PROGRAM_FILE), `${text}\n`);
}

/** Leaves another program in place. Never throws. */
export function withdrawProgram(program: string, home: string): void {
  if (writtenProgram(home) === program) {
    removeQuietly(join(sharedFolder(home), PROGRAM_FILE));
  }
}

/** Undefined if there is none that a hook would trust. Never throws. */
export function writtenProgram(home: string): string | undefined {
  return readPrivateFile(join(sharedFolder(home), PROGRAM_FILE))
    ?.trim()
    .replace('%USERPROFILE%', () => home);
}

function removeDead(windows: string): void {
  for (const name of readdirSync(windows).filter((each) => each.endsWith('.json'))) {
    const path = join(windows, name);
    const window = readWindow(path);
    // Another machine or container that shares the home folder removes its own.
    if (window === undefined || (window.host === hostname() && !isAlive(window))) {
      removeQuietly(path);
      // What a killed window has left in the folder for temporary files: its socket and pipes.
      if (window !== undefined && isOurSocket(window.socket) && process.platform !== 'win32') {
        rmSync(dirname(window.socket), { recursive: true, force: true });
      }
    }
  }
}

export function pipeText(folder: string): string {
  return `${process.pid} ${folder}`;
}

/** Replaces another window's, for hooks that don't inherit the environment. @throws if the folder can't be written */
export function publishPipe(text: string, home: string = homedir()): void {
  replaceFile(join(sharedFolder(home), PIPE_FILE), `${text}\n`);
}

/** Leaves another window's pipes in place. Never throws. */
export function withdrawPipe(text: string, home: string = homedir()): void {
  const path = join(sharedFolder(home), PIPE_FILE);
  if (readPrivateFile(path) === `${text}\n`) {
    removeQuietly(path);
  }
}
