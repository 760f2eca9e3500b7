import type { TokenCount } from '../../core/scan/sessionScan';
import { failedCommand } from '../wire/failedCommand';
import { isJsonObject, type JsonFields } from '../files/jsonFields';
import { textOf } from './logFields';
import type { SessionBuilder } from './recordedSession';
import type { SessionReading } from './sessionReading';
import { tokenCount } from './requestUsage';

/** Whether a line, parsed, is of what is read from the database of opencode. */
export function isOpencodeLine(value: unknown): boolean {
  return isJsonObject(value) && typeof value['opencode'] === 'string';
}

/** Whether a line begins another session. */
export function beginsOpencodeSession(value: unknown): boolean {
  return isJsonObject(value) && value['opencode'] === 'session';
}

/**
 * Reads a session from its messages and their parts, in their order. A sub-agent's is a session of its own.
 * Source: the database of 1.18.33, which is not documented, so only what is needed is read.
 */
export class OpencodeSession implements SessionReading {
  readonly source = 'opencode';
  id: string | undefined;
  modifiedMs: number | undefined;

  constructor(private readonly session: SessionBuilder) {}

  take(line: unknown): void {
    if (!isJsonObject(line)) {
      return;
    }
    const id = textOf(line['id']) ?? '';
    const data = isJsonObject(line['data']) ? line['data'] : {};
    switch (line['opencode']) {
      case 'session':
        this.id = id;
        this.modifiedMs = numberOf(line['updatedMs']);
        break;
      case 'message':
        this.#message(id, data);
        break;
      case 'part':
        this.#part(id, data);
    }
  }

  #message(id: string, { role, providerID: provider, modelID: model, tokens, cost }: JsonFields): void {
    if (role === 'user') {
      this.session.userMessage();
    } else if (role === 'assistant') {
      this.session.answeredBy(textOf(provider) ?? 'unknown', textOf(model));
      this.session.tokens(tokensIn(tokens, cost), id);
    }
  }

  #part(round: string, { type, tool, callID: callId, state }: JsonFields): void {
    if (type !== 'tool' || typeof tool !== 'string' || typeof callId !== 'string' || !isJsonObject(state)) {
      return;
    }
    const time = isJsonObject(state['time']) ? state['time'] : {};
    const atMs = numberOf(time['start']) ?? 0;
    this.session.call(callId, { tool, arguments: state['input'], round, atMs });
    const { output, error, metadata } = state;
    const failure = error ?? failedCommand(isJsonObject(metadata) ? metadata['exit'] : undefined, output);
    const result = failure ?? output;
    if (result !== undefined) {
      this.session.outcome(callId, result, failure !== undefined, numberOf(time['end']));
    }
  }
}

function tokensIn(tokens: unknown, cost: unknown): TokenCount | undefined {
  if (!isJsonObject(tokens)) {
    return undefined;
  }
  const cache = isJsonObject(tokens['cache']) ? tokens['cache'] : {};
  const count = tokenCount(
    { ...tokens, cacheRead: cache['read'], cacheWrite: cache['write'] },
    { input: ['input', 'cacheRead', 'cacheWrite'], cachedInput: 'cacheRead', output: ['output', 'reasoning'] },
  );
  // It writes zeros until the answer is whole, and where the provider tells nothing.
  if (count === undefined || count.input + count.output === 0) {
    return undefined;
  }
  // Where it knows no price, it writes 0.
  return typeof cost === 'number' && cost > 0 ? { ...count, dollars: cost } : count;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
