import * as z from 'zod/mini';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { fieldsOf, type JsonFields, jsonIn, listOf } from '../files/jsonFields';
import type { HostEntry } from './hostEntries';
import { TextSocket } from './textSocket';

/**
 * The versions of the Agent Host's protocol that were tried, in the order in which they are offered. A host takes only
 * its own: VS Code 1.136 to 1.139 speak 0.9.0, 1.133 and 1.134 0.8.0, and 1.135 calls it 1.0.0.
 */
const VERSIONS = ['0.9.0', '0.8.0', '1.0.0'] as const;
const UNSUPPORTED_VERSION = -32005;
const NOT_SERVED = -32601;

const ROOT = 'ahp-root://';

/** A host that does not answer in this time is not used. */
const ANSWER_LIMIT_MS = 5_000;
/** Results of tools are sent whole; a larger message closes the connection. */
const MOST_BYTES = 4 * 1024 * 1024;

const messageSchema = z.object({
  id: z.optional(z.number()),
  method: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.unknown())),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number() })),
});

export interface HostListener {
  readonly action: (params: JsonFields) => void;
  readonly notified: (method: string, params: JsonFields) => void;
  readonly closed: () => void;
}

/** A request that the host did not carry out. The host's own words are left out: they may repeat what was said. */
class HostError extends Error {
  constructor(readonly code: number) {
    super(`The Agent Host answered with error ${code}`);
  }
}

/**
 * A client of VS Code's Agent Host. It reads what sessions do, and can end a turn; nothing else that the protocol
 * allows is ever asked for.
 */
export class HostClient {
  #socket: TextSocket | undefined;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #isConnected = false;
  #lastRequest = 0;
  #lastAction = 0;

  /**
   * Connects to a host, in the first version of the protocol that it takes.
   * @throws when it is not there, does not take the token, speaks none of them, or needs too long for all of this
   */
  static async connect(entry: HostEntry, name: string, listener: HostListener): Promise<HostClient> {
    const endMs = performance.now() + ANSWER_LIMIT_MS;
    const leftMs = (): number => Math.max(1, endMs - performance.now());
    for (const version of VERSIONS) {
      const client = new HostClient(listener);
      const texts = { text: (text: string) => client.#read(text), closed: () => client.#closed() };
      const path = `/?tkn=${encodeURIComponent(entry.token)}`;
      const options = { socket: entry.socket, path, limitMs: leftMs(), mostBytes: MOST_BYTES };
      client.#socket = await TextSocket.open(options, texts);
      try {
        const clientInfo = { name, version: '1' };
        const hello = { channel: ROOT, protocolVersions: [version], clientId: randomUUID(), clientInfo };
        await client.#request('initialize', { ...hello, initialSubscriptions: [ROOT] }, leftMs());
        client.#isConnected = true;
        return client;
      } catch (error) {
        client.close();
        if (!(error instanceof HostError) || error.code !== UNSUPPORTED_VERSION) {
          throw error;
        }
      }
    }
    throw new HostError(UNSUPPORTED_VERSION);
  }

  private constructor(private readonly listener: HostListener) {}

  /** Has everything told that happens in a session or a chat. @returns its state now */
  async subscribe(channel: string): Promise<JsonFields> {
    const answer = await this.#request('subscribe', { channel });
    return fieldsOf(fieldsOf(fieldsOf(answer)['snapshot'])['state']);
  }

  unsubscribe(channel: string): void {
    this.#say({ method: 'unsubscribe', params: { channel } });
  }

  /** The sessions of all agents; a host fails as a whole where one of its agents cannot tell. */
  async sessions(): Promise<readonly JsonFields[]> {
    const { items } = fieldsOf(await this.#request('listSessions', { channel: ROOT }));
    return listOf(items).map(fieldsOf);
  }

  /** Ends the running turn of a chat, as the stop button does. Nothing happens if that turn has ended. */
  cancelTurn(chat: string, turnId: string): void {
    this.#lastAction += 1;
    const action = { type: 'chat/turnCancelled', turnId, duration: 0 };
    this.#say({ method: 'dispatchAction', params: { channel: chat, clientSeq: this.#lastAction, action } });
  }

  close(): void {
    this.#socket?.close();
  }

  #request(method: string, params: JsonFields, limitMs = ANSWER_LIMIT_MS): Promise<unknown> {
    this.#lastRequest += 1;
    const id = this.#lastRequest;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => settle(() => reject(new Error('The Agent Host does not answer'))), limitMs);
      const settle = (end: () => void): void => {
        clearTimeout(late);
        this.#waiting.delete(id);
        end();
      };
      this.#waiting.set(id, {
        resolve: (result) => settle(() => resolve(result)),
        reject: (error) => settle(() => reject(error)),
      });
      this.#say({ id, method, params });
    });
  }

  #closed(): void {
    this.#waiting.forEach(({ reject }) => reject(new Error('The Agent Host has gone')));
    this.#waiting.clear();
    if (this.#isConnected) {
      this.listener.closed();
    }
  }

  #say(message: JsonFields): void {
    this.#socket?.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  #read(text: string): void {
    const { data } = messageSchema.safeParse(jsonIn(text));
    if (data === undefined) {
      return;
    }
    const { id, method, params = {}, result, error } = data;
    if (method !== undefined && id !== undefined) {
      // A host asks the client that brings a plugin for its files. This one brings nothing.
      this.#say({ id, error: { code: NOT_SERVED, message: 'not served here' } });
    } else if (method === 'action') {
      this.listener.action(params);
    } else if (method !== undefined) {
      this.listener.notified(method, params);
    } else if (id !== undefined) {
      const waiting = this.#waiting.get(id);
      if (error === undefined) {
        waiting?.resolve(result);
      } else {
        waiting?.reject(new HostError(error.code));
      }
    }
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
