import { dirname, join } from 'node:path';
import { fieldsOf, isJsonObject, type JsonFields } from '../files/jsonFields';
import { namesIn } from '../files/ownFile';
import type { CallOfFile, RawInput } from '../wire/harness';
import { programPrompt } from '../wire/programPrompts';
import { type AgentLog, objectsIn, type SessionReading, textOf, timeOf, tokenCount } from './agentLog';
import type { SessionBuilder } from './recordedSession';

export const GEMINI_VENDOR = 'google';

/** Part of each shell result; the number differs each time. */
const PROCESS_GROUP = /\n?Process Group PGID: \d+/g;

/** Sessions below `~/.gemini/tmp`: the head, or everything. */
export const GEMINI_LOG: AgentLog = {
  isLine: (value) =>
    isJsonObject(value) && typeof value['sessionId'] === 'string' && typeof value['projectHash'] === 'string',
  begin: (session) => new GeminiSession(session),
};

/**
 * The lines are the head, messages, and changes of the head. In older versions, the head contains all messages. A
 * model's answer is recorded when it begins, and again with its calls and their results.
 */
class GeminiSession implements SessionReading {
  readonly source = 'gemini';
  id: string | undefined;

  constructor(private readonly session: SessionBuilder) {}

  take(line: unknown): void {
    const { type, sessionId, messages, content, model, tokens, toolCalls, timestamp, id } = fieldsOf(line);
    if (typeof sessionId === 'string') {
      this.id ??= sessionId;
      objectsIn(messages).forEach((message) => this.take(message));
    }
    const atMs = timeOf(timestamp) ?? 0;
    // Results of calls are user messages, too.
    const texts = [textOf(content), ...objectsIn(content).map(({ text }) => textOf(text))];
    const said = type === 'user' ? texts.find((text) => text !== undefined) : undefined;
    if (said !== undefined && programPrompt('gemini', said) !== undefined) {
      this.session.moment('continued', atMs);
    } else if (said !== undefined) {
      this.session.userMessage();
    }
    if (type === 'gemini') {
      const round = textOf(id) ?? '';
      this.session.answeredBy(GEMINI_VENDOR, textOf(model));
      this.session.tokens(tokenCount(tokens, { input: ['input'], cachedInput: 'cached', output: ['output'] }), round);
      objectsIn(toolCalls).forEach((call) => this.#call(call, round, atMs));
    }
  }

  #call({ id, name, args, result, status, timestamp }: JsonFields, round: string, atMs: number): void {
    if (typeof id !== 'string' || typeof name !== 'string') {
      return;
    }
    this.session.call(id, { tool: name, arguments: args, round, atMs });
    const [answer] = objectsIn(result);
    if (isJsonObject(answer?.['functionResponse'])) {
      const { text } = responseIn(answer['functionResponse']);
      this.session.outcome(id, geminiResult({ llmContent: text }), status === 'error', timeOf(timestamp));
    }
  }
}

/** What the model read, from a call's `functionResponse`. Qwen Code took this over from Gemini CLI. */
export function responseIn({ response }: JsonFields): { readonly text: string; readonly isError: boolean } {
  const { output, error } = fieldsOf(response);
  const said = output ?? error;
  return { text: typeof said === 'string' ? said : JSON.stringify(response), isError: error !== undefined };
}

/** What the model reads; the displayed result is shortened. Qwen Code took this over from Gemini CLI. */
export function geminiResult(result: unknown): unknown {
  if (!isJsonObject(result)) {
    return result;
  }
  const { llmContent } = result;
  return typeof llmContent === 'string' ? llmContent.replace(PROCESS_GROUP, '') : (llmContent ?? result);
}

/** The newest answer is recorded before hooks are asked about its calls, and again with them when they are over. */
export function geminiRound(lines: Iterable<RawInput>): string | undefined {
  for (const { type, id, toolCalls } of lines) {
    if (type === 'gemini' || type === 'user') {
      return type === 'gemini' && toolCalls === undefined ? textOf(id) : undefined;
    }
  }
  return undefined;
}

/** Subagents' files are named after the agent, and no input says which agent asks. */
export function geminiAgentFiles({ sessionId, transcriptPath: path }: CallOfFile): readonly string[] {
  const folder = join(dirname(path), /^[\w-]+$/.test(sessionId) ? sessionId : '-');
  return [path, ...namesIn(folder).map((name) => join(folder, name))];
}
