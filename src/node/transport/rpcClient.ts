import { fieldsOf, type JsonFields, jsonIn } from '../files/jsonFields';
import { TextSocket } from './textSocket';

/** Whoever does not answer in this time is not used. */
export const ANSWER_LIMIT_MS = 5_000;
/** Results of tools are sent whole; a larger message closes the connection. */
const MOST_BYTES = 4 * 1024 * 1024;

const NOT_SERVED = -32601;

export interface RpcListener {
  readonly notified?: (method: string, params: JsonFields) => void;
  /** The other side asks for something; no answer unless {@link RpcClient.decline} is called. */
  readonly asked?: (id: number) => void;
  readonly closed?: () => void;
}

/** JSON-RPC with a program of this machine that listens on a local socket. */
export class RpcClient {
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #lastRequest = 0;
  #socket: TextSocket | undefined;

  /** @throws as {@link TextSocket.open} */
  static async connect(
    place: { readonly socket: string; readonly path: string; readonly limitMs: number },
    listener: RpcListener,
  ): Promise<RpcClient> {
    const client = new RpcClient(listener);
    const texts = { text: (text: string) => client.#read(text), closed: () => client.#closed() };
    client.#socket = await TextSocket.open({ ...place, mostBytes: MOST_BYTES }, texts);
    return client;
  }

  private constructor(private readonly listener: RpcListener) {}

  /** @throws when it is not carried out, or not answered in time */
  request(method: string, params: JsonFields, limitMs = ANSWER_LIMIT_MS): Promise<unknown> {
    this.#lastRequest += 1;
    const id = this.#lastRequest;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => settle(() => reject(new Error('The request was not answered in time'))), limitMs);
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

  notify(method: string, params: JsonFields): void {
    this.#say({ method, params });
  }

  /** Answers a request that it isn't served. */
  decline(id: number): void {
    this.#say({ id, error: { code: NOT_SERVED, message: 'not served here' } });
  }

  close(): void {
    this.#socket?.close();
  }

  #closed(): void {
    this.#waiting.forEach(({ reject }) => reject(new Error('The connection has ended')));
    this.#waiting.clear();
    this.listener.closed?.();
  }

  #say(message: JsonFields): void {
    this.#socket?.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  #read(text: string): void {
    const { id, method, params, result, error } = fieldsOf(jsonIn(text));
    if (typeof method === 'string') {
      if (typeof id === 'number') {
        this.listener.asked?.(id);
      } else {
        this.listener.notified?.(method, fieldsOf(params));
      }
    } else if (typeof id === 'number') {
      const waiting = this.#waiting.get(id);
      if (error === undefined) {
        waiting?.resolve(result);
      } else {
        // The other side's own words are left out: they may repeat what was said.
        waiting?.reject(new Error(`The request was answered with error ${String(fieldsOf(error)['code'])}`));
      }
    }
  }
}
