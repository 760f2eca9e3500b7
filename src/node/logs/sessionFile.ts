import { closeSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fieldsOf, jsonIn } from '../files/jsonFields';
import type { AgentLog, SessionReading } from './agentLog';
import { CLAUDE_LOG } from './claude';
import { CODEX_LOG } from './codex';
import { COPILOT_LOG } from './copilot';
import { GEMINI_LOG } from './gemini';
import { OPENCODE_LOG, opencodeLines } from './opencode';
import { QWEN_LOG } from './qwen';
import { type BrokenLine, type CallListener, SessionBuilder, type SessionHead } from './recordedSession';
import { traceSession } from './trace';
import { VSCODE_CHAT } from './vsCodeChat';

const CHUNK_BYTES = 64 * 1024;

/** Qwen Code comes before Claude Code, because its lines also have Claude Code's fields. */
const LOGS = [COPILOT_LOG, QWEN_LOG, CLAUDE_LOG, CODEX_LOG, GEMINI_LOG, OPENCODE_LOG, VSCODE_CHAT];

/** Gets a file's contents as they are read: calls come before the end of their session. */
export interface SessionListener extends CallListener {
  readonly end: (session: SessionHead) => void;
  readonly broken: (line: BrokenLine) => void;
}

type SessionText = AsyncIterable<Buffer | string> | Iterable<Buffer | string>;

/** Databases and indented JSON become lines of JSON, too. */
export function openSessionFile(path: string): SessionText {
  switch (extname(path)) {
    case '.db':
      return opencodeLines(path);
    case '.json':
      return indentedJson(path);
    default:
      return chunksOf(path);
  }
}

/**
 * Each part is valid only until the next one, which is read into the same memory. Most files are so small that opening
 * a stream takes longer than reading them.
 */
function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** In JSON, line ends only occur between the parts, so without them an indented file is one line. */
async function* indentedJson(path: string): AsyncGenerator<string> {
  const text = await readFile(path, 'utf8');
  yield /^\s*[[{]\s*\n/.test(text) ? text.replaceAll(/[\r\n]+/g, ' ') : text;
}

/**
 * Reads JSONL: our traces (one session a line), agents' logs, and what {@link openSessionFile} makes of a database.
 * Reports broken lines and continues. Stores neither sessions nor calls, so that a file may have any length. Yields the
 * number of bytes of each part of the stream.
 * @param file the name for broken lines, and for a session without an id
 * @throws if the stream can't be read, or what the listener throws
 */
export async function* readSessionFile(
  input: SessionText,
  file: string,
  listener: SessionListener,
): AsyncGenerator<number> {
  const name = basename(file, extname(file));
  let session = new SessionBuilder(listener);
  let format: AgentLog | undefined;
  let log: SessionReading | undefined;
  let line = 0;
  let skipped: BrokenLine | undefined;
  let isTrace = false;
  const end = (): void => {
    if (log === undefined) {
      return;
    }
    log.end?.();
    session.end();
    if (log.isUnread === true) {
      listener.broken({ file, line: 1, reason: 'is of a kind of session whose calls can’t be read', about: 'calls' });
    } else if (session.isEmpty && format?.beginsAnother === undefined) {
      listener.broken({ file, line: 1, reason: 'contains no message and no call that can be read', about: 'empty' });
    } else {
      listener.end({ id: log.id ?? name, source: log.source, model: session.model, modifiedMs: log.modifiedMs });
    }
    log = undefined;
  };
  const take = (text: string): void => {
    line += 1;
    const json = jsonIn(text);
    if (json === undefined) {
      if (text.trim() !== '') {
        listener.broken({ file, line, reason: 'is not valid JSON' });
      }
      return;
    }
    format ??= LOGS.find(({ isLine }) => isLine(json));
    if (log !== undefined && format?.beginsAnother?.(json) === true) {
      end();
      session = new SessionBuilder(listener);
    }
    log ??= format?.begin(session);
    if (log !== undefined) {
      log.take(json);
    } else if (isTrace || 'calls' in fieldsOf(json)) {
      isTrace = true;
      const read = traceSession(json, file, line);
      if ('reason' in read) {
        listener.broken(read);
      } else {
        const { calls, ...head } = read;
        calls.forEach((call) => listener.call(call, head.model));
        listener.end(head);
      }
    } else {
      // Claude Code begins a file with a summary or a snapshot, which contain no calls.
      const about = 'type' in fieldsOf(json) ? 'empty' : 'unknown';
      skipped ??= { file, line, reason: 'not a recorded session of a known agent', about };
    }
  };
  for await (const { lines, bytes } of linesIn(input)) {
    lines.forEach(take);
    yield bytes;
  }
  if (log !== undefined) {
    end();
  } else if (skipped !== undefined) {
    listener.broken(skipped);
  }
}

const NEW_LINE = 10;

/** Lines without their ends, in groups as they come. Keeps at most one chunk and the line that begins in it. */
async function* linesIn(input: SessionText): AsyncGenerator<{ lines: string[]; bytes: number }> {
  // A line may be as long as a session, so its parts are joined only once, at its end.
  let begun: Buffer[] = [];
  for await (const given of input) {
    const chunk = typeof given === 'string' ? Buffer.from(given) : given;
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      // Lines are decoded separately: plain ASCII is then kept and read as such, whatever other lines contain.
      if (begun.length > 0) {
        lines.push(Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8'));
        begun = [];
      } else {
        lines.push(chunk.toString('utf8', from, end));
      }
      from = end + 1;
    }
    if (from < chunk.length) {
      begun.push(Buffer.from(chunk.subarray(from)));
    }
    yield { lines, bytes: chunk.length };
  }
  if (begun.length > 0) {
    yield { lines: [Buffer.concat(begun).toString('utf8')], bytes: 0 };
  }
}
