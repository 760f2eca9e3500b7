// What differs between harnesses: the session's type, the names of its tools, and where it records what happened.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptedCall } from './model/step';

/** Those whose hooks the guard answers. */
export const HARNESS_NAMES = ['copilot', 'claude'] as const;
export type HarnessName = (typeof HARNESS_NAMES)[number];

export interface RecordedCall {
  readonly id: string;
  /** Undefined while the call runs, or if the harness was ended first. */
  readonly succeeded: boolean | undefined;
}

export interface Harness {
  readonly sessionType: string;
  /** A call that runs without confirmation. */
  read(path: string): ScriptedCall;
  /** Sessions in this home as JSON lines, one text per session, including subagents'. */
  records(home: string): string[];
  /** After the prompt in a session's record if its turn was stopped and the model isn't asked again. */
  readonly stopMark: string;
  callsIn(record: string): RecordedCall[];
}

interface CopilotEvent {
  readonly type: string;
  readonly data: { readonly toolCallId: string; readonly success: boolean };
}

interface ClaudeLine {
  readonly message?: { readonly content: string | readonly ClaudePart[] };
}

interface ClaudePart {
  readonly type: string;
  readonly id: string;
  readonly tool_use_id: string;
  readonly is_error?: boolean;
}

const copilot: Harness = {
  sessionType: 'agent-host-copilotcli',
  stopMark: '"type":"abort"',
  read: (path) => ({ name: 'view', input: { path } }),
  records: (home) => texts(join(home, '.copilot', 'session-state'), (name) => name.endsWith('events.jsonl')),
  callsIn(record) {
    const events = lines<CopilotEvent>(record);
    return events
      .filter(({ type }) => type === 'tool.execution_start')
      .map(({ data: { toolCallId: id } }) => {
        const end = events.find(({ type, data }) => type === 'tool.execution_complete' && data.toolCallId === id);
        return { id, succeeded: end?.data.success };
      });
  },
};

const claude: Harness = {
  sessionType: 'agent-host-claude',
  stopMark: '"hook_stopped_continuation"',
  read: (path) => ({ name: 'Read', input: { file_path: path } }),
  records: (home) => texts(join(home, '.claude', 'projects'), (name) => name.endsWith('.jsonl')),
  callsIn(record) {
    const parts = lines<ClaudeLine>(record).flatMap(({ message }) =>
      message === undefined || typeof message.content === 'string' ? [] : message.content,
    );
    return parts
      .filter(({ type }) => type === 'tool_use')
      .map(({ id }) => {
        const result = parts.find(({ type, tool_use_id }) => type === 'tool_result' && tool_use_id === id);
        return { id, succeeded: result && result.is_error !== true };
      });
  },
};

interface CodexLine {
  readonly type: string;
  readonly payload: {
    readonly type: string;
    readonly call_id: string;
    readonly output: string;
  };
}

/** Uses no hook; the guard reads its records. */
const codex: Harness = {
  sessionType: 'agent-host-codex',
  stopMark: '"turn_aborted"',
  read: (path) => ({ name: 'exec_command', input: { cmd: `cat ${path}` } }),
  records: (home) => texts(join(home, '.codex', 'sessions'), (name) => name.endsWith('.jsonl')),
  callsIn(record) {
    const items = lines<CodexLine>(record).flatMap(({ type, payload }) => (type === 'response_item' ? [payload] : []));
    return items
      .filter(({ type }) => type === 'function_call')
      .map(({ call_id: id }) => {
        const result = items.find(({ type, call_id }) => type === 'function_call_output' && call_id === id);
        return { id, succeeded: result?.output.includes('exited with code 0') };
      });
  },
};

export const HARNESSES: Readonly<Record<HarnessName | 'codex', Harness>> = { copilot, claude, codex };

function texts(folder: string, fits: (name: string) => boolean): string[] {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(fits) : [];
  const paths = names.map((name) => join(folder, name));
  return paths
    .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
    .map((path) => readFileSync(path, 'utf8'));
}

/** Whole lines only, because the last one may be incomplete. */
function lines<T>(record: string): T[] {
  return record
    .slice(0, record.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
