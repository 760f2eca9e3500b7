import { EventEmitter, once } from 'node:events';
import { fieldsOf, type JsonFields, jsonIn } from '../files/jsonFields';
import { TextSocket } from './textSocket';

/** After this time without an answer, the other side isn't used. */
export const ANSWER_LIMIT_MS = 5_000;
/** Tool results are sent whole; a larger message closes the connection. */
const MOST_BYTES = 4 * 1024 * 1024;

const NOT_SERVED = -32601;

interface RpcListener {
  readonly notified?: (method: string, params: JsonFields) => void;
  /** The other side asks for something; it gets no answer without {@link RpcClient.decline}. */
  readonly asked?: (id: number) => void;
  readonly closed?: () => void;
}

export class RpcClient {
  /** By request number; an error ends them all. */
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

  /** @throws if the request fails or isn't answered in time */
  async request(method: string, params: JsonFields, limitMs = ANSWER_LIMIT_MS): Promise<unknown> {
    this.#lastRequest += 1;
    const id = this.#lastRequest;
    const answered = once(this.#answers, String(id), { signal: AbortSignal.timeout(limitMs) });
    this.#say({ id, method, params });
    const [{ result, error }] = (await answered) as [JsonFields];
    if (error !== undefined) {
      // Leaves out the other side's own words, which may repeat the request.
      throw new Error(`The request was answered with error ${String(fieldsOf(error)['code'])}`);
    }
    return result;
  }

  notify(method: string, params: JsonFields): void {
    this.#say({ method, params });
  }

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
