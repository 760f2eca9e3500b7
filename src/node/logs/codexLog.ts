import { isJsonObject, type JsonFields } from '../files/jsonFields';
import { textOf, timeOf } from './logFields';
import { codex } from '../agents/codex';
import { codexEnd } from './codexEnd';
import { CODEX_USAGE } from './requestUsage';
import type { SessionBuilder } from './recordedSession';
import type { SessionReading } from './sessionReading';

/** Who is told what a session says. */
export type CodexListener = Pick<
  SessionBuilder,
  'call' | 'outcome' | 'withdraw' | 'tokens' | 'answeredBy' | 'isIdeal'
> & {
  /** @param text what the person wrote */
  readonly userMessage: (text: string) => void;
};

/** The kinds of lines that a session is read from; there are others. */
const KINDS = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'token_usage_record']);

/**
 * Whether a line, parsed, is of what Codex writes of a session below `~/.codex/sessions`. The format is not documented,
 * so only what is needed is read.
 */
export function isCodexLine(value: unknown): boolean {
  return isJsonObject(value) && KINDS.has(String(value['type'])) && isJsonObject(value['payload']);
}

/** A call of any kind, such as `function_call`. */
const CALL = /^(?:function|custom_tool|(\w+))_call$/;

/**
 * Reads a session from its lines, in their order. An answer of the model has no id: a new one begins with the first
 * call after a message, a result, or the count of its tokens. A call without an id was made by the model's service,
 * which writes down no result: the model read it before it went on.
 */
export class CodexSession implements SessionReading {
  readonly source = 'codex';
  id: string | undefined;
  #folder: string | undefined;
  #answers = 0;
  #isAnswerOver = true;

  constructor(private readonly session: CodexListener) {}

  take(line: unknown): void {
    if (!isJsonObject(line) || !isJsonObject(line['payload'])) {
      return;
    }
    const { payload } = line;
    const atMs = timeOf(line['timestamp']);
    switch (line['type']) {
      case 'session_meta':
        this.id ??= textOf(payload['id']);
        this.#folder ??= textOf(payload['cwd']);
        break;
      case 'turn_context':
        this.#folder = textOf(payload['cwd']) ?? this.#folder;
        this.session.answeredBy(codex.harness.vendor, textOf(payload['model']));
        break;
      case 'token_usage_record':
        this.#isAnswerOver = true;
        this.session.tokens(CODEX_USAGE.usageIn(line)?.tokens);
        break;
      case 'event_msg':
        this.#event(payload, atMs);
        break;
      case 'response_item':
        this.#item(payload, atMs);
    }
  }

  #event(event: JsonFields, atMs: number | undefined): void {
    const end = codexEnd(event);
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
    const end = codexEnd(item);
    if (end !== undefined) {
      this.#isAnswerOver = true;
      if (this.#isUntold('', end.result)) {
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
      if (!this.#isUntold(tool)) {
        this.session.call(callId ?? round, { tool, arguments: given, folder, round, atMs: atMs ?? 0 });
      }
      if (callId === undefined) {
        this.session.outcome(round, undefined, item['status'] === 'failed', atMs);
      }
    }
  }

  #isUntold(tool: string, result?: unknown): boolean {
    return !this.session.isIdeal && codex.harness.isUntold?.(tool, result) === true;
  }
}

/** As hooks name it: a tool of an MCP server with the server, which logs name beside it. */
function toolOf({ name, namespace }: JsonFields): string | undefined {
  const [tool, server = ''] = [textOf(name), textOf(namespace)];
  return tool !== undefined && server.startsWith('mcp__') ? `${server.replace(/__$/, '')}__${tool}` : tool;
}

/**
 * Whether a line says that the person sent a prompt, at a time or later. What they attached to it may stand behind it.
 */
export function isPromptOf(line: unknown, { prompt, startedMs }: { prompt: string; startedMs: number }): boolean {
  if (!isJsonObject(line) || line['type'] !== 'event_msg' || !isJsonObject(line['payload']) || prompt.trim() === '') {
    return false;
  }
  const text = messageIn(line['payload']);
  return text?.trim().startsWith(prompt.trim()) === true && (timeOf(line['timestamp']) ?? 0) >= startedMs;
}

/** What a person wrote, by the payload of an `event_msg`; undefined where it is of something else. */
function messageIn({ type, message, item }: JsonFields): string | undefined {
  if (type === 'user_message') {
    return textOf(message) ?? '';
  }
  if (!isJsonObject(item) || item['type'] !== 'UserMessage') {
    return undefined;
  }
  const parts = Array.isArray(item['content']) ? item['content'].filter(isJsonObject) : [];
  return parts.map(({ text }) => textOf(text) ?? '').join('');
}
