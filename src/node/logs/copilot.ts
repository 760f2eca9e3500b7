import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf, isJsonObject } from '../files/jsonFields';
import { failureInShell, withoutShellId } from '../wire/failedCommand';
import { programPrompt } from '../wire/programPrompts';
import { type AgentLog, objectsIn, type SessionLog, type SessionReading, textOf, timeOf, usage } from './agentLog';
import { withoutNotes } from './ownWords';
import type { SessionBuilder } from './recordedSession';
import { COPILOT_EVENTS_FILE, copilotEventsFile } from './sessionLogFiles';

const VENDOR = 'copilot';

interface RequestedCall {
  /** As in the file; VS Code may have appended to the model's id. */
  readonly callId: string;
  readonly tool: string | undefined;
  readonly arguments: unknown;
}

/** A line in a session file of VS Code's agent or GitHub Copilot CLI; undefined fields are missing there. */
export type SessionEvent = { readonly atMs: number | undefined } & (
  | {
      readonly kind: 'sessionStart';
      readonly sessionId: string | undefined;
      readonly folder: string | undefined;
    }
  /** `continued`: autopilot made the agent continue; `abort`: the run was canceled; `other`: of no interest. */
  | { readonly kind: 'userMessage' | 'continued' | 'compacted' | 'abort' | 'other' }
  | { readonly kind: 'notified'; readonly notice: string }
  | {
      readonly kind: 'round';
      readonly id: string;
      readonly isOfSubAgent: boolean;
      readonly calls: readonly RequestedCall[];
    }
  | { readonly kind: 'turnEnd'; readonly turn: number }
  | {
      readonly kind: 'callStart';
      readonly callId: string;
      readonly tool: string | undefined;
      readonly model: string | undefined;
      readonly isOfSubAgent: boolean;
    }
  | {
      readonly kind: 'callEnd';
      readonly callId: string;
      readonly succeeded: boolean | undefined;
      readonly result: string | undefined;
      readonly error: unknown;
    }
);

export const COPILOT_LOG: AgentLog = {
  isLine: (value) => readSessionEvent(value) !== undefined,
  begin: (session) => new CopilotSession(session),
  pathOf: ({ sessionId }) => copilotEventsFile(sessionId),
  modelIn: (line) => {
    const event = readSessionEvent(line);
    return event?.kind === 'callStart' && !event.isOfSubAgent ? event.model : undefined;
  },
  usage: {
    sign: '"session.usage_record"',
    usageIn: ({ type, data }) =>
      type === 'session.usage_record'
        ? usage(undefined, fieldsOf(data)['usage'], { input: ['inputTokens'], output: ['outputTokens'] })
        : undefined,
  },
};

/** Each malformed field counts as missing. @returns undefined if the value isn't a line of a session file */
export function readSessionEvent(value: unknown): SessionEvent | undefined {
  const { type, data: content, id, timestamp } = fieldsOf(value);
  if (typeof type !== 'string') {
    return undefined;
  }
  const [data, atMs] = [fieldsOf(content), timeOf(timestamp)];
  const callId = textOf(data['toolCallId']) ?? '';
  const isOfSubAgent = data['parentToolCallId'] !== undefined;
  switch (type) {
    case 'session.start': {
      const [sessionId, folder] = [textOf(data['sessionId']), textOf(fieldsOf(data['context'])['cwd'])];
      return { kind: 'sessionStart', sessionId, folder, atMs };
    }
    case 'user.message': {
      const own = programPrompt(undefined, textOf(data['content']) ?? '');
      return data['isAutopilotContinuation'] === true || own?.purpose === 'continued'
        ? { kind: 'continued', atMs }
        : own === undefined
          ? { kind: 'userMessage', atMs }
          : { kind: 'notified', notice: own.notice, atMs };
    }
    case 'system.notification': {
      const content = textOf(data['content']) ?? '';
      return { kind: 'notified', notice: programPrompt('copilot', content)?.notice ?? content, atMs };
    }
    case 'abort':
      return { kind: 'abort', atMs };
    case 'assistant.message': {
      const calls = objectsIn(data['toolRequests']).flatMap(({ toolCallId, name, arguments: given }) =>
        typeof toolCallId === 'string' ? [{ callId: toolCallId, tool: textOf(name), arguments: given }] : [],
      );
      return { kind: 'round', id: textOf(id) ?? '', isOfSubAgent, calls, atMs };
    }
    case 'assistant.turn_end':
      return { kind: 'turnEnd', turn: Number(data['turnId']), atMs };
    case 'tool.execution_start': {
      const [tool, model] = [textOf(data['toolName']), textOf(data['model'])];
      return { kind: 'callStart', callId, tool, model, isOfSubAgent, atMs };
    }
    case 'session.compaction_complete':
      return { kind: data['success'] === false || data['trigger'] === 'manual' ? 'other' : 'compacted', atMs };
    case 'tool.execution_complete': {
      const succeeded = typeof data['success'] === 'boolean' ? data['success'] : undefined;
      const result = textOf(fieldsOf(data['result'])['content']);
      return { kind: 'callEnd', callId, succeeded, result, error: data['error'], atMs };
    }
    default:
      return /^(?:session|user|assistant|system|tool)\./.test(type) ? { kind: 'other', atMs } : undefined;
  }
}

/** VS Code only records whether a call succeeded: a failure is an error without a text, a success stays unknown. */
class CopilotSession implements SessionReading {
  readonly source = 'copilot';
  id: string | undefined;
  #folder: string | undefined;

  constructor(private readonly session: SessionBuilder) {}

  take(line: unknown): void {
    const { session } = this;
    const event = readSessionEvent(line);
    const atMs = event?.atMs ?? 0;
    switch (event?.kind) {
      case 'sessionStart':
        this.id = event.sessionId ?? this.id;
        this.#folder = event.folder;
        break;
      case 'userMessage':
        session.userMessage();
        break;
      case 'round':
        // A subagent is a conversation of its own.
        for (const { callId, tool, arguments: given } of event.isOfSubAgent ? [] : event.calls) {
          if (tool !== undefined) {
            session.call(callId, { tool, arguments: given, folder: this.#folder, round: event.id, atMs });
          }
        }
        break;
      case 'compacted':
      case 'continued':
        session.moment(event.kind, atMs);
        break;
      case 'notified':
        session.moment('woken', atMs, event.notice);
        break;
      case 'callStart':
        session.answeredBy(VENDOR, event.isOfSubAgent ? undefined : event.model);
        break;
      case 'callEnd':
        this.#answer(event);
    }
    // The tokens of a request are recorded after the answer and its calls.
    session.tokens(COPILOT_LOG.usage?.usageIn(fieldsOf(line))?.tokens);
  }

  #answer({ callId, succeeded, result, error, atMs }: Extract<SessionEvent, { kind: 'callEnd' }>): void {
    if (succeeded === false) {
      const said = isJsonObject(error) && 'message' in error ? error['message'] : error;
      this.session.outcome(callId, said ?? result ?? '', true, atMs);
    } else if (succeeded === true && result !== undefined) {
      // How a command ended stands at the end of its output, before our note.
      const said = withoutNotes(result);
      const failure = failureInShell(said);
      this.session.outcome(callId, failure ?? withoutShellId(said), failure !== undefined, atMs);
    } else {
      this.session.settle(callId);
    }
  }
}

/** Sessions of Copilot's runtime, without subagents' calls: their hooks have another session's id. */
export function copilotSessions(folder: string): SessionLog {
  return {
    type: 'copilot',
    files: () =>
      readdirSync(folder).map((sessionId) => ({ sessionId, path: join(folder, sessionId, COPILOT_EVENTS_FILE) })),
    callsIn: (line, session) => {
      const event = readSessionEvent(line);
      if (event?.kind === 'sessionStart') {
        session.folder = event.folder;
      } else if (event?.kind === 'userMessage') {
        session.prompt ??= textOf(fieldsOf(fieldsOf(line)['data'])['content']);
      }
      return event?.kind === 'callStart' && !event.isOfSubAgent ? [event.atMs ?? Number.NaN] : [];
    },
  };
}
