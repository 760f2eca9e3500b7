import { fieldsOf, isJsonObject, type JsonFields, listOf } from '../files/jsonFields';
import { outcomeText } from '../../engine/facts/outcome';
import { type AgentLog, type SessionReading, textOf } from './agentLog';
import type { SessionBuilder } from './recordedSession';

/** The kinds of lines in a chat's log. Source: VS Code 1.139, `objectMutationLog`. */
const KINDS = { initial: 0, set: 1, push: 2, delete: 3 } as const;

/** For example `['requests', 2, 'result']`. */
type Path = readonly (string | number)[];

/** The only fields kept of a request: its answer contains everything that is shown, several times as much. */
const KEPT = new Set(['timestamp', 'modelId', 'result']);

export const VSCODE_CHAT: AgentLog = {
  isLine: (value) => chatIn(value) !== undefined,
  begin: (session) => new VsCodeChat(session),
};

/** A request's metadata contain the calls of each answer, and what the model read, but not which calls failed. */
class VsCodeChat implements SessionReading {
  readonly source = 'vscode';
  id: string | undefined;
  #requests: unknown[] = [];
  #showsCalls = false;
  #hasCalls = false;

  constructor(private readonly session: SessionBuilder) {}

  /** Chats of some agents show that there were calls, and nothing else about them. */
  get isUnread(): boolean {
    return this.#showsCalls && !this.#hasCalls;
  }

  take(line: unknown): void {
    const chat = chatIn(line);
    if (chat !== undefined) {
      this.id = textOf(chat['sessionId']) ?? this.id;
      this.#requests = this.#kept(chat['requests']);
    } else if (isJsonObject(line) && Array.isArray(line['k'])) {
      this.#change(line['k'] as Path, line);
    }
  }

  end(): void {
    this.#requests.filter(isJsonObject).forEach((request, turn) => this.#request(request, turn));
    this.#requests = [];
  }

  #change([first, at, ...rest]: Path, { kind, v: value, i: length }: JsonFields): void {
    if (first !== 'requests') {
      return;
    }
    if (at === undefined) {
      this.#requests = pushed(kind === KINDS.push ? this.#requests : [], length, this.#kept(value));
    } else if (typeof at === 'number' && rest.length === 0) {
      [this.#requests[at]] = this.#kept([value]);
    } else if (rest[0] === 'response') {
      this.#showsCalls ||= showsCalls(value);
    } else if (isJsonObject(this.#requests[at as number]) && KEPT.has(String(rest[0]))) {
      changeIn(this.#requests[at as number] as Record<string, unknown>, rest, { kind, value, length });
    }
  }

  #kept(requests: unknown): unknown[] {
    return listOf(requests).map((request) => {
      if (!isJsonObject(request)) {
        return request;
      }
      this.#showsCalls ||= showsCalls(request['response']);
      return Object.fromEntries(Object.entries(request).filter(([key]) => KEPT.has(key)));
    });
  }

  #request({ timestamp, modelId, result }: JsonFields, turn: number): void {
    const { toolCallRounds: rounds, toolCallResults: results } = fieldsOf(fieldsOf(result)['metadata']);
    this.session.userMessage();
    const [vendor = '', ...model] = (textOf(modelId) ?? '').split('/');
    this.session.answeredBy(vendor, model.length === 0 ? undefined : model.join('/'));
    for (const [at, round] of listOf(rounds).entries()) {
      if (isJsonObject(round) && Array.isArray(round['toolCalls'])) {
        const atMs = [round['timestamp'], timestamp].find((time) => typeof time === 'number') ?? 0;
        this.#answer(round['toolCalls'] as readonly unknown[], results, `${turn} ${at}`, atMs);
      }
    }
  }

  #answer(calls: readonly unknown[], results: unknown, round: string, atMs: number): void {
    for (const call of calls.filter(isJsonObject)) {
      const { id, name, arguments: given } = call;
      if (typeof id === 'string' && typeof name === 'string') {
        this.#hasCalls = true;
        this.session.call(id, { tool: name, arguments: given, round, atMs });
        const { content } = fieldsOf(fieldsOf(results)[id]);
        if (Array.isArray(content)) {
          this.session.outcome(id, content.map(partText).join('\n'), false);
        }
      }
    }
  }
}

function chatIn(value: unknown): JsonFields | undefined {
  const chat = isJsonObject(value) && value['kind'] === KINDS.initial ? value['v'] : value;
  // An exported chat has no id.
  return isJsonObject(chat) && Array.isArray(chat['requests']) && ('sessionId' in chat || 'responderUsername' in chat)
    ? chat
    : undefined;
}

function showsCalls(answer: unknown): boolean {
  return [answer].flat().some((part) => isJsonObject(part) && part['kind'] === 'toolInvocationSerialized');
}

function changeIn(
  root: Record<string, unknown>,
  path: Path,
  { kind, value, length }: { readonly kind: unknown; readonly value: unknown; readonly length: unknown },
): void {
  const last = path.at(-1) as string;
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((each, key) => (isContainer(each) && Object.hasOwn(each, key) ? each[key] : undefined), root);
  if (!isContainer(parent) || last === '__proto__') {
    return;
  }
  if (kind === KINDS.push) {
    parent[last] = pushed(listOf(parent[last]), length, listOf(value));
  } else {
    parent[last] = kind === KINDS.delete ? undefined : value;
  }
}

function pushed(before: readonly unknown[], length: unknown, more: readonly unknown[]): unknown[] {
  return [...before.slice(0, typeof length === 'number' ? length : undefined), ...more];
}

function isContainer(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

function partText(part: unknown): string {
  const value = isJsonObject(part) ? part['value'] : part;
  return isJsonObject(value) && isJsonObject(value['node']) ? pieceText(value['node']) : outcomeText(value);
}

function pieceText({ text, lineBreakBefore, children }: JsonFields): string {
  const within = listOf(children).filter(isJsonObject).map(pieceText).join('');
  return `${lineBreakBefore === true ? '\n' : ''}${textOf(text) ?? ''}${within}`;
}
