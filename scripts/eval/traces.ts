/** Reads recorded sessions, one JSON object per line, without loading a whole file. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface TraceCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly result: string | null;
  /** Of the whole result; null, like the next two, if the recording has no result. */
  readonly resultSha: string | null;
  readonly resultNorm: string | null;
  readonly resultLen: number | null;
  readonly isError: boolean;
  readonly userTurnBefore: boolean;
  readonly turn: number;
  /** When the call was made and answered, in milliseconds since 1970, if known. */
  readonly timestamp?: number | null;
  readonly doneAt?: number | null;
  /** A subagent whose calls are in its parent's recording. */
  readonly agent?: string | null;
}

export interface Session {
  readonly id: string;
  readonly source: string;
  readonly model: string | null;
  readonly calls: readonly TraceCall[];
}

export type Label = 'stuck' | 'progress' | 'polling' | 'user-driven' | 'parallel' | 'unclear';

/** A span of a session that was read call by call. `from`, `to`, `since`, and `kind` are set for stuck ones. */
export interface Episode {
  readonly ep: string;
  readonly source: string;
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly label: Label;
  readonly from: number | null;
  readonly to: number | null;
  readonly since: number | null;
  readonly kind: string | null;
  readonly why: string;
  /** Set if it was read because a detector fired there; then it only says how often that was right. */
  readonly found?: 'firing';
}

/** A span that a broad repetition rule found, labelled or not. Calls outside all of them are clean. */
export interface Span {
  readonly source: string;
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

const notSessions = new Set(['gold.jsonl', 'gold_more.jsonl', 'candidates.jsonl']);

const isSessionFile = (file: string): boolean => file.endsWith('.jsonl') && !notSessions.has(file);

export async function* readLines<T>(file: string): AsyncGenerator<T> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') {
      continue;
    }
    try {
      yield JSON.parse(line) as T;
    } catch (error) {
      throw new Error(`${file}:${number}: ${String(error)}`, { cause: error });
    }
  }
}

export async function readAll<T>(file: string): Promise<T[]> {
  const all: T[] = [];
  for await (const item of readLines<T>(file)) {
    all.push(item);
  }
  return all;
}

export async function* readSessions(directory: string): AsyncGenerator<Session> {
  const files = (await readdir(directory)).filter(isSessionFile).sort();
  for (const file of files) {
    yield* readLines<Session>(join(directory, file));
  }
}

export const readEpisodes = (directory: string): Promise<Episode[]> => readAll<Episode>(join(directory, 'gold.jsonl'));

export const readCandidates = (directory: string): Promise<Span[]> =>
  readAll<Span>(join(directory, 'candidates.jsonl'));
