import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HookAddress } from './hookAddress';
import { HOST_HEADER, readHostHeader } from '../wire/hookHost';

/** A hook input larger than this is not read; its call is allowed. */
const MAX_INPUT_BYTES = 64 * 1024 * 1024;

export interface HookAnswer {
  readonly output: string;
  /** Runs after the hook process has taken the answer. */
  readonly afterwards?: (() => void) | undefined;
}

export const NO_ANSWER: HookAnswer = { output: '' };

/**
 * Listens for hook processes. Each question is the JSON text a hook got on stdin; the answer is what it prints.
 * A question that fails is answered with nothing, which means: go on.
 */
export class HookServer {
  readonly #server: Server;

  /**
   * @param answer judges the text of one hook input; the signal tells that the hook process has gone before it was
   * answered, the environment who started it (see {@link hostVariables})
   * @param onFault told when a question could not be answered
   */
  constructor(
    private readonly address: HookAddress,
    private readonly answer: (
      input: string,
      gone: AbortSignal,
      environment: NodeJS.ProcessEnv,
    ) => HookAnswer | Promise<HookAnswer>,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.onFault(error);
        response.destroy();
      });
    });
  }

  /**
   * Resolves when hooks can connect.
   * @throws when nothing can listen at the address, or it cannot be closed to other users
   */
  async listen(): Promise<void> {
    this.#server.listen(this.address.path);
    await once(this.#server, 'listening');
    this.#server.on('error', this.onFault);
    this.address.protect();
  }

  dispose(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.address.dispose();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.#isAuthorized(request)) {
      // What a stranger sends is not even read.
      response.writeHead(403, { connection: 'close' }).end(() => request.destroy());
      return;
    }
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) {
        gone.abort();
      }
    });
    const { output, afterwards } = await this.#answer(request, gone.signal);
    if (afterwards !== undefined) {
      if (gone.signal.aborted) {
        afterwards();
        return;
      }
      response.once('close', afterwards);
    }
    // By its length the hook knows that it has all of it.
    const length = Buffer.byteLength(output);
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': length, connection: 'close' })
      .end(output);
  }

  async #answer(request: IncomingMessage, gone: AbortSignal): Promise<HookAnswer> {
    try {
      return await this.answer(await readAll(request), gone, readHostHeader(request.headers[HOST_HEADER]));
    } catch (error) {
      this.onFault(error);
      return NO_ANSWER;
    }
  }

  #isAuthorized(request: IncomingMessage): boolean {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${this.address.token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_INPUT_BYTES) {
      throw new Error(`A hook input is larger than ${MAX_INPUT_BYTES} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
