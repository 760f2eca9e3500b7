import { isJsonObject, type JsonFields } from '../files/jsonFields';
import { gemini } from '../agents/gemini';
import { textOf, timeOf } from './logFields';
import { programPrompt } from '../wire/programPrompts';
import { tokenCount } from './requestUsage';
import type { SessionBuilder } from './recordedSession';
import type { SessionReading } from './sessionReading';

/**
 * Whether a line, parsed, is the head of what Gemini CLI writes of a session below `~/.gemini/tmp`, or all of it. The
 * format is not documented, so only what is needed is read.
 */
export function isGeminiLine(value: unknown): boolean {
  return isJsonObject(value) && typeof value['sessionId'] === 'string' && typeof value['projectHash'] === 'string';
}

/**
 * Reads a session from its lines, in their order: its head, messages, and changes of the head. In older versions, the
 * head holds all messages. An answer of the model is written when it begins, and again, with its
 * calls and their results, when these are there.
 */
export class GeminiSession implements SessionReading {
  readonly source = 'gemini';
  id: string | undefined;

  constructor(private readonly session: SessionBuilder) {}

  take(line: unknown): void {
    if (!isJsonObject(line)) {
      return;
    }
    if (typeof line['sessionId'] === 'string') {
      this.id ??= line['sessionId'];
      (Array.isArray(line['messages']) ? line['messages'] : []).forEach((message) => this.take(message));
    }
    const said = line['type'] === 'user' ? textIn(line['content']) : undefined;
    if (said !== undefined && programPrompt('gemini', said) !== undefined) {
      this.session.moment('continued', timeOf(line['timestamp']) ?? 0);
    } else if (said !== undefined) {
      this.session.userMessage();
    }
    if (line['type'] === 'gemini') {
      this.session.answeredBy(gemini.harness.vendor, textOf(line['model']));
      this.session.tokens(
        tokenCount(line['tokens'], { input: ['input'], cachedInput: 'cached', output: ['output'] }),
        textOf(line['id']) ?? '',
      );
      for (const call of Array.isArray(line['toolCalls']) ? (line['toolCalls'] as readonly unknown[]) : []) {
        if (isJsonObject(call)) {
          this.#call(call, textOf(line['id']) ?? '', timeOf(line['timestamp']));
        }
      }
    }
  }

  #call({ id, name, args, result, status, timestamp }: JsonFields, round: string, atMs: number | undefined): void {
    if (typeof id !== 'string' || typeof name !== 'string') {
      return;
    }
    this.session.call(id, { tool: name, arguments: args, round, atMs: atMs ?? 0 });
    const text = resultText(result);
    if (text !== undefined) {
      this.session.outcome(id, gemini.harness.resultOf({ llmContent: text }), status === 'error', timeOf(timestamp));
    }
  }
}

/** What was said; undefined for results of calls, which are messages of the user, too. */
function textIn(content: unknown): string | undefined {
  const [said] = (Array.isArray(content) ? (content as unknown[]) : []).flatMap((part) =>
    isJsonObject(part) ? (textOf(part['text']) ?? []) : [],
  );
  return textOf(content) ?? said;
}

/** What the model read; undefined where the call has no result yet. */
function resultText(result: unknown): string | undefined {
  const [part] = Array.isArray(result) ? (result as readonly unknown[]) : [];
  if (!isJsonObject(part) || !isJsonObject(part['functionResponse'])) {
    return undefined;
  }
  const { response } = part['functionResponse'];
  const said = isJsonObject(response) ? (response['output'] ?? response['error']) : undefined;
  return typeof said === 'string' ? said : JSON.stringify(response);
}
