import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { fieldsOf, type JsonFields, listOf } from '../files/jsonFields';
import { ANSWER_LIMIT_MS, RpcClient } from '../transport/rpcClient';
import type { HostEntry } from './hostEntries';

/** The protocol version that VS Code 1.136 to 1.139 speak. A host accepts only its own. */
const VERSION = '0.9.0';

const ROOT = 'ahp-root://';

export interface HostListener {
  readonly action: (params: JsonFields) => void;
  readonly notified: (method: string, params: JsonFields) => void;
  readonly closed: () => void;
}

/** Reads what sessions of VS Code's Agent Host do, and can end a turn; it asks for nothing else the protocol allows. */
export class HostClient {
  #lastAction = 0;

  /** @throws if the host is missing, rejects the token, speaks another version, or takes too long */
  static async connect(entry: HostEntry, name: string, listener: HostListener): Promise<HostClient> {
    let isConnected = false;
    const path = `/?tkn=${encodeURIComponent(entry.token)}`;
    const place = { socket: entry.socket, path, limitMs: ANSWER_LIMIT_MS };
    const rpc = await RpcClient.connect(place, {
      notified: (method, params) => (method === 'action' ? listener.action(params) : listener.notified(method, params)),
      // A host asks a client that brings a plugin for its files. This one brings nothing.
      asked: (id) => rpc.decline(id),
      closed: () => {
        if (isConnected) {
          listener.closed();
        }
      },
    });
    try {
      const clientInfo = { name, version: '1' };
      const hello = { channel: ROOT, protocolVersions: [VERSION], clientId: randomUUID(), clientInfo };
      await rpc.request('initialize', { ...hello, initialSubscriptions: [ROOT] });
      isConnected = true;
      return new HostClient(rpc);
    } catch (error) {
      rpc.close();
      throw error;
    }
  }

  private constructor(private readonly rpc: RpcClient) {}

  /** From now on, the listener gets what happens in the session or chat. @returns its current state */
  async subscribe(channel: string): Promise<JsonFields> {
    const answer = await this.rpc.request('subscribe', { channel });
    return fieldsOf(fieldsOf(fieldsOf(answer)['snapshot'])['state']);
  }

  unsubscribe(channel: string): void {
    this.rpc.notify('unsubscribe', { channel });
  }

  /** The sessions of all agents; rejected as a whole if one agent can't list its own. */
  async sessions(): Promise<readonly JsonFields[]> {
    const { items } = fieldsOf(await this.rpc.request('listSessions', { channel: ROOT }));
    return listOf(items).map(fieldsOf);
  }

  /** Ends a chat's running turn, as the stop button does. Nothing happens if that turn has ended. */
  cancelTurn(chat: string, turnId: string): void {
    this.#lastAction += 1;
    const action = { type: 'chat/turnCancelled', turnId, duration: 0 };
    this.rpc.notify('dispatchAction', { channel: chat, clientSeq: this.#lastAction, action });
  }

  close(): void {
    this.rpc.close();
  }
}

/** The local paths in a list of addresses; those of other machines are left out. */
export function foldersIn(value: unknown): readonly string[] {
  return listOf(value).flatMap((address) => {
    try {
      return [fileURLToPath(String(address))];
    } catch {
      return [];
    }
  });
}
