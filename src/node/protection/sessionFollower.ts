import { statSync } from 'node:fs';
import type { SeenCall } from '../../core/protection/sessionProbe';
import { jsonIn } from '../files/jsonFields';
import { newLines } from '../files/newLines';
import type { SessionLog, SessionSoFar } from '../logs/agentLog';

/** A session is ignored if its file hasn't grown for this long. */
const RECENT_MS = 60 * 60 * 1000;

const MOST_SESSIONS = 20;

/** Follows the files of a harness's sessions, and returns the calls that main agents begin. Reads only what is new. */
export class SessionFollower {
  readonly #followed = new Map<string, SessionSoFar & { offset: number }>();

  constructor(
    private readonly log: SessionLog,
    private readonly sinceMs: number,
  ) {}

  /** The calls since the last look, oldest first in each session. Skips what can't be read; never throws. */
  look(nowMs: number): readonly SeenCall[] {
    const recent = this.#recent(nowMs);
    const paths = new Set(recent.map(({ path }) => path));
    for (const path of this.#followed.keys()) {
      if (!paths.has(path)) {
        this.#followed.delete(path);
      }
    }
    return recent.flatMap(({ sessionId, path }) => this.#read(sessionId, path));
  }

  #recent(nowMs: number): { readonly sessionId: string; readonly path: string }[] {
    try {
      return this.log
        .files()
        .flatMap((file) => {
          const changedMs = statSync(file.path, { throwIfNoEntry: false })?.mtimeMs;
          return changedMs === undefined ||
            nowMs - changedMs > RECENT_MS ||
            (changedMs < this.sinceMs && !this.#followed.has(file.path))
            ? []
            : [{ ...file, changedMs }];
        })
        .toSorted((one, other) => other.changedMs - one.changedMs)
        .slice(0, MOST_SESSIONS);
    } catch {
      return [];
    }
  }

  #read(sessionId: string, path: string): SeenCall[] {
    const followed = this.#followed.get(path) ?? { offset: 0, folder: undefined, prompt: undefined };
    this.#followed.set(path, followed);
    const { type } = this.log;
    return newLines(path, followed).flatMap((line) => {
      const times = this.log.callsIn(jsonIn(line), followed).filter((atMs) => atMs >= this.sinceMs);
      const { folder, prompt } = followed;
      return times.map((atMs) => ({ type, sessionId, folder, prompt, atMs }));
    });
  }
}
