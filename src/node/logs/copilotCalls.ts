import { isJsonObject, jsonIn } from '../files/jsonFields';
import { readTail } from './readTail';
import { copilotEventsFile } from './sessionLogs';

/** The latest calls stand near the end of a session's file. */
const TAIL_BYTES = 128 * 1024;

/** The latest calls that Copilot's runtime has written down of a session, the latest first. Never throws. */
export async function latestCopilotCalls(
  sessionId: string,
  environment?: NodeJS.ProcessEnv,
  home?: string,
): Promise<readonly string[]> {
  const path = copilotEventsFile(sessionId, environment, home);
  try {
    const lines = path === undefined ? [] : (await readTail(path, TAIL_BYTES)).split('\n');
    return lines.toReversed().flatMap((line) => (line.includes('"tool.execution_start"') ? callIn(jsonIn(line)) : []));
  } catch {
    // It is no session of Copilot, or its folder is not ours to read.
    return [];
  }
}

function callIn(event: unknown): readonly string[] {
  const data = isJsonObject(event) ? event['data'] : undefined;
  const callId = isJsonObject(data) ? data['toolCallId'] : undefined;
  return typeof callId === 'string' ? [callId] : [];
}
