import { randomUUID } from 'node:crypto';
import { closeSync, linkSync, lstatSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './program';
import { removeQuietly } from './ownFile';

export interface LockTimes {
  /** Milliseconds until the attempt is given up. */
  readonly patience: number;
  /** Milliseconds after which a lock is removed, unless its process still runs. */
  readonly stale: number;
}

/** On a machine with far more to do than cores, a process that needs milliseconds may wait for seconds. */
const LOCK_TIMES: LockTimes = { patience: 8_000, stale: 5_000 };

/** Milliseconds between two attempts; they grow, so that the holder can finish its work. */
const SHORTEST_PAUSE = 4;
const LONGEST_PAUSE = 60;

/** Milliseconds after which another process may have the process number of a lock's holder. */
const LONGEST_HELD = 60_000;

/**
 * Runs work while holding a lock file: one process at a time, on one machine. The work is synchronous, so that a lock
 * is held for milliseconds only. A holder that was suspended until its lock counted as stale must ask `isMine` before
 * it makes anything lasting.
 * @param path the lock file; its folder must exist
 * @throws if the lock isn't free in time, or can't be taken at all
 */
export async function withLock<Result>(
  path: string,
  work: (isMine: () => boolean) => Result,
  times = LOCK_TIMES,
): Promise<Result> {
  const token = `${process.pid} ${randomUUID()} ${hostname()}`;
  const givenUpAt = upMilliseconds() + times.patience;
  for (let pause = SHORTEST_PAUSE; !take(path, token); pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    if (upMilliseconds() > givenUpAt) {
      throw new Error('Another process holds the lock for too long.');
    }
    if (!removeStale(path, times.stale)) {
      await sleep(pause * (0.5 + Math.random()));
    }
  }
  const isMine = (): boolean => contentOf(path) === token;
  try {
    return work(isMine);
  } finally {
    if (isMine()) {
      removeQuietly(path);
    }
  }
}

/** Unlike the time of day, nobody sets this clock. A hook would have to load `performance`. */
function upMilliseconds(): number {
  return process.uptime() * 1000;
}

function take(path: string, token: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (isBusy(error)) {
      return false;
    }
    throw error;
  }
  try {
    writeSync(file, token);
    return true;
  } catch (error) {
    // On a full disk, an empty lock would keep everybody waiting until it is stale.
    removeQuietly(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** While a file is being removed, Windows denies access instead of saying that it exists. */
function isBusy(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === 'EEXIST' || (process.platform === 'win32' && (code === 'EPERM' || code === 'EACCES' || code === 'EBUSY'))
  );
}

/** Two processes may see the same old lock: the second then moves the first's new lock, notices, and restores it. */
function removeStale(path: string, staleMilliseconds: number): boolean {
  const age = ageOf(path);
  const seen = contentOf(path);
  if (age === undefined || (age < staleMilliseconds && !isHeldByDead(seen))) {
    return false;
  }
  // A slow holder robbed of its lock between its last check and its write would undo the next holder's work.
  if (age < LONGEST_HELD && seen !== undefined && isRunning(Number.parseInt(seen, 10))) {
    return false;
  }
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (contentOf(aside) !== seen || ((ageOf(aside) ?? 0) < staleMilliseconds && !isHeldByDead(seen))) {
      linkSync(aside, path);
    }
    return true;
  } catch {
    return false;
  } finally {
    removeQuietly(aside);
  }
}

/** Only for this machine: others have process numbers of their own. */
function isHeldByDead(content: string | undefined): boolean {
  const [, pid, host] = /^(\d+) \S+ (\S+)$/.exec(content ?? '') ?? [];
  return pid !== undefined && host === hostname() && !isRunning(Number(pid));
}

/** Milliseconds; a lock from the future, because the clock was set back, is as old as it is young. */
function ageOf(path: string): number | undefined {
  try {
    return Math.abs(Date.now() - lstatSync(path).mtimeMs);
  } catch {
    return undefined;
  }
}

function contentOf(path: string): string | undefined {
  try {
    // Reading a pipe in its place would wait.
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
