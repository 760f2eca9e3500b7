import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import {
  isRootInForeignFolder,
  makePrivateFolder,
  namesIn,
  nearestFolder,
  removeQuietly,
  replaceFile,
  touchOwnFile,
  writtenAtMs,
} from '../files/ownFile';
import { sha256 } from '../files/hash';
import { version } from '../../../package.json';
import { type LockTimes, withLock } from '../files/fileLock';

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
  return writtenAtMs(join(stateFolder, SEEN_FOLDER, harness));
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
  return writtenAtMs(statePath(parent, sessionId));
}

/** Files that were not touched for this long are removed. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
const SWEEP_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Far above what a session can need; a larger file is not ours. */
const MAX_BYTES = 16 * 1024 * 1024;

const SWEPT = 'swept';

/**
 * The states of all sessions, one small file each, for processes that live for one call only.
 *
 * Promises: a file is written whole or not at all; of processes that change the same session at once each sees what the
 * one before it wrote; only this user can read the files (0600 in a folder of 0700); a file's name is a hash of the
 * session's id.
 */
export class StateFolder<State extends object> {
  readonly #folder: string;

  /**
   * @param parent may be anybody's, such as the folder for temporary files: the states lie in a folder of their own in
   * it
   */
  constructor(
    readonly parent: string,
    private readonly times?: LockTimes,
  ) {
    this.#folder = statesIn(parent);
  }

  /**
   * Changes the state of a session.
   *
   * @param change gets the state, undefined for a new session; returns the new one, or undefined to leave it as it is
   * @param onCorrupt told when what was there could not be read; the session then starts over
   * @throws when the state cannot be locked or written; then nothing has changed
   */
  async update<Result>(
    sessionId: string,
    change: (state: State | undefined) => { readonly state: State | undefined; readonly result: Result },
    onCorrupt: (error: unknown) => void,
  ): Promise<Result> {
    return this.updateNamed(basename(statePath(this.parent, sessionId), '.json'), change, onCorrupt);
  }

  async updateNamed<Result>(
    session: string,
    change: (state: State | undefined) => { readonly state: State | undefined; readonly result: Result },
    onCorrupt: (error: unknown) => void,
  ): Promise<Result> {
    makePrivateFolder(this.#folder);
    const path = join(this.#folder, `${session}.json`);
    const work = (isMine: () => boolean): Result => {
      const { state, result } = change(readState<State>(path, session, onCorrupt));
      if (state !== undefined) {
        const text = JSON.stringify(state);
        replaceFile(path, `{"seal":"${sealOf(session, text)}","state":${text}}`, isMine);
      }
      return result;
    };
    return withLock(`${path}.lock`, work, this.times);
  }

  /** The names of the files of all sessions, without their ending. Never throws. */
  names(): readonly string[] {
    return namesIn(this.#folder).flatMap((name) => /^([0-9a-f]{40})\.json$/.exec(name)?.[1] ?? []);
  }

  /** What is kept of a session that goes by the name of its file; undefined where it can't be read. Never throws. */
  read(session: string): State | undefined {
    return readState<State>(join(this.#folder, `${session}.json`), session, () => undefined);
  }

  /** Removes old files, once a day. Never throws. */
  sweep(nowMs: number): void {
    try {
      const marker = join(this.#folder, SWEPT);
      if (existsSync(marker) && nowMs - statSync(marker).mtimeMs < SWEEP_MILLISECONDS) {
        return;
      }
      touchOwnFile(marker, nowMs);
      for (const name of readdirSync(this.#folder).filter((candidate) => /^[0-9a-f]{40}\.json/.test(candidate))) {
        const path = join(this.#folder, name);
        if (nowMs - statSync(path).mtimeMs > KEPT_MILLISECONDS) {
          rmSync(path, { force: true });
        }
      }
    } catch {
      // Another process sweeps at the same time, or the folder cannot be written: tomorrow again.
    }
  }
}

function readState<State>(path: string, session: string, onCorrupt: (error: unknown) => void): State | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    return undefined;
  }
  try {
    // A pipe would be waited for.
    if (!stats.isFile() || stats.size > MAX_BYTES) {
      throw new Error('The state file is no file, or too large.');
    }
    const { seal, state = '' } = SEALED.exec(readFileSync(path, 'utf8'))?.groups ?? {};
    if (seal !== sealOf(session, state)) {
      throw new Error('The state file is of another version or session, or was changed.');
    }
    return JSON.parse(state) as State;
  } catch (error) {
    onCorrupt(error);
    return undefined;
  }
}

const SEALED = /^\{"seal":"(?<seal>[0-9a-f]{64})","state":(?<state>[^]*)\}$/;

/**
 * Tells that this version has written every character for this session, so that what is read need not be checked. What
 * another version has written is not read: its session starts over.
 */
function sealOf(session: string, state: string): string {
  return sha256(`${version}\n${session}\n${state}`);
}
