import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { ScannedSession } from '../../core/scan/sessionScan';
import { isRootInForeignFolder } from '../files/ownFile';
import { sha256 } from '../files/hash';
import { replaceFile } from '../files/replaceFile';
import type { SessionLogFile } from '../sessions/sessionLogFiles';

/** What is counted in a session without a loop, and whose log it is. */
export interface QuietSession extends Pick<ScannedSession, 'calls' | 'runsLeftAlone' | 'tokens'> {
  readonly source: string;
}

const sessionSchema = z.object({
  source: z.string(),
  calls: z.number(),
  runsLeftAlone: z.number(),
  tokens: z.optional(z.object({ input: z.number(), output: z.number(), dollars: z.exactOptional(z.number()) })),
});

const cacheSchema = z.object({
  key: z.string(),
  files: z.record(z.string(), z.object({ state: z.string(), sessions: z.array(sessionSchema) })),
});

type CachedFiles = z.infer<typeof cacheSchema>['files'];

/**
 * What earlier scans counted in files without a loop, so that a second run reads only what is new, and what has loops
 * to show. It holds digests and counts, and no text of a session.
 */
export class ScanCache {
  readonly #known: CachedFiles;
  /** Files that were asked for; others are gone, or too old to be asked for again. */
  readonly #asked: CachedFiles = {};

  /**
   * @param path of its file; undefined: nothing is known, and nothing is kept
   * @param key equal for runs that would count the same: of one version of the program, with the same settings
   */
  constructor(
    private readonly path: string | undefined,
    private readonly key: string,
  ) {
    this.#known = path === undefined ? {} : read(path, key);
  }

  /** What was counted in a file; undefined where it has changed since, has loops, or was never read. */
  of(file: SessionLogFile): readonly QuietSession[] | undefined {
    const name = nameOf(file);
    const known = this.#known[name];
    if (known === undefined || known.state !== stateOf(file)) {
      return undefined;
    }
    this.#asked[name] = known;
    return known.sessions.map(({ tokens, ...session }) => ({ ...session, tokens }));
  }

  /** Keeps what was counted in a file without a loop. */
  keep(file: SessionLogFile, sessions: readonly QuietSession[]): void {
    this.#asked[nameOf(file)] = {
      state: stateOf(file),
      sessions: sessions.map(({ source, calls, runsLeftAlone, tokens }) => ({
        source,
        calls,
        runsLeftAlone,
        ...(tokens === undefined ? {} : { tokens }),
      })),
    };
  }

  /** Writes it down. A cache that can't be written is none: never throws. */
  write(): void {
    if (this.path === undefined) {
      return;
    }
    try {
      const folder = dirname(this.path);
      if (!isRootInForeignFolder(folder)) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        replaceFile(this.path, JSON.stringify({ key: this.key, files: this.#asked }));
      }
    } catch {
      // The next run reads everything again.
    }
  }
}

/** Changes with each new build of the program, whose rules may count otherwise. */
export function stateOfProgram(program: string): string {
  try {
    const { size, mtimeMs } = statSync(program);
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}

function read(path: string, key: string): CachedFiles {
  try {
    const cache = existsSync(path) ? cacheSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
    return cache?.key === key ? cache.files : {};
  } catch {
    // Half written, or of another version.
    return {};
  }
}

function nameOf({ path }: SessionLogFile): string {
  return sha256(path).slice(0, 24);
}

function stateOf({ bytes, modifiedMs }: SessionLogFile): string {
  return `${bytes} ${modifiedMs}`;
}
