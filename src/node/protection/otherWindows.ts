import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { stateChangedAtMs } from '../state/stateFolder';
import { namesIn, readPrivateFile, removeQuietly, replaceFile } from '../files/ownFile';
import { isAlive } from '../transport/publishedWindows';
import { sharedFolder, windowName, WINDOWS_FOLDER } from '../plugin/sharedFolder';

/** Next to a window's address: the sessions that it was asked about. */
const ASKED_ENDING = '.asked';

const MOST_SESSIONS = 50;

interface AskedFile {
  readonly pid: number;
  readonly host: string;
  readonly sessions: readonly (readonly [sessionId: string, atMs: number])[];
}

/**
 * The sessions that this user's windows and hooks were asked about, so that no window considers a session unguarded
 * that another one takes care of. Contains only ids and times, in files that only this user reads.
 */
export class OtherWindows {
  readonly #windows: string;
  readonly #own: string;
  #written = '';

  constructor(private readonly home: string = homedir()) {
    this.#windows = join(sharedFolder(home), WINDOWS_FOLDER);
    this.#own = join(this.#windows, `${windowName()}${ASKED_ENDING}`);
  }

  /** Never throws: others then know less. */
  publish(askedHere: ReadonlyMap<string, number>): void {
    const sessions = [...askedHere].toSorted(([, one], [, other]) => other - one).slice(0, MOST_SESSIONS);
    const text = JSON.stringify({ pid: process.pid, host: hostname(), sessions } satisfies AskedFile);
    if (sessions.length > 0 && text !== this.#written) {
      try {
        replaceFile(this.#own, text);
        this.#written = text;
      } catch {
        // The folder is created when the window begins to listen; if that failed, the log says why.
      }
    }
  }

  /** Session ids of other living windows, with the time of the last question. Never throws. */
  byOtherWindows(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const path of this.#others()) {
      const file = readAsked(path);
      if (file !== undefined && isAlive(file)) {
        file.sessions.forEach(([sessionId, atMs]) => found.set(sessionId, Math.max(atMs, found.get(sessionId) ?? 0)));
      } else if (file?.host === hostname()) {
        removeQuietly(path);
      }
    }
    return found;
  }

  /** When a hook without a window last checked a session, which leaves its memory on disk. */
  byHookAlone(sessionId: string): number | undefined {
    return stateChangedAtMs(sharedFolder(this.home), sessionId);
  }

  has(sessionId: string): boolean {
    return this.byHookAlone(sessionId) !== undefined || this.byOtherWindows().has(sessionId);
  }

  /** Never throws. */
  dispose(): void {
    removeQuietly(this.#own);
  }

  #others(): string[] {
    return namesIn(this.#windows)
      .filter((name) => name.endsWith(ASKED_ENDING))
      .map((name) => join(this.#windows, name))
      .filter((path) => path !== this.#own);
  }
}

function readAsked(path: string): AskedFile | undefined {
  try {
    const { pid = 0, host = '', sessions = [] } = JSON.parse(readPrivateFile(path) ?? '') as Partial<AskedFile>;
    return { pid, host, sessions: sessions.filter(([id, atMs]) => typeof id === 'string' && typeof atMs === 'number') };
  } catch {
    return undefined;
  }
}
