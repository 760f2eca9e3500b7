import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentId, agentOf, type SessionType } from '../agents/sessions';
import { readTail } from '../transcripts/readTail';
import { claudeProjectsFolder, COPILOT_EVENTS_FILE, sessionStateFolder } from '../transcripts/sessionLogs';
import { isJsonObject, jsonIn, type JsonFields } from '../files/jsonFields';
import { tokenSumOf } from '../transcripts/tokenCount';

/** The last request of a session is told near the end of its file. */
const TAIL_BYTES = 128 * 1024;

/** A session's id comes from outside and must not lead elsewhere. */
const SESSION_ID = /^\w[\w.-]*$/;

/** Where a kind of session is written down, and how a line tells of a request. */
interface RequestLog {
  readonly pathOf: (sessionId: string) => string | undefined;
  /** What stands in each line that tells of a request. */
  readonly sign: string;
  /** Tokens that the model read; undefined where the line does not tell. */
  readonly tokensIn: (line: JsonFields) => number | undefined;
}

const COPILOT: RequestLog = {
  pathOf: (sessionId) => join(sessionStateFolder(), sessionId, COPILOT_EVENTS_FILE),
  sign: '"session.usage_record"',
  tokensIn: ({ type, data }) =>
    type === 'session.usage_record' && isJsonObject(data) && isJsonObject(data['usage'])
      ? tokenSumOf(data['usage'], ['inputTokens'])
      : undefined,
};

const CLAUDE: RequestLog = {
  pathOf: claudeFile,
  sign: '"usage"',
  tokensIn: ({ type, message, isSidechain }) =>
    type === 'assistant' && isSidechain !== true && isJsonObject(message) && isJsonObject(message['usage'])
      ? tokenSumOf(message['usage'], ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'])
      : undefined,
};

const LOGS: Readonly<Partial<Record<AgentId, RequestLog>>> = { claude: CLAUDE, copilot: COPILOT };

/**
 * How many tokens the model read with the last request of a session, as the session's harness itself wrote it down.
 * @returns undefined where the harness writes nothing of it, or what it wrote cannot be read; never throws
 */
export async function tokensOfLastRequest(type: SessionType, sessionId: string): Promise<number | undefined> {
  const log = LOGS[agentOf(type) as AgentId];
  try {
    const path = log !== undefined && SESSION_ID.test(sessionId) ? log.pathOf(sessionId) : undefined;
    if (log === undefined || path === undefined) {
      return undefined;
    }
    const lines = (await readTail(path, TAIL_BYTES)).split('\n').toReversed();
    for (const line of lines.filter((each) => each.includes(log.sign))) {
      const value = jsonIn(line);
      const tokens = isJsonObject(value) ? log.tokensIn(value) : undefined;
      if (tokens !== undefined && tokens > 0) {
        return tokens;
      }
    }
  } catch {
    // There is no such file yet, or it is none.
  }
  return undefined;
}

/** Claude Code keeps sessions by the folder that they work in; the id alone tells which. */
function claudeFile(sessionId: string): string | undefined {
  const projects = claudeProjectsFolder();
  const name = `${sessionId}.jsonl`;
  const folder = readdirSync(projects).find((each) => {
    try {
      return readdirSync(join(projects, each)).includes(name);
    } catch {
      return false;
    }
  });
  return folder === undefined ? undefined : join(projects, folder, name);
}
