import { BoundedMap } from '../../engine/values/boundedMap';

const REMEMBERED = 1_000;

/** Tells the latest calls of a session, the latest first. */
export type CallsOf = (sessionId: string) => Promise<readonly string[]>;

/** The chats of an Agent Host by the ids that hooks know of sessions and subagents. */
export class ChatIds {
  readonly #chats = new BoundedMap<string, string>(REMEMBERED);
  readonly #byCall = new BoundedMap<string, string>(REMEMBERED);

  /** @param callsOf is asked about sessions that the host doesn't name, as in VS Code 1.135 */
  constructor(private readonly callsOf: CallsOf) {}

  add(id: string, chat: string): void {
    this.#chats.set(id, chat);
  }

  /** Takes note of a call in a chat, which has the id that the model gave it. */
  addCall(callId: unknown, chat: string): void {
    if (typeof callId === 'string') {
      this.#byCall.set(callId, chat);
    }
  }

  ofAgent(agentId: string | undefined): string | undefined {
    return agentId === undefined ? undefined : this.#chats.get(agentId);
  }

  ofCall(callId: string | undefined): string | undefined {
    return callId === undefined ? undefined : this.#byCall.get(callId);
  }

  /** The chat of a session, or that of a subagent of it. Never throws. */
  async ofSession(sessionId: string): Promise<string | undefined> {
    const known = this.#chats.get(sessionId);
    if (known !== undefined) {
      return known;
    }
    const called = (await this.callsOf(sessionId)).find((callId) => this.#byCall.has(callId));
    return called === undefined ? undefined : this.#byCall.get(called);
  }

  idsOf(chat: string): readonly string[] {
    return [...this.#chats].flatMap(([id, of]) => (of === chat ? [id] : []));
  }
}
