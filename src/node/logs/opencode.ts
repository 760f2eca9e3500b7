import type { TokenCount } from '../../core/scan/sessionScan';
import { fieldsOf, isJsonObject, type JsonFields } from '../files/jsonFields';
import { failedCommand } from '../wire/failedCommand';
import { type AgentLog, type SessionReading, textOf, tokenCount } from './agentLog';
import { withoutNotes } from './ownWords';
import type { SessionBuilder } from './recordedSession';
import { DAMAGED, type Row, SqliteFile } from './sqliteFile';

export const OPENCODE_LOG: AgentLog = {
  isLine: (value) => typeof fieldsOf(value)['opencode'] === 'string',
  begin: (session) => new OpencodeSession(session),
  beginsAnother: (value) => fieldsOf(value)['opencode'] === 'session',
};

/** Marks a call that the end of the run has cut off. */
const ABORTED = 'Tool execution aborted';

/** The lines are messages and their parts. A subagent has its own session. Source: the database of 1.18.33. */
class OpencodeSession implements SessionReading {
  readonly source = 'opencode';
  id: string | undefined;
  modifiedMs: number | undefined;

  constructor(private readonly session: SessionBuilder) {}

  take(line: unknown): void {
    const { opencode, id: given, data, updatedMs } = fieldsOf(line);
    const id = textOf(given) ?? '';
    switch (opencode) {
      case 'session':
        this.id = id;
        this.modifiedMs = numberOf(updatedMs);
        break;
      case 'message':
        this.#message(id, fieldsOf(data));
        break;
      case 'part':
        this.#part(id, fieldsOf(data));
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
    const { status, input, output, error, metadata } = state;
    // The run ended before its arguments were recorded.
    if (status === 'pending' || (error === ABORTED && Object.keys(fieldsOf(input)).length === 0)) {
      return;
    }
    const time = fieldsOf(state['time']);
    const atMs = numberOf(time['start']) ?? 0;
    this.session.call(callId, { tool, arguments: input, round, atMs });
    const printed = typeof output === 'string' ? withoutNotes(output) : output;
    const failure = error ?? failedCommand(fieldsOf(metadata)['exit'], printed);
    const result = failure ?? printed;
    if (result !== undefined) {
      this.session.outcome(callId, result, failure !== undefined, numberOf(time['end']));
    }
  }
}

function tokensIn(tokens: unknown, cost: unknown): TokenCount | undefined {
  if (!isJsonObject(tokens)) {
    return undefined;
  }
  const cache = fieldsOf(tokens['cache']);
  const count = tokenCount(
    { ...tokens, cacheRead: cache['read'], cacheWrite: cache['write'] },
    { input: ['input', 'cacheRead', 'cacheWrite'], cachedInput: 'cacheRead', output: ['output', 'reasoning'] },
  );
  // Zeros mean that the answer isn't complete, or that the provider reports nothing.
  if (count === undefined || count.input + count.output === 0) {
    return undefined;
  }
  // If opencode knows no price, it writes 0.
  return typeof cost === 'number' && cost > 0 ? { ...count, dollars: cost } : count;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Lines of JSON, session by session. @throws if the file can't be read, or isn't a database of opencode */
export function* opencodeLines(path: string): Generator<string> {
  const database = new SqliteFile(path);
  try {
    const messages = grouped(database.rows('message'), 'session_id', ['time_created', 'id']);
    const parts = grouped(database.rows('part'), 'message_id', ['id']);
    for (const session of sorted([...database.rows('session')], ['time_created', 'id'])) {
      const [id, parentId, updatedMs] = ['id', 'parent_id', 'time_updated'].map((column) => session.value(column));
      yield `${JSON.stringify({ opencode: 'session', id, parentId, updatedMs })}\n`;
      for (const message of messages(id)) {
        const messageId = JSON.stringify(message.value('id'));
        yield `{"opencode":"message","id":${messageId},"data":${message.value('data')}}\n`;
        for (const part of parts(message.value('id'))) {
          yield `{"opencode":"part","id":${messageId},"data":${part.value('data')}}\n`;
        }
      }
    }
  } catch (error) {
    throw error instanceof RangeError ? new Error(DAMAGED) : error;
  } finally {
    database.close();
  }
}

function grouped(
  rows: Iterable<Row>,
  column: string,
  order: readonly string[],
): (value: ReturnType<Row['value']>) => readonly Row[] {
  const groups = new Map<ReturnType<Row['value']>, Row[]>();
  for (const row of rows) {
    const value = row.value(column);
    const group = groups.get(value);
    if (group === undefined) {
      groups.set(value, [row]);
    } else {
      group.push(row);
    }
  }
  return (value) => sorted(groups.get(value) ?? [], order);
}

function sorted(rows: readonly Row[], order: readonly string[]): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: order.map((column) => row.value(column) ?? '') }));
  keyed.sort((one, other) => {
    const at = one.key.findIndex((value, index) => value !== other.key[index]);
    return at < 0 ? 0 : (one.key[at] ?? '') < (other.key[at] ?? '') ? -1 : 1;
  });
  return keyed.map(({ row }) => row);
}
