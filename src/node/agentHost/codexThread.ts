import { homedir } from 'node:os';
import { isJsonObject, jsonIn, type JsonFields } from '../files/jsonFields';
import { newLines } from '../files/newLines';
import { isPromptOf } from '../logs/codex';
import { type SessionLogFile, sessionLogFiles } from '../logs/sessionLogFiles';
import { holds } from '../transport/findWindow';

const ORIGINATOR = 'vscode_agent_host';

/** The prompt is looked for in so much of the end of a file: it has been written just now. */
const TAIL_BYTES = 1024 * 1024;

/** A turn of a chat, as the Agent Host tells of it. */
export interface ToldTurn {
  readonly prompt: string;
  readonly folders: readonly string[];
  readonly startedMs: number;
}

/** What Codex calls a conversation, and the file in which it writes down what happens there. */
export interface CodexThread {
  readonly id: string;
  readonly folder: string;
  readonly path: string;
  /** What has been written since the prompt, with it and the model that got it, as values of JSON. */
  readonly lines: readonly unknown[];
  /** Where the next line will stand, in bytes. */
  readonly offset: number;
}

/**
 * The threads that may be that of a turn in the Agent Host, which does not name it: begun by a host in the same folder,
 * they got the same prompt since the turn began. Never throws.
 */
export function threadsOfTurn(
  turn: ToldTurn,
  environment: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): readonly CodexThread[] {
  return sessionLogFiles(['codex'], turn.startedMs, environment, home).flatMap((file) => threadIn(file, turn));
}

function threadIn({ path, bytes }: SessionLogFile, turn: ToldTurn): CodexThread[] {
  const [first = ''] = newLines(path, { offset: 0 });
  const { payload } = fieldsOf(jsonIn(first));
  const { id, cwd, originator } = isJsonObject(payload) ? payload : {};
  if (originator !== ORIGINATOR || typeof id !== 'string' || typeof cwd !== 'string') {
    return [];
  }
  const reader = { offset: Math.max(0, bytes - TAIL_BYTES) };
  const lines = newLines(path, reader).map(jsonIn);
  const at = lines.findLastIndex((line) => isPromptOf(line, turn));
  return at >= 0 && turn.folders.some((folder) => holds(folder, cwd) && holds(cwd, folder))
    ? [
        {
          id,
          folder: cwd,
          path,
          lines: [...lines.slice(0, at).filter(namesModel).slice(-1), ...lines.slice(at)],
          offset: reader.offset,
        },
      ]
    : [];
}

const namesModel = (line: unknown): boolean => fieldsOf(line)['type'] === 'turn_context';

function fieldsOf(value: unknown): JsonFields {
  return isJsonObject(value) ? value : {};
}
