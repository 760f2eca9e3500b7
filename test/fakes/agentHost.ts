import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { hostEntriesFolder } from '../../src/node/agentHost/hostEntries';
import { FakeRpcServer } from './rpcServer';

/** A host's answer to a request; undefined: an unknown method. */
type Answers = (method: string, params: Readonly<Record<string, unknown>>) => unknown;

/** An Agent Host without agents that supports one version of the protocol. */
export class FakeAgentHost {
  static async start(version: string, answers: Answers = () => undefined): Promise<FakeAgentHost> {
    const userData = mkdtempSync(join(tmpdir(), 'fake-host-'));
    const path = join(userData, 'host.sock');
    const server = await FakeRpcServer.start(path, (method, params) => {
      if (method === 'initialize') {
        const { protocolVersions } = params as { protocolVersions?: readonly string[] };
        return protocolVersions?.includes(version) === true
          ? { result: {} }
          : { error: { code: -32005, message: 'no' } };
      }
      const result = answers(method, params);
      return result === undefined ? undefined : { result };
    });
    const host = new FakeAgentHost(userData, server);
    host.#publish(path);
    return host;
  }

  private constructor(
    readonly userData: string,
    private readonly server: FakeRpcServer,
  ) {}

  get asked(): readonly string[] {
    return this.server.asked;
  }

  close(): void {
    this.server.close();
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
}
