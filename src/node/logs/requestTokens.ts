import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentId, agentOf, type SessionType } from '../agents/sessions';
import { readTail } from './readTail';
import { claudeProjectsFolder, COPILOT_EVENTS_FILE, sessionStateFolder } from './sessionLogs';
import { isJsonObject, jsonIn } from '../files/jsonFields';
import { CLAUDE_USAGE, COPILOT_USAGE, type UsageLines } from './requestUsage';

/** The last request of a session is told near the end of its file. */
const TAIL_BYTES = 128 * 1024;

/** A session's id comes from outside and must not lead elsewhere. */
const SESSION_ID = /^\w[\w.-]*$/;

/** Where an agent writes what the requests of a session took. */
interface RequestLog {
  readonly pathOf: (sessionId: string) => string | undefined;
  readonly lines: UsageLines;
}

const LOGS: Readonly<Partial<Record<AgentId, RequestLog>>> = {
  claude: { pathOf: claudeFile, lines: CLAUDE_USAGE },
  copilot: {
    pathOf: (sessionId) => join(sessionStateFolder(), sessionId, COPILOT_EVENTS_FILE),
    lines: COPILOT_USAGE,
  },
};

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
    for (const line of lines.filter((each) => each.includes(log.lines.sign))) {
      const value = jsonIn(line);
      // A subagent's request says nothing of the session's own.
      const isOwn = isJsonObject(value) && value['isSidechain'] !== true;
      const tokens = isOwn ? log.lines.usageIn(value)?.tokens.input : undefined;
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
