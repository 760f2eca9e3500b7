import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';

type Fields = Readonly<Record<string, unknown>>;

export type Answers = (
  method: string,
  params: Fields,
) => { readonly result: unknown } | { readonly error: object } | undefined;

/** A JSON-RPC server on a local socket. Accepts requests of less than 64 kB. */
export class FakeRpcServer {
  readonly asked: string[] = [];
  readonly #server = createServer();
  readonly #streams = new Set<Duplex>();

  static async start(path: string, answers: Answers): Promise<FakeRpcServer> {
    const server = new FakeRpcServer(answers);
    server.#server.listen(path);
    await once(server.#server, 'listening');
    return server;
  }

  private constructor(private readonly answers: Answers) {
    this.#server.on('upgrade', ({ headers }, stream: Duplex) => {
      acceptWebSocket(headers, stream);
      this.#streams.add(stream);
      let unread: Buffer = Buffer.alloc(0);
      stream.on('error', () => stream.destroy());
      stream.on('data', (data: Buffer) => {
        unread = Buffer.concat([unread, data]);
        for (let text = takeText(unread); text !== undefined; text = takeText(unread)) {
          unread = unread.subarray(text.bytes);
          this.#answer(stream, text.body);
        }
      });
    });
  }

  close(): void {
    this.#streams.forEach((stream) => stream.destroy());
    this.#server.close();
  }

  #answer(stream: Duplex, text: string): void {
    if (!text.startsWith('{')) {
      return;
    }
    const { id, method, params } = JSON.parse(text) as { id?: number; method: string; params: Fields };
    this.asked.push(method);
    const told = this.answers(method, params) ?? { error: { code: -32601, message: 'no' } };
    if (id !== undefined) {
      stream.write(frameOf(JSON.stringify({ jsonrpc: '2.0', id, ...told })));
    }
  }
}

export function acceptWebSocket(headers: IncomingHttpHeaders, stream: Duplex): void {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const proof = createHash('sha1').update(key).digest('base64');
  stream.write(
    `HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${proof}\r\n\r\n`,
  );
}

/** A client's first frame; undefined until it is complete. */
function takeText(data: Buffer): { readonly body: string; readonly bytes: number } | undefined {
  const short = (data[1] ?? 0) & 0x7f;
  const begin = short === 126 ? 4 : 2;
  const length = short === 126 && data.length >= 4 ? data.readUInt16BE(2) : short;
  const bytes = begin + 4 + length;
  if (data.length < bytes) {
    return undefined;
  }
  const mask = data.subarray(begin, begin + 4);
  const body = data.subarray(begin + 4, bytes).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return { body: Buffer.from(body).toString('utf8'), bytes };
}

function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const head = body.length < 126 ? Buffer.from([0x81, body.length]) : Buffer.from([0x81, 126, 0, 0]);
  if (body.length >= 126) {
    head.writeUInt16BE(body.length, 2);
  }
  return Buffer.concat([head, body]);
}
