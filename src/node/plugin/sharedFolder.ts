import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

/**
 * Where windows and hook processes meet that share no environment. It depends only on the home folder, which is all
 * that some hosts leave of a process's environment, and is the same on every platform.
 */
export function sharedFolder(home: string = homedir()): string {
  return join(home, '.local', 'state', 'tool-loop-guard');
}

export const AGENTS_FOLDER = 'agents';

export const WINDOWS_FOLDER = 'windows';

/** Up to the dot of this window's files. A window on another machine or container may have the same process number. */
export function windowName(): string {
  return `${hostname().replace(/[^\w.-]/g, '_')}-${process.pid}`;
}

/** For hooks that don't inherit {@link PIPE_VARIABLE}: its value in the window that was used last. */
export const PIPE_FILE = 'pipe';

/** The path of the program that runs hook.js; on Windows with `%USERPROFILE%` for the home folder. */
export const PROGRAM_FILE = 'node';

export const SETTINGS_FILE = 'settings.json';
