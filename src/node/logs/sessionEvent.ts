import { programPrompt } from '../wire/programPrompts';
import { isJsonObject, type JsonFields } from '../files/jsonFields';

/** A call that a model asked for, as a session's file lists it. */
interface RequestedCall {
  /** As the file gives it; VS Code may have added to the id that the model gave. */
  readonly callId: string;
  /** Undefined where the file does not tell. */
  readonly tool: string | undefined;
  readonly arguments: unknown;
}

/** A line of the file that VS Code's agent and GitHub Copilot CLI write of a session, as far as it is of interest. */
export type SessionEvent =
  | {
      readonly kind: 'sessionStart';
      readonly sessionId: string | undefined;
      /** Where the session works; undefined where the file does not tell. */
      readonly folder: string | undefined;
      readonly model: string | undefined;
    }
  | { readonly kind: 'userMessage' }
  /** Autopilot had the agent go on. */
  | { readonly kind: 'continued'; readonly timestamp: string }
  | {
      /** A program told the agent something. */
      readonly kind: 'notified';
      readonly notice: string;
      readonly timestamp: string;
    }
  | {
      /** One answer of the model. */
      readonly kind: 'round';
      /** Empty where the file does not tell. */
      readonly id: string;
      readonly timestamp: string;
      /** An agent's that another agent started by a call. */
      readonly isOfSubAgent: boolean;
      readonly calls: readonly RequestedCall[];
    }
  | { readonly kind: 'turnEnd'; readonly turn: number }
  | {
      readonly kind: 'callStart';
      readonly callId: string;
      /** Undefined where the file does not tell. */
      readonly tool: string | undefined;
      readonly model: string | undefined;
      /** An agent's that another agent started by a call. */
      readonly isOfSubAgent: boolean;
      readonly timestamp: string;
    }
  | {
      readonly kind: 'callEnd';
      readonly callId: string;
      /** Undefined where the file does not tell. */
      readonly succeeded: boolean | undefined;
      /** The text that the model reads; undefined where the file does not tell. */
      readonly result: string | undefined;
      readonly error: unknown;
      readonly timestamp: string;
    }
  /** The run was canceled. */
  | { readonly kind: 'abort' }
  | {
      /** The conversation was summed up to make room. */
      readonly kind: 'compacted';
      readonly timestamp: string;
    }
  /** A line of the same file that is of no interest. */
  | { readonly kind: 'other' };

/**
 * Reads one line of a session's file, parsed. The file is not ours: each field is checked by itself, and one that is
 * not as it should be counts as missing.
 * @returns undefined when the value is no such line
 */
export function readSessionEvent(value: unknown): SessionEvent | undefined {
  if (!isJsonObject(value) || typeof value['type'] !== 'string') {
    return undefined;
  }
  const { type } = value;
  const data = isJsonObject(value['data']) ? value['data'] : {};
  switch (type) {
    case 'session.start':
      return {
        kind: 'sessionStart',
        sessionId: textOf(data['sessionId']),
        folder: isJsonObject(data['context']) ? textOf(data['context']['cwd']) : undefined,
        model: textOf(data['selectedModel']),
      };
    case 'user.message':
      return message(data, textOf(value['timestamp']) ?? '');
    case 'system.notification':
      return notified(textOf(data['content']) ?? '', textOf(value['timestamp']) ?? '');
    case 'abort':
      return { kind: 'abort' };
    case 'assistant.message':
      return {
        kind: 'round',
        id: textOf(value['id']) ?? '',
        timestamp: textOf(value['timestamp']) ?? '',
        isOfSubAgent: data['parentToolCallId'] !== undefined,
        calls: callsOf(data['toolRequests']),
      };
    case 'assistant.turn_end':
      return { kind: 'turnEnd', turn: Number(data['turnId']) };
    case 'tool.execution_start':
      return {
        kind: 'callStart',
        callId: textOf(data['toolCallId']) ?? '',
        tool: textOf(data['toolName']),
        model: textOf(data['model']),
        isOfSubAgent: data['parentToolCallId'] !== undefined,
        timestamp: textOf(value['timestamp']) ?? '',
      };
    case 'session.compaction_complete':
      return data['success'] === false || data['trigger'] === 'manual'
        ? { kind: 'other' }
        : { kind: 'compacted', timestamp: textOf(value['timestamp']) ?? '' };
    case 'tool.execution_complete':
      return callEnd(data, textOf(value['timestamp']) ?? '');
    default:
      return /^(?:session|user|assistant|system|tool)\./.test(type) ? { kind: 'other' } : undefined;
  }
}

function message({ content, isAutopilotContinuation }: JsonFields, timestamp: string): SessionEvent {
  const own = programPrompt(undefined, textOf(content) ?? '');
  if (isAutopilotContinuation === true || own?.purpose === 'continued') {
    return { kind: 'continued', timestamp };
  }
  return own === undefined ? { kind: 'userMessage' } : { kind: 'notified', notice: own.notice, timestamp };
}

function notified(content: string, timestamp: string): SessionEvent {
  return { kind: 'notified', notice: programPrompt('copilot', content)?.notice ?? content, timestamp };
}

function callEnd(data: JsonFields, timestamp: string): SessionEvent {
  const { toolCallId, success, result, error } = data;
  return {
    kind: 'callEnd',
    callId: textOf(toolCallId) ?? '',
    succeeded: typeof success === 'boolean' ? success : undefined,
    result: isJsonObject(result) ? textOf(result['content']) : undefined,
    error,
    timestamp,
  };
}

function callsOf(requests: unknown): RequestedCall[] {
  return (Array.isArray(requests) ? (requests as unknown[]) : []).flatMap((request) => {
    const callId = isJsonObject(request) ? textOf(request['toolCallId']) : undefined;
    return callId === undefined || !isJsonObject(request)
      ? []
      : [{ callId, tool: textOf(request['name']), arguments: request['arguments'] }];
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
