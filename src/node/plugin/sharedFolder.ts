import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

/**
 * Where windows and hook processes meet that share no environment: found by the person's home folder alone, which is
 * all that some hosts leave of a process's environment, and the same on every platform.
 */
export function sharedFolder(home: string = homedir()): string {
  return join(home, '.local', 'state', 'tool-loop-guard');
}

export const AGENTS_FOLDER = 'agents';

/** Addresses of the windows that listen, one file each. */
export const WINDOWS_FOLDER = 'windows';

/**
 * What this window's files in {@link WINDOWS_FOLDER} are called, up to the dot: a window on another machine or in
 * another container that shares the home folder may have the same number.
 */
export function windowName(): string {
  return `${hostname().replace(/[^\w.-]/g, '_')}-${process.pid}`;
}

/** What {@link PIPE_VARIABLE} holds, for hooks that do not inherit it: of the window that was used last. */
export const PIPE_FILE = 'pipe';

/** The path of the program that runs hook.js; on Windows with `%USERPROFILE%` for the home folder. */
export const PROGRAM_FILE = 'node';

/** The person's own settings, for hooks that judge alone. */
export const SETTINGS_FILE = 'settings.json';
