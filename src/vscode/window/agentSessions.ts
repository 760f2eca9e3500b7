import { BoundedMap } from '../../engine/values/boundedMap';
import { isInChat, type SessionType } from '../../node/agents/sessions';

const REMEMBERED_SESSIONS = 1000;

/** An agent without a hook for this long counts as ended: VS Code doesn't report that a user canceled it. */
const FORGET_MS = 15 * 60 * 1000;

/** A session calls its first hook within this time after it has begun (measured: up to 5 s under load). */
const FIRST_HOOK_MS = 30_000;

interface KnownSession {
  readonly type: SessionType;
  readonly folder: string | undefined;
}

interface SessionPlace {
  readonly conversationId: string;
  /** Set for a subagent's own session, whose calls belong to its parent's conversation. */
  readonly agentId: string | undefined;
}

export class AgentSessions {
  readonly #known = new BoundedMap<string, KnownSession>(REMEMBERED_SESSIONS);
  readonly #parents = new BoundedMap<string, string>(REMEMBERED_SESSIONS);
  /** The time of the last hook, for conversations whose agent hasn't ended. */
  readonly #atWork = new Map<string, number>();

  /** The conversation of the user's latest message; undefined if no hook has reported one. */
  #spokenTo: string | undefined;

  /**
   * @param onChange called for a session that is new, or turns out to have another type or folder
   * @param begunSince the sessions that have begun since a time, even if no hook has reported them
   */
  constructor(
    private readonly onChange: (conversationId: string, session: KnownSession) => void = () => undefined,
    private readonly onEnd: (conversationId: string) => void = () => undefined,
    private readonly begunSince: (sinceMs: number) => readonly string[] = () => [],
  ) {}

  /** A session calls a hook. @param folder undefined if its harness doesn't say */
  heard(sessionId: string, type: SessionType, folder?: string): void {
    if (this.#parents.has(sessionId)) {
      return;
    }
    const known = this.#known.get(sessionId);
    const session = { type, folder: folder ?? known?.folder };
    if (known?.type !== type || known.folder !== session.folder) {
      this.#known.set(sessionId, session);
      this.onChange(sessionId, session);
    }
  }

  /** Undefined if no hook has reported the conversation. */
  typeOf(conversationId: string): SessionType | undefined {
    return this.#known.get(conversationId)?.type;
  }

  /** Some harnesses give subagents sessions of their own. */
  isChildOf(sessionId: string, parentId: string): void {
    this.#known.delete(sessionId);
    this.#atWork.delete(sessionId);
    this.#parents.set(sessionId, parentId);
  }

  placeOf(sessionId: string): SessionPlace {
    const parent = this.#parents.get(sessionId);
    return parent === undefined
      ? { conversationId: sessionId, agentId: undefined }
      : { conversationId: parent, agentId: sessionId };
  }

  works(conversationId: string, nowMs: number): void {
    const working = new Set(this.#working(nowMs));
    [...this.#atWork.keys()].filter((id) => !working.has(id)).forEach((id) => this.#atWork.delete(id));
    this.#atWork.set(conversationId, nowMs);
  }

  ended(conversationId: string): void {
    this.#atWork.delete(conversationId);
    this.onEnd(conversationId);
  }

  atWork(type: SessionType, nowMs: number): string[] {
    return this.#working(nowMs).filter((id) => this.typeOf(id) === type);
  }

  /** Whether agents of other conversations are working in chats of this window. */
  areOthersAtWork(conversationId: string, nowMs: number): boolean {
    return this.#working(nowMs).some((id) => id !== conversationId && isInChat(this.typeOf(id) ?? 'local'));
  }

  /** Also counts sessions that have just begun, before a hook has reported them. */
  mayOthersBeAtWork(conversationId: string, nowMs: number): boolean {
    const isUnknown = (id: string): boolean => !this.#known.has(id) && !this.#parents.has(id);
    return this.areOthersAtWork(conversationId, nowMs) || this.begunSince(nowMs - FIRST_HOOK_MS).some(isUnknown);
  }

  spokenTo(conversationId: string): void {
    this.#spokenTo = conversationId;
  }

  isSpokenToLast(conversationId: string): boolean {
    return this.#spokenTo === conversationId;
  }

  /** Whether the user is probably in another chat: other agents are working, and the latest message was elsewhere. */
  isAway(conversationId: string, nowMs: number): boolean {
    return !this.isSpokenToLast(conversationId) && this.areOthersAtWork(conversationId, nowMs);
  }

  #working(nowMs: number): string[] {
    return [...this.#atWork].filter(([, lastHookMs]) => nowMs - lastHookMs < FORGET_MS).map(([id]) => id);
  }
}
