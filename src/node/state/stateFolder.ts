import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import {
  appendToOwnFile,
  isRootInForeignFolder,
  makePrivateFolder,
  nearestFolder,
  touchOwnFile,
} from '../files/ownFile';
import { removeQuietly } from '../files/replaceFile';
import { sha256 } from '../files/hash';

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

/** The log of stops, for runs that nobody watches; started over at this size. */
export const STOPS_LOG = 'stops.log';
const MAX_LOG_BYTES = 64 * 1024;

/** Writes a line about a stop behind the others. Never throws. */
export function noteStop(stateFolder: string, line: string): void {
  try {
    appendToOwnFile(join(stateFolder, STOPS_LOG), `${line}\n`, MAX_LOG_BYTES);
  } catch {
    // The run is stopped anyway, and the model and the exit code say so.
  }
}

const SEEN_FOLDER = 'seen';

/**
 * Notes that a call of a harness was checked just now, for those who ask whether its hooks work. A time and no text.
 * Never throws.
 */
export function noteSeenCall(stateFolder: string, harness: string, nowMs: number): void {
  try {
    touchOwnFile(join(stateFolder, SEEN_FOLDER, harness), nowMs);
  } catch {
    // Nobody can be told then.
  }
}

/** When a call of a harness was last judged; undefined if none is known. Never throws. */
export function lastCallAtMs(stateFolder: string, harness: string): number | undefined {
  try {
    return statSync(join(stateFolder, SEEN_FOLDER, harness), { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}

/**
 * Where states are kept unless told otherwise: `XDG_STATE_HOME` where it is set, else the platform's place for what an
 * application keeps for itself ("XDG Base Directory Specification"; Application Support; LOCALAPPDATA).
 */
export function defaultStateFolder(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const xdg = environment['XDG_STATE_HOME'];
  if (xdg !== undefined && isAbsolute(xdg)) {
    return join(xdg, 'tool-loop-guard');
  }
  switch (platform) {
    case 'win32':
      return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'tool-loop-guard');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'tool-loop-guard');
    default:
      return join(home, '.local', 'state', 'tool-loop-guard');
  }
}

/** The folder of the states, in one that may be anybody's. */
export function statesIn(parent: string): string {
  return join(parent, 'sessions');
}

/** The file of a session's state. Its name tells nothing of the session. */
export function statePath(parent: string, sessionId: string): string {
  return join(statesIn(parent), `${sha256(sessionId).slice(0, 40)}.json`);
}

/** When the state of a session was last written; undefined where there is none. Never throws. */
export function stateChangedAtMs(parent: string, sessionId: string): number | undefined {
  try {
    return statSync(statePath(parent, sessionId), { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}
