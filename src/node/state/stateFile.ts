import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { version } from '../../../package.json';
import { type LockTimes, withLock } from '../files/fileLock';
import { sha256 } from '../files/hash';
import { replaceFile } from '../files/replaceFile';
import { touchOwnFile } from '../files/ownFile';
import { noteSeenCall } from './seenCalls';
import { makePrivateFolder } from './stateFolder';
import { noteStop } from './stopsLog';
import type * as StateFormat from './stateFormat';
import { statePath, statesIn } from './statePath';

/**
 * What is kept of one session: the memory of its main agent and of each subagent, by a name of the caller's; the last
 * used one last.
 */
export type SessionState = ReadonlyMap<string, StateFormat.AgentState>;

/** Files that were not touched for this long are removed. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
const SWEEP_MILLISECONDS = 24 * 60 * 60 * 1000;

/** A session with more agents forgets the one unused for longest. */
const KEPT_AGENTS = 30;

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
export class StateFolder {
  readonly #folder: string;

  /**
   * @param parent may be anybody's, such as the folder for temporary files: the states lie in a folder of their own in
   * it
   */
  constructor(
    private readonly parent: string,
    private readonly times: LockTimes = LOCK_TIMES,
  ) {
    this.#folder = statesIn(parent);
  }

  /** Notes that a call of a harness is checked now. Never throws. */
  noteCall(harness: string, nowMs: number): void {
    noteSeenCall(this.parent, harness, nowMs);
  }

  /**
   * Changes the state of a session.
   *
   * @param change gets the state, empty for a new session; returns the new one, or undefined to leave it as it is
   * @param onCorrupt told when what was there could not be read; the session then starts over
   * @throws when the state cannot be locked or written; then nothing has changed
   */
  async update<Result>(
    sessionId: string,
    change: (state: SessionState) => { readonly state: SessionState | undefined; readonly result: Result },
    onCorrupt: (error: unknown) => void,
  ): Promise<Result> {
    return this.updateNamed(basename(statePath(this.parent, sessionId), '.json'), change, onCorrupt);
  }

  /** The same for a session that goes by the name of its file, see {@link names}. */
  async updateNamed<Result>(
    session: string,
    change: (state: SessionState) => { readonly state: SessionState | undefined; readonly result: Result },
    onCorrupt: (error: unknown) => void,
  ): Promise<Result> {
    makePrivateFolder(this.#folder);
    const path = join(this.#folder, `${session}.json`);
    return withLock(`${path}.lock`, this.times, (isMine) => {
      const { state, result } = change(readState(path, session, onCorrupt));
      if (state !== undefined) {
        replaceFile(path, sealed(session, JSON.stringify([...state].slice(-KEPT_AGENTS))), isMine);
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

  /** What is kept of a session that goes by the name of its file; nothing where it can't be read. Never throws. */
  read(session: string): SessionState {
    return readState(join(this.#folder, `${session}.json`), session, () => undefined);
  }

  /** Writes a line about a stop behind the others. Never throws. */
  noteStop(line: string): void {
    noteStop(this.parent, line);
  }

  /**
   * Removes old files, once a day. Never throws.
   * @returns whether the day has come
   */
  sweep(nowMs: number): boolean {
    try {
      const marker = join(this.#folder, SWEPT);
      if (existsSync(marker) && nowMs - statSync(marker).mtimeMs < SWEEP_MILLISECONDS) {
        return false;
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
    return true;
  }
}

function readState(path: string, session: string, onCorrupt: (error: unknown) => void): SessionState {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    return new Map();
  }
  try {
    // A pipe would be waited for.
    if (!stats.isFile() || stats.size > MAX_BYTES) {
      throw new Error('The state file is no file, or too large.');
    }
    const text = readFileSync(path, 'utf8');
    const { seal, of, agents } = SEALED.exec(text)?.groups ?? {};
    if (of !== undefined && of !== session) {
      throw new Error('The state file is that of another session.');
    }
    const isOurs = of !== undefined && agents !== undefined && seal === sealOf(session, agents);
    return new Map(isOurs ? (JSON.parse(text) as StateFormat.StateFile).agents : checkedState(text).agents);
  } catch (error) {
    onCorrupt(error);
    return new Map();
  }
}

const SEALED = /^\{"seal":"(?<seal>[0-9a-f]{64})","session":"(?<of>[0-9a-f]{40})","agents":(?<agents>[^]*)\}$/;

/** A state as it is written. */
function sealed(session: string, agents: string): string {
  return `{"seal":"${sealOf(session, agents)}","session":"${session}","agents":${agents}}`;
}

/**
 * Tells that this version has written every character for this session: what is read then need not be checked, and a
 * hook need not load what checks it.
 */
function sealOf(session: string, agents: string): string {
  return sha256(`${version}\n${session}\n${agents}`);
}

/** @throws when the text is no state of this version */
function checkedState(text: string): StateFormat.StateFile {
  const { stateFileSchema } = require('./stateFormat') as typeof StateFormat;
  return stateFileSchema.parse(JSON.parse(text));
}
