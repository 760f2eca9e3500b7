import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { version } from '../../../package.json';
import { type LockTimes, withLock } from '../files/fileLock';
import { sha256 } from '../files/hash';
import { replaceFile } from '../files/replaceFile';
import { makePrivateFolder, touchOwnFile } from '../files/ownFile';
import { statePath, statesIn } from './stateFolder';

/** Files that were not touched for this long are removed. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
const SWEEP_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Far above what a session can need; a larger file is not ours. */
const MAX_BYTES = 16 * 1024 * 1024;

/** On a machine with far more to do than cores, a process that needs milliseconds may not get on for seconds. */
const LOCK_TIMES: LockTimes = { patience: 8_000, stale: 5_000 };

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
    private readonly times: LockTimes = LOCK_TIMES,
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

  /** The same for a session that goes by the name of its file, see {@link names}. */
  async updateNamed<Result>(
    session: string,
    change: (state: State | undefined) => { readonly state: State | undefined; readonly result: Result },
    onCorrupt: (error: unknown) => void,
  ): Promise<Result> {
    makePrivateFolder(this.#folder);
    const path = join(this.#folder, `${session}.json`);
    return withLock(`${path}.lock`, this.times, (isMine) => {
      const { state, result } = change(readState<State>(path, session, onCorrupt));
      if (state !== undefined) {
        const text = JSON.stringify(state);
        replaceFile(path, `{"seal":"${sealOf(session, text)}","state":${text}}`, isMine);
      }
      return result;
    });
  }

  /** The names of the files of all sessions, without their ending. Never throws. */
  names(): readonly string[] {
    try {
      return readdirSync(this.#folder).flatMap((name) => /^([0-9a-f]{40})\.json$/.exec(name)?.[1] ?? []);
    } catch {
      return [];
    }
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
