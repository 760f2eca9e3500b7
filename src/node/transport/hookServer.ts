import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { fieldsOf, jsonIn } from '../files/jsonFields';
import { hostVariables } from '../wire/hookHost';
import type { HookAddress } from './hookAddress';

/** A larger hook input isn't read; its call is allowed. */
export const MAX_INPUT_BYTES = 64 * 1024 * 1024;
const NEW_LINE = 0x0a;

/** Longer than a hook waits for its answer. */
const SILENCE_MS = 10_000;

export interface HookAnswer {
  readonly output: string;
  /** Runs after the hook process has taken the answer. */
  readonly afterwards?: (() => void) | undefined;
}

export const NO_ANSWER: HookAnswer = { output: '' };

export interface HookQuestion {
  readonly input: string;
  readonly host: NodeJS.ProcessEnv;
}

/** Answers a {@link HookQuestion} with the hook's output as a line of JSON; empty on failure: the agent continues. */
export class HookServer {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  /** @param answer gets a signal that the hook process ended unanswered, and its {@link hostVariables} */
  constructor(
    private readonly address: HookAddress,
    private readonly answer: (
      input: string,
      gone: AbortSignal,
      environment: NodeJS.ProcessEnv,
    ) => HookAnswer | Promise<HookAnswer>,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.#server = createServer((socket) => {
      this.#open.add(socket);
      socket.on('close', () => this.#open.delete(socket));
      socket.on('error', () => socket.destroy());
      socket.setTimeout(SILENCE_MS, () => socket.destroy());
      void this.#serve(socket);
    });
  }

  /** @throws if nothing can listen at the address, or it can't be closed to other users */
  async listen(): Promise<void> {
    this.#server.listen(this.address.path);
    await once(this.#server, 'listening');
    this.#server.on('error', this.onFault);
    this.address.protect();
  }

  dispose(): void {
    this.#server.close();
    this.#open.forEach((socket) => socket.destroy());
    this.address.dispose();
  }

  async #serve(socket: Socket): Promise<void> {
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    socket.once('close', leave);
    const { output, afterwards } = await this.#answerTo(socket, gone.signal);
    if (gone.signal.aborted) {
      afterwards?.();
      return;
    }
    socket.off('close', leave);
    socket.once('close', () => afterwards?.());
    socket.end(`${JSON.stringify(output)}\n`);
  }

  async #answerTo(socket: Socket, gone: AbortSignal): Promise<HookAnswer> {
    try {
      const { input, host } = fieldsOf(jsonIn(await readQuestion(socket, this.address.token)));
      if (typeof input === 'string') {
        return await this.answer(input, gone, hostVariables(fieldsOf(host)));
      }
      socket.destroy();
    } catch (error) {
      this.onFault(error);
    }
    return NO_ANSWER;
  }
}

/** @returns what came, without the token; of a stranger nothing, and the rest isn't read @throws if it is too large */
function readQuestion(socket: Socket, token: string): Promise<string> {
  const wanted = Buffer.from(token);
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    socket.once('close', () => resolve(''));
    socket.on('data', (chunk: Buffer) => {
      const isBegin = length < wanted.length;
      chunks.push(chunk);
      length += chunk.length;
      const begin = isBegin && length >= wanted.length ? Buffer.concat(chunks).subarray(0, wanted.length) : wanted;
      if (!timingSafeEqual(begin, wanted)) {
        resolve('');
      } else if (length > MAX_INPUT_BYTES) {
        chunks.length = 0;
        reject(new Error(`A hook input is larger than ${MAX_INPUT_BYTES} bytes.`));
      } else if (chunk.at(-1) === NEW_LINE) {
        resolve(Buffer.concat(chunks).toString('utf8', wanted.length));
      }
    });
  });
}
