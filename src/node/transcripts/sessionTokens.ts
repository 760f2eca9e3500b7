import type { TokensSoFar } from '../../core/budget/budgetState';
import { isJsonObject, jsonIn, type JsonFields } from '../files/jsonFields';
import { newLines } from '../files/newLines';
import type { Harness } from '../wire/harness';
import { copilotEventsFile } from './sessionLogs';
import type { AskingSession } from './sessionModel';
import { tokenSumOf } from './tokenCount';

/** What one request took, as a line tells. */
interface RequestTokens {
  readonly tokens: number;
  /** Lines with the same id tell of the same request, the last one of all of it. */
  readonly request: string | undefined;
}

/** Where a harness writes what requests took, and in which lines. */
interface TokenLog {
  readonly path: (session: AskingSession) => string | undefined;
  /** What stands in each such line. */
  readonly sign: string;
  readonly tokensIn: (line: JsonFields) => RequestTokens | undefined;
}

const LOGS: Readonly<Record<string, TokenLog>> = {
  claude: {
    path: ({ transcriptPath }) => transcriptPath,
    sign: '"usage"',
    tokensIn: ({ type, message }) =>
      type === 'assistant' && isJsonObject(message)
        ? request(message['usage'], CLAUDE_FIELDS, message['id'])
        : undefined,
  },
  codex: {
    path: ({ transcriptPath }) => transcriptPath,
    sign: '"token_usage_record"',
    tokensIn: ({ type, payload }) =>
      type === 'token_usage_record' && isJsonObject(payload)
        ? request(payload['usage'], ['input_tokens', 'output_tokens'], payload['response_id'])
        : undefined,
  },
  copilot: {
    path: ({ sessionId }) => copilotEventsFile(sessionId),
    sign: '"session.usage_record"',
    tokensIn: ({ type, data }) =>
      type === 'session.usage_record' && isJsonObject(data)
        ? request(data['usage'], ['inputTokens', 'outputTokens'], undefined)
        : undefined,
  },
};

const CLAUDE_FIELDS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'];

function request(usage: unknown, fields: readonly string[], id: unknown): RequestTokens | undefined {
  const tokens = isJsonObject(usage) ? tokenSumOf(usage, fields) : undefined;
  return tokens === undefined ? undefined : { tokens, request: typeof id === 'string' ? id : undefined };
}

/**
 * The tokens that a session has taken, as its harness writes them down: what the model read, from caches too, and what
 * it wrote. Reads only what was written since the last time.
 * @param before what was read up to then; undefined: nothing
 * @returns undefined where the harness writes nothing of it, or what it wrote cannot be read; never throws
 */
export function tokensOfSession(
  harness: Pick<Harness, 'name'>,
  session: AskingSession,
  before: TokensSoFar | undefined,
): TokensSoFar | undefined {
  const log = LOGS[harness.name];
  const path = log?.path(session);
  if (log === undefined || path === undefined) {
    return before;
  }
  const reader = { offset: before?.readTo ?? 0 };
  let soFar = before ?? { tokens: 0, readTo: 0 };
  for (let start = -1; start !== reader.offset;) {
    start = reader.offset;
    soFar = newLines(path, reader).reduce((sum, line) => withLine(sum, line, log), soFar);
  }
  return reader.offset === before?.readTo || reader.offset === 0 ? before : { ...soFar, readTo: reader.offset };
}

function withLine(soFar: TokensSoFar, line: string, { sign, tokensIn }: TokenLog): TokensSoFar {
  const value = line.includes(sign) ? jsonIn(line) : undefined;
  const told = isJsonObject(value) ? tokensIn(value) : undefined;
  if (told === undefined) {
    return soFar;
  }
  const known = told.request !== undefined && told.request === soFar.request ? (soFar.ofRequest ?? 0) : 0;
  return { ...soFar, tokens: soFar.tokens + told.tokens - known, request: told.request, ofRequest: told.tokens };
}
