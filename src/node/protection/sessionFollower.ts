import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SeenCall } from '../../core/protection/liveProbe';
import { readSessionEvent } from '../hooks/sessionEvent';

/** A session whose file has not grown for so long is not looked at. */
const RECENT_MS = 60 * 60 * 1000;

/** At most so many sessions are followed, the latest. */
const MOST_SESSIONS = 20;

/** At most so much of a file is read at a time; what is left comes with the next look. */
const MOST_BYTES = 1024 * 1024;

/** How far a session has been read. */
interface Followed {
  offset: number;
  folder: string | undefined;
  model: string | undefined;
}

/**
 * Follows the files in which Copilot's runtime writes what its sessions do, and tells of the calls that its main agents
 * begin. Reads only what is new. Calls of sub-agents are left out: their hooks ask under another session's id.
 */
export class SessionFollower {
  readonly #sessions = new Map<string, Followed>();

  /**
   * @param folder see {@link sessionStateFolder}
   * @param sinceMs calls before this time are not told of
   */
  constructor(
    private readonly folder: string,
    private readonly sinceMs: number,
  ) {}

  /** The calls since the last look, oldest first in each session. What cannot be read is left out; never throws. */
  look(nowMs: number): readonly SeenCall[] {
    const recent = this.#recent(nowMs);
    for (const sessionId of this.#sessions.keys()) {
      if (!recent.includes(sessionId)) {
        this.#sessions.delete(sessionId);
      }
    }
    return recent.flatMap((sessionId) => this.#read(sessionId));
  }

  #recent(nowMs: number): string[] {
    try {
      return readdirSync(this.folder)
        .flatMap((sessionId) => {
          const changedMs = statSync(this.#path(sessionId), { throwIfNoEntry: false })?.mtimeMs;
          return changedMs === undefined ||
            nowMs - changedMs > RECENT_MS ||
            (changedMs < this.sinceMs && !this.#sessions.has(sessionId))
            ? []
            : [{ sessionId, changedMs }];
        })
        .toSorted((one, other) => other.changedMs - one.changedMs)
        .slice(0, MOST_SESSIONS)
        .map(({ sessionId }) => sessionId);
    } catch {
      return [];
    }
  }

  #read(sessionId: string): SeenCall[] {
    const followed = this.#sessions.get(sessionId) ?? { offset: 0, folder: undefined, model: undefined };
    this.#sessions.set(sessionId, followed);
    const lines = readLines(this.#path(sessionId), followed);
    return lines.flatMap((line) => this.#callIn(line, sessionId, followed));
  }

  #callIn(line: string, sessionId: string, followed: Followed): SeenCall[] {
    const event = eventIn(line);
    if (event?.kind === 'sessionStart') {
      followed.folder = event.folder;
      followed.model = event.model;
    }
    if (event?.kind !== 'callStart' || event.isOfSubAgent) {
      return [];
    }
    followed.model = event.model ?? followed.model;
    const atMs = Date.parse(event.timestamp);
    const { folder, model } = followed;
    return atMs >= this.sinceMs ? [{ sessionId, folder, model, tool: event.tool ?? '', atMs }] : [];
  }

  #path(sessionId: string): string {
    return join(this.folder, sessionId, 'events.jsonl');
  }
}

function eventIn(line: string): ReturnType<typeof readSessionEvent> {
  try {
    return readSessionEvent(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** The whole lines that have come since; a file that has become shorter is read again from its beginning. */
function readLines(path: string, followed: Followed): string[] {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    if (statSync(path).size < followed.offset) {
      followed.offset = 0;
    }
    const buffer = Buffer.alloc(MOST_BYTES);
    const length = readSync(file, buffer, 0, MOST_BYTES, followed.offset);
    // What is no whole line yet is read again the next time; a line that is longer than all this is skipped in parts.
    const end = buffer.subarray(0, length).lastIndexOf(0x0a) + 1;
    const taken = end > 0 || length < MOST_BYTES ? end : length;
    followed.offset += taken;
    return buffer.subarray(0, taken).toString('utf8').split('\n');
  } catch {
    return [];
  } finally {
    if (file !== undefined) {
      closeSync(file);
    }
  }
}
