import { basename, dirname, join } from 'node:path';
import { fieldsOf, isJsonObject, type JsonFields } from '../files/jsonFields';
import type { CallOfFile, RawInput } from '../wire/harness';
import { type AgentLog, objectsIn, type SessionReading, textOf, timeOf, tokenCount } from './agentLog';
import { geminiResult, responseIn } from './gemini';
import type { SessionBuilder } from './recordedSession';

/** Sessions below `~/.qwen/projects`. Source: 0.24.4. */
export const QWEN_LOG: AgentLog = {
  isLine: (value) =>
    isJsonObject(value) && typeof value['sessionId'] === 'string' && typeof value['provenance'] === 'string',
  begin: (session) => new QwenSession(session),
};

class QwenSession implements SessionReading {
  readonly source = 'qwen';
  id: string | undefined;

  constructor(private readonly session: SessionBuilder) {}

  take(value: unknown): void {
    const line = fieldsOf(value);
    this.id ??= textOf(line['sessionId']);
    const parts = objectsIn(fieldsOf(line['message'])['parts']);
    if (line['type'] === 'user' && line['provenance'] === 'real_user') {
      this.session.userMessage();
    } else if (line['type'] === 'assistant') {
      this.#answer(line, parts);
    } else if (line['type'] === 'tool_result') {
      for (const { functionResponse } of parts) {
        const given = fieldsOf(functionResponse);
        if (typeof given['id'] === 'string') {
          const { text, isError } = responseIn(given);
          const isFailed = isError || fieldsOf(line['toolCallResult'])['status'] === 'error';
          this.session.outcome(given['id'], geminiResult({ llmContent: text }), isFailed, timeOf(line['timestamp']));
        }
      }
    }
  }

  #answer({ uuid, model, usageMetadata, timestamp }: JsonFields, parts: readonly JsonFields[]): void {
    const round = textOf(uuid) ?? '';
    this.session.answeredBy('unknown', textOf(model));
    const [input, output] = [['promptTokenCount'], ['candidatesTokenCount']];
    this.session.tokens(tokenCount(usageMetadata, { input, cachedInput: 'cachedContentTokenCount', output }), round);
    for (const { functionCall } of parts) {
      const { id, name, args } = fieldsOf(functionCall);
      if (typeof name === 'string') {
        this.session.call(textOf(id) ?? round, {
          tool: name,
          arguments: args,
          round,
          atMs: timeOf(timestamp) ?? 0,
        });
      }
    }
  }
}

/** An answer is one line with all its calls, recorded before hooks are asked about them. */
export function qwenRound(lines: Iterable<RawInput>): string | undefined {
  for (const { type, uuid } of lines) {
    if (type === 'assistant' || type === 'tool_result' || type === 'user') {
      return type === 'assistant' ? textOf(uuid) : undefined;
    }
  }
  return undefined;
}

/** A background subagent has its own file; the answers of one in the foreground aren't recorded. */
export function qwenAgentFiles({ agentId = '', transcriptPath: path }: CallOfFile): readonly string[] {
  const ofSession = join(dirname(dirname(path)), 'subagents', basename(path, '.jsonl'));
  return /^[\w-]+$/.test(agentId) ? [join(ofSession, `agent-${agentId}.jsonl`)] : [path];
}
