import { isJsonObject, type JsonFields } from '../files/jsonFields';
import { qwen } from '../agents/qwen';
import { textOf, timeOf } from './logFields';
import { tokenCount } from './requestUsage';
import type { SessionBuilder } from './recordedSession';
import type { SessionReading } from './sessionReading';

/**
 * Whether a line, parsed, is of what Qwen Code writes of a session below `~/.qwen/projects`. The format is not
 * documented, so only what is needed is read. Source: 0.24.4.
 */
export function isQwenLine(value: unknown): boolean {
  return isJsonObject(value) && typeof value['sessionId'] === 'string' && typeof value['provenance'] === 'string';
}

/** Reads a session from its lines, in their order: messages of the person, answers of the model, results of calls. */
export class QwenSession implements SessionReading {
  readonly source = 'qwen';
  id: string | undefined;

  constructor(private readonly session: SessionBuilder) {}

  take(line: unknown): void {
    if (!isJsonObject(line)) {
      return;
    }
    this.id ??= textOf(line['sessionId']);
    switch (line['type']) {
      case 'user':
        if (line['provenance'] === 'real_user') {
          this.session.userMessage();
        }
        return;
      case 'assistant':
        this.#answer(line);
        return;
      case 'tool_result':
        for (const { functionResponse } of partsOf(line)) {
          this.#result(functionResponse, line);
        }
    }
  }

  #answer(line: JsonFields): void {
    const round = textOf(line['uuid']) ?? '';
    this.session.answeredBy(qwen.harness.vendor, textOf(line['model']));
    this.session.tokens(
      tokenCount(line['usageMetadata'], {
        input: ['promptTokenCount'],
        cachedInput: 'cachedContentTokenCount',
        output: ['candidatesTokenCount'],
      }),
      round,
    );
    for (const { functionCall } of partsOf(line)) {
      if (isJsonObject(functionCall) && typeof functionCall['name'] === 'string') {
        const { id, name, args } = functionCall;
        this.session.call(textOf(id) ?? round, {
          tool: name,
          arguments: args,
          round,
          atMs: timeOf(line['timestamp']) ?? 0,
        });
      }
    }
  }

  #result(given: unknown, { timestamp, toolCallResult }: JsonFields): void {
    if (!isJsonObject(given) || typeof given['id'] !== 'string') {
      return;
    }
    const { response } = given;
    const fields = isJsonObject(response) ? response : {};
    const said = fields['output'] ?? fields['error'];
    const text = typeof said === 'string' ? said : JSON.stringify(response);
    const isError =
      fields['error'] !== undefined || (isJsonObject(toolCallResult) && toolCallResult['status'] === 'error');
    this.session.outcome(given['id'], qwen.harness.resultOf({ llmContent: text }), isError, timeOf(timestamp));
  }
}

/** The parts of a message. */
function partsOf({ message }: JsonFields): readonly JsonFields[] {
  const parts = isJsonObject(message) ? message['parts'] : undefined;
  return Array.isArray(parts) ? (parts as readonly unknown[]).filter(isJsonObject) : [];
}
