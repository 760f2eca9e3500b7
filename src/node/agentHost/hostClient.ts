import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { fieldsOf, type JsonFields, listOf } from '../files/jsonFields';
import { ANSWER_LIMIT_MS, RpcClient } from '../transport/rpcClient';
import type { HostEntry } from './hostEntries';

/** The version of the Agent Host's protocol that VS Code 1.136 to 1.139 speak. A host takes only its own. */
const VERSION = '0.9.0';

const ROOT = 'ahp-root://';

export interface HostListener {
  readonly action: (params: JsonFields) => void;
  readonly notified: (method: string, params: JsonFields) => void;
  readonly closed: () => void;
}

/**
 * A client of VS Code's Agent Host. It reads what sessions do, and can end a turn; nothing else that the protocol
 * allows is ever asked for.
 */
export class HostClient {
  #lastAction = 0;

  /**
   * @throws when it is not there, does not take the token, speaks another version, or needs too long for all of this
   */
  static async connect(entry: HostEntry, name: string, listener: HostListener): Promise<HostClient> {
    let isConnected = false;
    const path = `/?tkn=${encodeURIComponent(entry.token)}`;
    const place = { socket: entry.socket, path, limitMs: ANSWER_LIMIT_MS };
    const rpc = await RpcClient.connect(place, {
      notified: (method, params) => (method === 'action' ? listener.action(params) : listener.notified(method, params)),
      // A host asks the client that brings a plugin for its files. This one brings nothing.
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

  /** Has everything told that happens in a session or a chat. @returns its state now */
  async subscribe(channel: string): Promise<JsonFields> {
    const answer = await this.rpc.request('subscribe', { channel });
    return fieldsOf(fieldsOf(fieldsOf(answer)['snapshot'])['state']);
  }

  unsubscribe(channel: string): void {
    this.rpc.notify('unsubscribe', { channel });
  }

  /** The sessions of all agents; a host fails as a whole where one of its agents cannot tell. */
  async sessions(): Promise<readonly JsonFields[]> {
    const { items } = fieldsOf(await this.rpc.request('listSessions', { channel: ROOT }));
    return listOf(items).map(fieldsOf);
  }

  /** Ends the running turn of a chat, as the stop button does. Nothing happens if that turn has ended. */
  cancelTurn(chat: string, turnId: string): void {
    this.#lastAction += 1;
    const action = { type: 'chat/turnCancelled', turnId, duration: 0 };
    this.rpc.notify('dispatchAction', { channel: chat, clientSeq: this.#lastAction, action });
  }

  close(): void {
    this.rpc.close();
  }
}

/** The paths that a list of addresses names; those of other machines are left out. */
export function foldersIn(value: unknown): readonly string[] {
  return listOf(value).flatMap((address) => {
    try {
      return [fileURLToPath(String(address))];
    } catch {
      return [];
    }
  });
}
