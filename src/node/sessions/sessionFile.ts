import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { claudeSession, isClaudeLine } from './claudeLog';
import { copilotSession, isCopilotEvent } from './copilotEvents';
import type { BrokenLine, RecordedSession } from './recordedSession';
import { traceSession } from './trace';

/** Formats in which a whole file is one session, its lines the events. */
const LOGS = [
  { isLine: isCopilotEvent, read: copilotSession },
  { isLine: isClaudeLine, read: claudeSession },
] as const;

/**
 * Reads the sessions of a JSONL file one by one: our traces (one session a line), transcripts of VS Code's agent and of
 * GitHub Copilot
 * CLI, session logs of Claude Code. A broken line is handed over as such and the rest goes on.
 * @throws when the file cannot be read
 */
export function readSessionFile(path: string): AsyncGenerator<RecordedSession | BrokenLine> {
  return readSessions(createReadStream(path, 'utf8'), path);
}

/**
 * As {@link readSessionFile}, from a stream of JSONL.
 * @param file the name that broken lines are told with, and that a session without an id gets
 */
export async function* readSessions(input: Readable, file: string): AsyncGenerator<RecordedSession | BrokenLine> {
  const name = basename(file, extname(file));
  let log: (typeof LOGS)[number] | undefined;
  const events: unknown[] = [];
  let line = 0;
  let firstSkipped: number | undefined;
  let isEmpty = true;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === '') {
      continue;
    }
    const value = parse(text);
    if (value === undefined) {
      yield { file, line, reason: 'is not valid JSON' };
      continue;
    }
    log ??= LOGS.find(({ isLine }) => isLine(value.json));
    if (log !== undefined) {
      events.push(value.json);
    } else if (isPreamble(value.json)) {
      firstSkipped ??= line;
    } else {
      isEmpty = false;
      yield traceSession(value.json, file, line);
    }
  }
  if (log !== undefined) {
    yield log.read(events, name);
  } else if (isEmpty && firstSkipped !== undefined) {
    yield { file, line: firstSkipped, reason: 'is of no kind of session that is known' };
  }
}

/** Claude Code begins a file with a summary or a snapshot, which tell nothing of calls. */
function isPreamble(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'type' in json && !('calls' in json);
}

function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
