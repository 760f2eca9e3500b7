import { EventEmitter, once } from 'node:events';
import { fieldsOf, type JsonFields, jsonIn } from '../files/jsonFields';
import { TextSocket } from './textSocket';

/** Whoever does not answer in this time is not used. */
export const ANSWER_LIMIT_MS = 5_000;
/** Results of tools are sent whole; a larger message closes the connection. */
const MOST_BYTES = 4 * 1024 * 1024;

const NOT_SERVED = -32601;

interface RpcListener {
  readonly notified?: (method: string, params: JsonFields) => void;
  /** The other side asks for something; no answer unless {@link RpcClient.decline} is called. */
  readonly asked?: (id: number) => void;
  readonly closed?: () => void;
}

/** JSON-RPC with a program of this machine that listens on a local socket. */
export class RpcClient {
  /** By the numbers of the requests; an error ends them all. */
  readonly #answers = new EventEmitter().setMaxListeners(0);
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
  async request(method: string, params: JsonFields, limitMs = ANSWER_LIMIT_MS): Promise<unknown> {
    this.#lastRequest += 1;
    const id = this.#lastRequest;
    const answered = once(this.#answers, String(id), { signal: AbortSignal.timeout(limitMs) });
    this.#say({ id, method, params });
    const [{ result, error }] = (await answered) as [JsonFields];
    if (error !== undefined) {
      // The other side's own words are left out: they may repeat what was said.
      throw new Error(`The request was answered with error ${String(fieldsOf(error)['code'])}`);
    }
    return result;
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
    if (this.#answers.listenerCount('error') > 0) {
      this.#answers.emit('error', new Error('The connection has ended'));
    }
    this.listener.closed?.();
  }

  #say(message: JsonFields): void {
    this.#socket?.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  #read(text: string): void {
    const message = fieldsOf(jsonIn(text));
    const { id, method, params } = message;
    if (typeof method === 'string') {
      if (typeof id === 'number') {
        this.listener.asked?.(id);
      } else {
        this.listener.notified?.(method, fieldsOf(params));
      }
    } else if (typeof id === 'number') {
      this.#answers.emit(String(id), message);
    }
  }
}
