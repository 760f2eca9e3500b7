import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { fieldsOf, type JsonFields, listOf } from '../files/jsonFields';
import { ANSWER_LIMIT_MS, RpcClient, RpcError, type RpcListener } from '../transport/rpcClient';
import type { HostEntry } from './hostEntries';

/**
 * The versions of the Agent Host's protocol that were tried, in the order in which they are offered. A host takes only
 * its own: VS Code 1.136 to 1.139 speak 0.9.0, 1.133 and 1.134 0.8.0, and 1.135 calls it 1.0.0.
 */
const VERSIONS = ['0.9.0', '0.8.0', '1.0.0'] as const;
const UNSUPPORTED_VERSION = -32005;

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
   * Connects to a host, in the first version of the protocol that it takes.
   * @throws when it is not there, does not take the token, speaks none of them, or needs too long for all of this
   */
  static async connect(entry: HostEntry, name: string, listener: HostListener): Promise<HostClient> {
    const endMs = performance.now() + ANSWER_LIMIT_MS;
    const leftMs = (): number => Math.max(1, endMs - performance.now());
    const path = `/?tkn=${encodeURIComponent(entry.token)}`;
    for (const version of VERSIONS) {
      let isConnected = false;
      const told: RpcListener = {
        notified: (method, params) =>
          method === 'action' ? listener.action(params) : listener.notified(method, params),
        // A host asks the client that brings a plugin for its files. This one brings nothing.
        asked: (id) => rpc.decline(id),
        closed: () => {
          if (isConnected) {
            listener.closed();
          }
        },
      };
      const rpc = await RpcClient.connect({ socket: entry.socket, path, limitMs: leftMs() }, told);
      try {
        const clientInfo = { name, version: '1' };
        const hello = { channel: ROOT, protocolVersions: [version], clientId: randomUUID(), clientInfo };
        await rpc.request('initialize', { ...hello, initialSubscriptions: [ROOT] }, leftMs());
        isConnected = true;
        return new HostClient(rpc);
      } catch (error) {
        rpc.close();
        if (!(error instanceof RpcError) || error.code !== UNSUPPORTED_VERSION) {
          throw error;
        }
      }
    }
    throw new RpcError(UNSUPPORTED_VERSION);
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
