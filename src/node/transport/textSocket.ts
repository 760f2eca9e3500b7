import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';

/** RFC 6455: with this, a server proves that it has read the key. */
const PROOF = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const [CONTINUED, TEXT, CLOSE, PING, PONG] = [0, 1, 8, 9, 10];
const FINAL = 0x80;
const MASKED = 0x80;
/** These lengths mean that a frame's length follows in two or in eight bytes. */
const [TWO_BYTES, EIGHT_BYTES] = [126, 127];
/** Kept for each part in addition to its content: parts of one byte could come endlessly. */
const BYTES_OF_PART = 128;

interface TextListener {
  readonly text: (text: string) => void;
  readonly closed: () => void;
}

/**
 * WebSocket frames over a local socket: the part of RFC 6455 that local servers need. Packages for WebSockets can also
 * reach the network, which no code of ours may.
 */
export class TextSocket {
  #unread: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #partBytes = 0;

  /**
   * A text longer than `mostBytes` closes the socket. No error contains `path`, which may contain a token.
   * @throws if nobody answers in time, or not as a WebSocket; with the code of the system's error
   */
  static open(
    { socket, path, limitMs, mostBytes }: { socket: string; path: string; limitMs: number; mostBytes: number },
    listener: TextListener,
  ): Promise<TextSocket> {
    const key = randomBytes(16).toString('base64');
    return new Promise((resolve, reject) => {
      const refuse = (code?: string): void =>
        reject(Object.assign(new Error('The connection was not taken'), { code }));
      const headers = {
        ...{ connection: 'Upgrade', upgrade: 'websocket' },
        ...{ 'sec-websocket-version': '13', 'sec-websocket-key': key },
      };
      const asking = request({ socketPath: socket, path, headers });
      const late = setTimeout(() => asking.destroy(), limitMs);
      asking.on('close', () => clearTimeout(late));
      asking.on('error', ({ code }: NodeJS.ErrnoException) => refuse(code));
      asking.on('response', (response) => {
        response.resume();
        refuse();
      });
      asking.on('upgrade', ({ headers: { 'sec-websocket-accept': proof } }, stream, head) => {
        clearTimeout(late);
        if (
          proof !==
          createHash('sha1')
            .update(key + PROOF)
            .digest('base64')
        ) {
          stream.destroy();
          refuse();
          return;
        }
        resolve(new TextSocket(stream, head, mostBytes, listener));
      });
      asking.end();
    });
  }

  private constructor(
    private readonly stream: Duplex,
    head: Buffer,
    private readonly mostBytes: number,
    private readonly listener: TextListener,
  ) {
    stream.on('data', (data: Buffer) => this.#read(data));
    stream.on('error', () => stream.destroy());
    stream.on('close', listener.closed);
    // What came with the answer is read once there is a listener.
    setImmediate(() => this.#read(head));
  }

  send(text: string): void {
    this.#write(TEXT, Buffer.from(text, 'utf8'));
  }

  close(): void {
    this.#write(CLOSE, Buffer.alloc(0));
    this.stream.end();
    this.stream.destroy();
  }

  #read(data: Buffer): void {
    this.#unread = this.#unread.length === 0 ? data : Buffer.concat([this.#unread, data]);
    for (let frame = this.#nextFrame(); frame !== undefined; frame = this.#nextFrame()) {
      this.#take(frame);
    }
  }

  #nextFrame(): Frame | undefined {
    const { length } = this.#unread;
    if (length < 2 || this.stream.destroyed) {
      return undefined;
    }
    const [first, second] = [this.#unread.readUInt8(0), this.#unread.readUInt8(1)];
    const short = second & ~MASKED;
    const begin = short === TWO_BYTES ? 4 : short === EIGHT_BYTES ? 10 : 2;
    if (length < begin) {
      return undefined;
    }
    const bytes =
      begin === 4 ? this.#unread.readUInt16BE(2) : begin === 10 ? Number(this.#unread.readBigUInt64BE(2)) : short;
    if (bytes + this.#partBytes > this.mostBytes) {
      this.stream.destroy();
      return undefined;
    }
    if (length < begin + bytes) {
      return undefined;
    }
    const body = this.#unread.subarray(begin, begin + bytes);
    this.#unread = this.#unread.subarray(begin + bytes);
    return { kind: first & 0x0f, isFinal: first >= FINAL, body };
  }

  #take({ kind, isFinal, body }: Frame): void {
    if (kind === CLOSE) {
      this.close();
    } else if (kind === PING && this.stream.writableLength > this.mostBytes) {
      // Answers would pile up endlessly if the other side asks and never reads.
      this.stream.destroy();
    } else if (kind === PING) {
      this.#write(PONG, body);
    } else if (kind === TEXT || kind === CONTINUED) {
      // Parts without content could come endlessly.
      if (body.length > 0) {
        this.#parts.push(body);
        this.#partBytes += body.length + BYTES_OF_PART;
      }
      if (isFinal) {
        const text = Buffer.concat(this.#parts).toString('utf8');
        this.#parts = [];
        this.#partBytes = 0;
        this.listener.text(text);
      }
    }
  }

  #write(kind: number, body: Buffer): void {
    if (this.stream.destroyed) {
      return;
    }
    const mask = randomBytes(4);
    const { length } = body;
    const head = length < TWO_BYTES ? Buffer.alloc(2) : length <= 0xffff ? Buffer.alloc(4) : Buffer.alloc(10);
    head.writeUInt8(FINAL | kind, 0);
    if (head.length === 4) {
      head.writeUInt16BE(length, 2);
    } else if (head.length === 10) {
      head.writeBigUInt64BE(BigInt(length), 2);
    }
    head.writeUInt8(MASKED | (head.length === 2 ? length : head.length === 4 ? TWO_BYTES : EIGHT_BYTES), 1);
    const masked = body.map((byte, at) => byte ^ mask.readUInt8(at & 3));
    this.stream.write(Buffer.concat([head, mask, masked]));
  }
}

interface Frame {
  readonly kind: number;
  readonly isFinal: boolean;
  readonly body: Buffer;
}
