import { EventEmitter, once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { fieldsOf, type JsonFields, listOf } from '../files/jsonFields';
import { foldersIn, HostClient, type HostListener } from './hostClient';
import type { HostEntry } from './hostEntries';
import { BoundedMap } from '../../engine/values/boundedMap';

export interface RunningTurn {
  readonly prompt: string;
  readonly folders: readonly string[];
  readonly startedMs: number;
  readonly chat: string;
  /** The host's name for the session's agent: `copilotcli`, `claude`, `codex`. */
  readonly provider: string;
}

export interface CallerIds {
  readonly sessionId: string;
  readonly agentId?: string | undefined;
  /** The only id that leads to the chats of Claude's runtime. */
  readonly callId?: string | undefined;
}

export type ChatAddress = `agent-host-${string}`;

export interface TurnsInHost {
  readonly turns: readonly RunningTurn[];
  readonly isKnownAs: (id: string, chat: string) => void;
}

export interface ChatListener {
  /** A chat's turn has ended for any reason. The id is the one that hooks get. */
  readonly ended: (sessionId: string) => void;
  /** The agent has called a tool, received a result, or asked its model. */
  readonly worked?: (turn: RunningTurn, host: TurnsInHost) => void;
  readonly closed: () => void;
}

const REMEMBERED = 1_000;

/** Set in a session's status while one of its turns runs. */
const RUNNING = 8;
/** The end of a turn comes back within milliseconds; a busy machine takes longer. */
const LIMIT_MS = 500;
/** An agent hears of the end of its turn after the host has told it. Answered sooner, it asks its model once more. */
const HEARD_MS = 300;
/** When an idle session is unsubscribed: a subscription keeps it loaded. */
const REST_MS = 2_000;

interface Chat {
  readonly session: string;
  /** The chat whose call began this one; undefined for the user's own. */
  readonly parent: string | undefined;
  turn?: { readonly id: string; readonly prompt: string; readonly startedMs: number } | undefined;
}

interface Session {
  rest?: NodeJS.Timeout | undefined;
  folders: readonly string[];
}

export class RunningChats {
  #client: HostClient | undefined;
  readonly #chats = new Map<string, Chat>();
  readonly #sessions = new Map<string, Session>();
  readonly #chatsById = new BoundedMap<string, string>(REMEMBERED);
  readonly #chatsByCall = new BoundedMap<string, string>(REMEMBERED);
  readonly #ends = new EventEmitter().setMaxListeners(0);

  private constructor(private readonly told: ChatListener) {}

  /** Follows what runs now and later. @throws as {@link HostClient.connect} */
  static async follow(entry: HostEntry, name: string, told: ChatListener): Promise<RunningChats> {
    const chats = new RunningChats(told);
    const listener: HostListener = {
      action: ({ channel, action }) => chats.#happened(String(channel), fieldsOf(action)),
      notified: (method, params) => chats.#notified(method, params),
      closed: () => {
        chats.#forgetAll();
        told.closed();
      },
    };
    chats.#client = await HostClient.connect(entry, name, listener);
    // If the host can't list its sessions, only later ones are followed.
    const running = await chats.#client.sessions().catch(() => []);
    await Promise.all(running.map(({ resource, status }) => chats.#seen(String(resource), Number(status))));
    return chats;
  }

  dispose(): void {
    this.#forgetAll();
    this.#client?.close();
  }

  /**
   * Ends only the turn that a call belongs to. A subagent's turn ends with that of the chat it works for: alone, it
   * would be shown as ended and run on.
   * @returns whether the host has confirmed the end, after the agent has heard of it; false if the chat isn’t running
   */
  async cancel(caller: CallerIds): Promise<boolean> {
    const root = this.#rootOf(caller);
    const turnId = root === undefined ? undefined : this.#chats.get(root)?.turn?.id;
    if (root === undefined || turnId === undefined) {
      return false;
    }
    const ended = once(this.#ends, endOf(turnId), { signal: AbortSignal.timeout(LIMIT_MS) });
    this.#client?.cancelTurn(root, turnId);
    return ended.then(
      () => after(HEARD_MS, true),
      () => false,
    );
  }

  addressOf(caller: CallerIds): ChatAddress | undefined {
    const root = this.#rootOf(caller);
    const session = root === undefined ? undefined : this.#chats.get(root)?.session;
    return session === undefined ? undefined : `agent-host-${session}`;
  }

  get turns(): readonly RunningTurn[] {
    return [...this.#chats.keys()].flatMap((address) => this.#turnOf(address) ?? []);
  }

  isKnownAs(sessionId: string, chat: string): void {
    this.#chatsById.set(sessionId, chat);
  }

  #turnOf(chat: string): RunningTurn | undefined {
    const { session = '', parent, turn } = this.#chats.get(chat) ?? {};
    const [provider = ''] = session.split(':');
    const { folders = [] } = this.#sessions.get(session) ?? {};
    return turn === undefined || parent !== undefined ? undefined : { ...turn, chat, provider, folders };
  }

  #rootOf({ sessionId, agentId = '', callId = '' }: CallerIds): string | undefined {
    const chat = this.#chatsById.get(agentId) ?? this.#chatsById.get(sessionId) ?? this.#chatsByCall.get(callId);
    const root = this.#rootAbove(chat);
    if (root !== undefined) {
      this.#chatsById.set(sessionId, root);
    }
    return root;
  }

  #rootAbove(of: string | undefined): string | undefined {
    let chat = of;
    // No chat is further from its root than there are chats.
    for (let left = this.#chats.size; left > 0 && chat !== undefined; left--) {
      const parent = this.#chats.get(chat)?.parent;
      if (parent === undefined) {
        return chat;
      }
      chat = parent;
    }
    return undefined;
  }

  #notified(method: string, params: JsonFields): void {
    const { resource, status } = fieldsOf(params['summary']);
    const changed = fieldsOf(params['changes'])['status'];
    if (method === 'root/sessionAdded') {
      void this.#seen(String(resource), Number(status));
    } else if (method === 'root/sessionSummaryChanged' && changed !== undefined) {
      void this.#seen(String(params['session']), Number(changed));
    } else if (method === 'root/sessionRemoved') {
      this.#letGo(String(params['session']));
    }
  }

  async #seen(session: string, status: number): Promise<void> {
    const known = this.#sessions.get(session);
    clearTimeout(known?.rest);
    if ((status & RUNNING) === 0) {
      if (known !== undefined) {
        known.rest = setTimeout(() => this.#letGo(session), REST_MS);
      }
      return;
    }
    if (known === undefined) {
      const begun: Session = { folders: [] };
      this.#sessions.set(session, begun);
      try {
        const { chats, workingDirectories } = fieldsOf(await this.#client?.subscribe(session));
        begun.folders = foldersIn(workingDirectories);
        await Promise.all(listOf(chats).map((chat) => this.#follow(session, fieldsOf(chat))));
      } catch {
        // It has gone in the meantime.
        this.#sessions.delete(session);
      }
    }
  }

  async #follow(session: string, { resource, origin }: JsonFields): Promise<void> {
    const address = String(resource);
    if (this.#chats.has(address)) {
      return;
    }
    const { kind, chat } = fieldsOf(origin);
    const known: Chat = { session, parent: kind === 'tool' && typeof chat === 'string' ? chat : undefined };
    this.#chats.set(address, known);
    try {
      const { activeTurn } = fieldsOf(await this.#client?.subscribe(address));
      const { id, usage } = fieldsOf(activeTurn);
      if (typeof id === 'string' && known.turn === undefined) {
        this.#begin(address, id, fieldsOf(activeTurn));
      }
      this.#learn(address, usage);
    } catch {
      this.#chats.delete(address);
    }
  }

  #happened(channel: string, action: JsonFields): void {
    const { type, turnId } = action;
    if (type === 'session/chatAdded') {
      void this.#follow(channel, fieldsOf(action['summary'] ?? action['chat']));
      return;
    }
    const chat = this.#chats.get(channel);
    if (chat === undefined || typeof turnId !== 'string') {
      return;
    }
    if (typeof action['toolCallId'] === 'string') {
      this.#chatsByCall.set(action['toolCallId'], channel);
    }
    if (type === 'chat/turnStarted') {
      this.#begin(channel, turnId, action);
    } else if (type === 'chat/usage') {
      this.#learn(channel, action['usage']);
      this.#tellWork(channel);
    } else if (type === 'chat/toolCallReady' || type === 'chat/toolCallComplete') {
      this.#tellWork(channel);
    } else if (type === 'chat/turnComplete' || type === 'chat/turnCancelled' || type === 'chat/error') {
      const isOver = chat.turn?.id === turnId;
      chat.turn = isOver ? undefined : chat.turn;
      this.#ends.emit(endOf(turnId));
      if (isOver && chat.parent === undefined) {
        [...this.#chatsById].forEach(([id, of]) => of === channel && this.told.ended(id));
      }
    }
  }

  #begin(address: string, id: string, { message, startedAt }: JsonFields): void {
    const chat = this.#chats.get(address);
    if (chat !== undefined) {
      const { text } = fieldsOf(message);
      const startedMs = Date.parse(String(startedAt)) || Date.now();
      chat.turn = { id, prompt: typeof text === 'string' ? text : '', startedMs };
    }
  }

  #tellWork(address: string): void {
    const turn = this.#turnOf(address);
    if (turn !== undefined) {
      this.told.worked?.(turn, this);
    }
  }

  /** The usage of a model request names the runtime's session and subagent. */
  #learn(chat: string, usage: unknown): void {
    const { sdkSessionId, agentId } = fieldsOf(fieldsOf(fieldsOf(usage)['_meta'])['vscode.modelCall']);
    const id = agentId ?? sdkSessionId;
    if (typeof id === 'string') {
      this.#chatsById.set(id, chat);
    }
  }

  #letGo(session: string): void {
    clearTimeout(this.#sessions.get(session)?.rest);
    if (this.#sessions.delete(session)) {
      this.#client?.unsubscribe(session);
      for (const [address, chat] of this.#chats) {
        if (chat.session === session) {
          this.#chats.delete(address);
          this.#client?.unsubscribe(address);
        }
      }
    }
  }

  #forgetAll(): void {
    this.#sessions.forEach(({ rest }) => clearTimeout(rest));
    this.#sessions.clear();
    this.#chats.clear();
  }
}

/** An event that is only named `error` would be special. */
const endOf = (turnId: string): string => `end of ${turnId}`;
