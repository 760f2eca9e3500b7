import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { removeQuietly } from '../files/removeQuietly';
import { replaceFile } from '../files/replaceFile';
import { isAlive, readWindow, type WindowAddress } from './findWindow';
import { sharedFolder, PROGRAM_FILE, SETTINGS_FILE, windowName, WINDOWS_FOLDER } from './sharedFolder';
import { isPrivate } from './privateFile';

/** What a window leaves for hooks that do not inherit its environment. */
export interface WindowFacts {
  /** A socket path, or the name of a named pipe on Windows. */
  readonly socket: string;
  readonly token: string;
  /** Paths of the folders that are open in it. */
  readonly folders: readonly string[];
  /** The program that runs hook.js, which may be Electron. */
  readonly program: string;
  /** The person's own settings under bare names, for hooks that decide alone. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A window's entry in the meeting folder. */
export interface PublishedWindow {
  /**
   * Writes what has changed.
   * @throws when it cannot be written
   */
  update(facts: WindowFacts): void;
  /** Takes the entry back; hooks of sessions that go on decide alone from then on. Never throws. */
  dispose(): void;
}

/**
 * Leaves a window's address where hook processes of the same user find it (see {@link findWindows}): in files of 0600
 * in folders of 0700. Files of windows that have died are removed.
 * @throws when the folder belongs to another user or cannot be written
 */
export function publishWindow(facts: WindowFacts, home: string = homedir()): PublishedWindow {
  const folder = sharedFolder(home);
  const windows = join(folder, WINDOWS_FOLDER);
  makePrivate(folder);
  makePrivate(windows);
  removeDead(windows);
  const path = join(windows, `${windowName()}.json`);
  const update = ({ socket, token, folders, program, settings }: WindowFacts): void => {
    const window: WindowAddress = { socket, token, pid: process.pid, host: hostname(), folders };
    replaceFile(path, JSON.stringify(window));
    replaceFile(join(folder, PROGRAM_FILE), `${programText(program, home)}\n`);
    replaceFile(join(folder, SETTINGS_FILE), JSON.stringify(settings));
  };
  update(facts);
  return { update, dispose: () => removeQuietly(path) };
}

/** hook.cmd could not read the name of a person with letters beyond ASCII; the variable it can. */
function programText(program: string, home: string): string {
  const isBelowHome = program.toLowerCase().startsWith(`${home}\\`.toLowerCase());
  return isBelowHome ? `%USERPROFILE%${program.slice(home.length)}` : program;
}

function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  if (process.platform === 'win32' || isPrivate(stats)) {
    return;
  }
  if (!stats.isDirectory() || stats.uid !== process.getuid?.()) {
    throw new Error('The folder for the addresses of windows belongs to another user.');
  }
  chmodSync(folder, 0o700);
}

function removeDead(windows: string): void {
  for (const name of readdirSync(windows).filter((candidate) => candidate.endsWith('.json'))) {
    const window = readWindow(join(windows, name));
    // Another machine or container that shares the home folder looks after its own.
    if (window === undefined || (window.host === hostname() && !isAlive(window))) {
      removeQuietly(join(windows, name));
    }
  }
}
