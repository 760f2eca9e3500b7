import { fieldsOf, isJsonObject, type JsonFields } from '../files/jsonFields';
import { failedCommand } from '../wire/failedCommand';
import type { CallEnd, RawInput } from '../wire/harness';
import { type AgentLog, objectsIn, type SessionReading, textOf, timeOf, usage } from './agentLog';
import type { SessionBuilder } from './recordedSession';

export const CODEX_VENDOR = 'openai';

export type CodexListener = Pick<
  SessionBuilder,
  'call' | 'outcome' | 'withdraw' | 'tokens' | 'answeredBy' | 'isIdeal'
> & {
  readonly userMessage: (text: string) => void;
};

const KINDS = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'token_usage_record']);

/** A call of any kind, such as `function_call`, and its result, such as `function_call_output`. */
const CALL = /^(?:function|custom_tool|(\w+))_call$/;
const OUTPUT = /_output$/;
const PATCH_FAILED = /^apply_patch verification failed/;

/** Hooks aren't asked about these: input and output of a running command, and tools of the model's service. */
const UNTOLD_TOOLS: ReadonlySet<string> = new Set(['write_stdin', 'web_search']);

/** What the model reads about a call that Codex doesn't make. */
const NOT_MADE = /^(?:unsupported call: |failed to parse function arguments: )/;

/** Sessions below `~/.codex/sessions`. */
export const CODEX_LOG: AgentLog = {
  isLine: (value) => isJsonObject(value) && KINDS.has(String(value['type'])) && isJsonObject(value['payload']),
  begin: (session) => new CodexSession(session),
  usage: {
    sign: '"token_usage_record"',
    usageIn: ({ type, payload }) =>
      type === 'token_usage_record' && isJsonObject(payload)
        ? usage(payload['response_id'], payload['usage'], {
            input: ['input_tokens'],
            cachedInput: 'cached_input_tokens',
            output: ['output_tokens'],
          })
        : undefined,
  },
};

/**
 * A model's answer has no id: a new one begins with the first call after a message, a result, or a count of its tokens.
 * A call without an id was made by the model's service, which records no result: the model read it before it continued.
 */
export class CodexSession implements SessionReading {
  readonly source = 'codex';
  id: string | undefined;
  #folder: string | undefined;
  #answers = 0;
  #isAnswerOver = true;

  constructor(private readonly session: CodexListener) {}

  take(line: unknown): void {
    const { type, payload: content, timestamp } = fieldsOf(line);
    const [payload, atMs] = [fieldsOf(content), timeOf(timestamp)];
    switch (type) {
      case 'session_meta':
        this.id ??= textOf(payload['id']);
        this.#folder ??= textOf(payload['cwd']);
        break;
      case 'turn_context':
        this.#folder = textOf(payload['cwd']) ?? this.#folder;
        this.session.answeredBy(CODEX_VENDOR, textOf(payload['model']));
        break;
      case 'token_usage_record':
        this.#isAnswerOver = true;
        this.session.tokens(CODEX_LOG.usage?.usageIn(fieldsOf(line))?.tokens);
        break;
      case 'event_msg':
        this.#event(payload, atMs);
        break;
      case 'response_item':
        this.#item(payload, atMs);
    }
  }

  #event(event: JsonFields, atMs: number | undefined): void {
    const end = codexEnd({ payload: event });
    if (end?.failure !== undefined) {
      this.session.outcome(end.callId, end.failure, true, atMs);
    }
    const message = messageIn(event);
    if (message !== undefined) {
      this.session.userMessage(message);
      this.#isAnswerOver = true;
    }
  }

  #item(item: JsonFields, atMs: number | undefined): void {
    const [type, callId] = [textOf(item['type']) ?? '', textOf(item['call_id'])];
    const [isCall, kind] = CALL.exec(type) ?? [];
    const [tool, given] = [toolOf(item) ?? kind, item['arguments'] ?? item['input'] ?? item['action']];
    const end = codexEnd({ payload: item });
    if (end !== undefined) {
      this.#isAnswerOver = true;
      if (!this.session.isIdeal && typeof end.result === 'string' && NOT_MADE.test(end.result)) {
        this.session.withdraw(end.callId);
      } else {
        this.session.outcome(end.callId, end.failure ?? end.result, end.failure !== undefined, atMs);
      }
    } else if (isCall !== undefined && tool !== undefined && (callId ?? given) !== undefined) {
      if (this.#isAnswerOver || callId === undefined) {
        this.#answers += 1;
      }
      this.#isAnswerOver = callId === undefined;
      const [round, folder] = [`answer ${this.#answers}`, this.#folder];
      if (this.session.isIdeal || !UNTOLD_TOOLS.has(tool)) {
        this.session.call(callId ?? round, { tool, arguments: given, folder, round, atMs: atMs ?? 0 });
      }
      if (callId === undefined) {
        this.session.outcome(round, undefined, item['status'] === 'failed', atMs);
      }
    }
  }
}

/** As in hooks: an MCP tool's name includes the server, which logs name separately. */
function toolOf({ name, namespace }: JsonFields): string | undefined {
  const [tool, server = ''] = [textOf(name), textOf(namespace)];
  return tool !== undefined && server.startsWith('mcp__') ? `${server.replace(/__$/, '')}__${tool}` : tool;
}

/** Whether the user sent the prompt at that time or later. Attachments may follow the text. */
export function isPromptOf(line: unknown, { prompt, startedMs }: { prompt: string; startedMs: number }): boolean {
  const { type, payload, timestamp } = fieldsOf(line);
  const text = type === 'event_msg' && prompt.trim() !== '' ? messageIn(fieldsOf(payload)) : undefined;
  return text?.trim().startsWith(prompt.trim()) === true && (timeOf(timestamp) ?? 0) >= startedMs;
}

function messageIn({ type, message, item }: JsonFields): string | undefined {
  if (type === 'user_message') {
    return textOf(message) ?? '';
  }
  const { type: kind, content } = fieldsOf(item);
  return kind === 'UserMessage'
    ? objectsIn(content)
        .map(({ text }) => textOf(text) ?? '')
        .join('')
    : undefined;
}

/**
 * An item's end is recorded before the hook of a command, which gets no exit code, and also for a failed MCP call,
 * whose end no hook gets. After the hook comes what the model read, also of patches in a command, whose end no hook
 * gets.
 */
export function codexEnd({ payload }: JsonFields): CallEnd | undefined {
  const { type, item, call_id: answered, output } = fieldsOf(payload);
  if (typeof answered === 'string' && OUTPUT.test(String(type))) {
    return PATCH_FAILED.test(String(output))
      ? { callId: answered, failure: output }
      : { callId: answered, result: output };
  }
  const { id: callId, status, exit_code: exitCode, aggregated_output: printed, result, error } = fieldsOf(item);
  if (type !== 'item_completed' || typeof callId !== 'string') {
    return undefined;
  }
  return status === 'failed'
    ? { callId, failure: failedCommand(exitCode, printed) ?? result ?? error ?? '' }
    : { callId };
}

/** The calls of an answer follow each other, before its usage and any result. The first call's id names the answer. */
export function codexRound(lines: Iterable<RawInput>, callId: string | undefined): string | undefined {
  let isFound = false;
  let first: string | undefined;
  for (const { payload } of lines) {
    const { type, call_id: id } = fieldsOf(payload);
    if (typeof type === 'string' && type.endsWith('_call') && typeof id === 'string') {
      isFound ||= id === callId;
      first = id;
    } else if (isFound) {
      return first;
    }
  }
  return isFound ? first : undefined;
}
