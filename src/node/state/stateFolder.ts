import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
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
import { shortText } from '../files/shortText';
import { version } from '../../../package.json';
import { type LockTimes, withLock } from '../files/fileLock';

/** A temporary folder of this user's if the given one can't be written. Never throws. */
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

/** Why hooks can't store states; undefined if they can. Tries it out, and leaves nothing behind. Never throws. */
export function faultOfState(parent: string): string | undefined {
  try {
    const folder = statesIn(parent);
    if (isRootInForeignFolder(folder)) {
      throw new Error(`This runs as root, and ${folder} belongs to another user.`);
    }
    const nearest = nearestFolder(folder);
    if (nearest !== folder) {
      // No folder is created on behalf of a hook that may never run.
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

/** Shows that a harness's hooks work. Records a time and no text. Never throws. */
export function noteSeenCall(stateFolder: string, harness: string, nowMs: number): void {
  try {
    touchOwnFile(join(stateFolder, SEEN_FOLDER, harness), nowMs);
  } catch {
    // There is nobody to inform then.
  }
}

/** When a harness's call was last checked. Never throws. */
export function lastCallAtMs(stateFolder: string, harness: string): number | undefined {
  return writtenAtMs(join(stateFolder, SEEN_FOLDER, harness));
}

/** A folder of its own, because the parent may be anybody's. */
export function statesIn(parent: string): string {
  return join(parent, 'sessions');
}

/** The name of a session's file says nothing about the session. */
export function stateName(sessionId: string): string {
  return sha256(sessionId).slice(0, 40);
}

export function stateChangedAtMs(parent: string, sessionId: string): number | undefined {
  return writtenAtMs(join(statesIn(parent), `${stateName(sessionId)}.json`));
}

const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
const SWEEP_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Far more than a session can need; a larger file isn't ours. */
const MAX_BYTES = 16 * 1024 * 1024;

const SWEPT = 'swept';

/**
 * One small file for each session, for processes that live for one call only. A file is written whole or not at all.
 * Processes that change a session at the same time each see the previous one's result. Only this user can read the
 * files (0600 in a folder of 0700), and their names are hashes of session ids.
 */
export class StateFolder<State extends object> {
  readonly #folder: string;

  /** @param parent may be anybody's, such as the folder for temporary files: the states get their own folder in it */
  constructor(
    readonly parent: string,
    private readonly times?: LockTimes,
  ) {
    this.#folder = statesIn(parent);
  }

  /**
   * @param session the {@link stateName} of a session
   * @param change gets the state, undefined for a new session; returns the new one, or undefined to leave it as it is
   * @param onCorrupt called if the state can't be read; the session then starts over
   * @throws if the state can't be locked or written; then nothing has changed
   */
  async update<Result>(
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

  names(): readonly string[] {
    return namesIn(this.#folder).flatMap((name) => /^([0-9a-f]{40})\.json$/.exec(name)?.[1] ?? []);
  }

  /** @param session the name of its file @returns undefined if it can't be read; never throws */
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
      // Another process sweeps at the same time, or the folder can't be written: it tries again tomorrow.
    }
  }
}

function readState<State>(path: string, session: string, onCorrupt: (error: unknown) => void): State | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    return undefined;
  }
  try {
    const { seal, state = '' } = SEALED.exec(shortText(path, MAX_BYTES))?.groups ?? {};
    if (seal !== sealOf(session, state)) {
      throw new Error('The state file is of another version or session, was changed, or can’t be read.');
    }
    return JSON.parse(state) as State;
  } catch (error) {
    onCorrupt(error);
    return undefined;
  }
}

const SEALED = /^\{"seal":"(?<seal>[0-9a-f]{64})","state":(?<state>[^]*)\}$/;

/**
 * Shows that this version has written every character for this session, so that the content needs no check. A session
 * written by another version starts over.
 */
function sealOf(session: string, state: string): string {
  return sha256(`${version}\n${session}\n${state}`);
}
