import { BoundedMap } from '../../engine/values/boundedMap';
import { isInChat, type SessionType } from '../../node/agents/sessions';

const REMEMBERED_SESSIONS = 1000;

/** An agent that has called no hook for this long counts as ended: VS Code reports no cancellation by a person. */
const FORGET_MS = 15 * 60 * 1000;

/** A session calls its first hook within this time after it has begun (measured: up to 5 s under load). */
const FIRST_HOOK_MS = 30_000;

interface KnownSession {
  readonly type: SessionType;
  readonly folder: string | undefined;
}

interface SessionPlace {
  readonly conversationId: string;
  /** Set where the session is that of a sub-agent, whose calls belong to its parent's conversation. */
  readonly agentId: string | undefined;
}

export class AgentSessions {
  readonly #types = new BoundedMap<string, SessionType>(REMEMBERED_SESSIONS);
  readonly #parents = new BoundedMap<string, string>(REMEMBERED_SESSIONS);
  /** Conversations whose agent has not ended yet, with the time of its last hook. */
  readonly #atWork = new Map<string, number>();

  /** The conversation of the person's latest message; undefined when no hook has told of one. */
  #spokenTo: string | undefined;

  readonly #folders = new BoundedMap<string, string>(REMEMBERED_SESSIONS);

  /**
   * @param onChange called for a session that is new, or turns out to have another type or folder
   * @param onEnd called for a conversation whose agent has ended
   * @param begunSince the sessions that have begun since a time, whether or not a hook has told of them
   */
  constructor(
    private readonly onChange: (conversationId: string, session: KnownSession) => void = () => undefined,
    private readonly onEnd: (conversationId: string) => void = () => undefined,
    private readonly begunSince: (sinceMs: number) => readonly string[] = () => [],
  ) {}

  /**
   * Records a session that calls a hook.
   * @param folder where the session works; undefined where its harness does not tell
   */
  heard(sessionId: string, type: SessionType, folder?: string): void {
    if (this.#parents.has(sessionId)) {
      return;
    }
    const known = this.#folders.get(sessionId);
    const isChanged = this.#types.get(sessionId) !== type || (folder !== undefined && known !== folder);
    if (isChanged) {
      this.#types.set(sessionId, type);
      if (folder !== undefined) {
        this.#folders.set(sessionId, folder);
      }
      this.onChange(sessionId, { type, folder: folder ?? known });
    }
  }

  /** Undefined for conversations that no hook has told of. */
  typeOf(conversationId: string): SessionType | undefined {
    return this.#types.get(conversationId);
  }

  /** Records that a session is that of a sub-agent: some harnesses give sub-agents their own. */
  isChildOf(sessionId: string, parentId: string): void {
    this.#types.delete(sessionId);
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
    return this.#working(nowMs).filter((id) => this.#types.get(id) === type);
  }

  /** Whether agents of other conversations are at work in chats of this window. */
  areOthersAtWork(conversationId: string, nowMs: number): boolean {
    return this.#working(nowMs).some((id) => id !== conversationId && isInChat(this.#types.get(id) ?? 'local'));
  }

  /** The same, if one that has just begun counts before a hook has told of it. */
  mayOthersBeAtWork(conversationId: string, nowMs: number): boolean {
    const isUnknown = (id: string): boolean => !this.#types.has(id) && !this.#parents.has(id);
    return this.areOthersAtWork(conversationId, nowMs) || this.begunSince(nowMs - FIRST_HOOK_MS).some(isUnknown);
  }

  spokenTo(conversationId: string): void {
    this.#spokenTo = conversationId;
  }

  /** Whether the person's latest message in this window was in that conversation. */
  isSpokenToLast(conversationId: string): boolean {
    return this.#spokenTo === conversationId;
  }

  /** Whether the person is probably at another chat: others are at work, and they spoke there last. */
  isAway(conversationId: string, nowMs: number): boolean {
    return !this.isSpokenToLast(conversationId) && this.areOthersAtWork(conversationId, nowMs);
  }

  #working(nowMs: number): string[] {
    return [...this.#atWork].filter(([, lastHookMs]) => nowMs - lastHookMs < FORGET_MS).map(([id]) => id);
  }
}
