import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { TextSocket } from '../../../../src/node/transport/textSocket';
import { acceptWebSocket } from '../../../fakes/rpcServer';

const MOST_BYTES = 100_000;

const ENDLESS: readonly (readonly [what: string, frame: Buffer, times: number])[] = [
  ['parts of one byte', Buffer.from([0x01, 1, 65]), MOST_BYTES / 10],
  ['questions whether anybody is there, whose answers it never reads', Buffer.from([0x89, 1, 65]), MOST_BYTES * 3],
];

describe('the socket to the Agent Host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'text-socket-'));
  let server: Server;
  let host: Duplex;

  beforeEach(async () => {
    server = createServer();
    server.on('upgrade', ({ headers }, stream: Duplex) => {
      acceptWebSocket(headers, stream);
      stream.pause();
      stream.on('error', () => undefined);
      host = stream;
    });
    server.listen(join(folder, 'socket'));
    await once(server, 'listening');
  });
  afterEach(() => server.close());
  after(() => rmSync(folder, { recursive: true }));

  for (const [what, frame, times] of ENDLESS) {
    it(`is closed by ${what}`, async () => {
      const options = { socket: join(folder, 'socket'), path: '/', limitMs: 5_000, mostBytes: MOST_BYTES };
      const closed = new Promise<void>((resolve) => {
        void TextSocket.open(options, { text: () => undefined, closed: resolve }).then(() => {
          host.write(Buffer.concat(Array.from({ length: times }, () => frame)));
        });
      });
      await closed;
    }).timeout(20_000);
  }
});
