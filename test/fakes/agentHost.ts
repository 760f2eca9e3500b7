import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { discard } from '../../scripts/vscode/discard.mjs';
import { hostEntriesFolder } from '../../src/node/agentHost/hostEntries';

/** What a host says to a request; undefined: it says that it does not know it. */
type Answers = (method: string, params: Readonly<Record<string, unknown>>) => unknown;

/** An Agent Host without agents, which speaks one version of the protocol. It hears requests of less than 64 kB. */
export class FakeAgentHost {
  /** The user data folder in which it says where it listens. */
  readonly userData = mkdtempSync(join(tmpdir(), 'fake-host-'));
  /** Methods that it was asked for, in order. */
  readonly asked: string[] = [];
  readonly #server = createServer();
  readonly #streams = new Set<Duplex>();

  static async start(version: string, answers: Answers = () => undefined): Promise<FakeAgentHost> {
    const host = new FakeAgentHost(version, answers);
    const path = join(host.userData, 'host.sock');
    host.#server.listen(path);
    await once(host.#server, 'listening');
    host.#publish(path);
    return host;
  }

  private constructor(
    private readonly version: string,
    private readonly answers: Answers,
  ) {
    this.#server.on('upgrade', ({ headers }, stream: Duplex) => {
      const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const proof = createHash('sha1').update(key).digest('base64');
      stream.write(
        `HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${proof}\r\n\r\n`,
      );
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
    discard(this.userData);
  }

  #publish(path: string): void {
    const [type, pid, instanceId] = ['editor', process.pid, randomUUID()];
    const folder = hostEntriesFolder(this.userData);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const name = createHash('sha256').update(`${type}\0${pid}\0${instanceId}`).digest('hex');
    const entry = { schemaVersion: 2, type, pid, instanceId, endpoint: { type: 'socket', path }, connectionToken: 'x' };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(entry), { mode: 0o600 });
  }

  #answer(stream: Duplex, text: string): void {
    if (!text.startsWith('{')) {
      return;
    }
    const { id, method, params } = JSON.parse(text) as {
      id?: number;
      method: string;
      params: Readonly<Record<string, unknown>>;
    };
    this.asked.push(method);
    const { protocolVersions } = params as { protocolVersions?: readonly string[] };
    const isRefused = method === 'initialize' && protocolVersions?.includes(this.version) !== true;
    const result = method === 'initialize' ? {} : this.answers(method, params);
    const error = { code: isRefused ? -32005 : -32601, message: 'no' };
    const told = isRefused || result === undefined ? { error } : { result };
    if (id !== undefined) {
      stream.write(frameOf(JSON.stringify({ jsonrpc: '2.0', id, ...told })));
    }
  }
}

/** The first frame of what a client has sent; undefined while it is not whole. */
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
