// A window next to an Agent Host without one: its extension host, with the host's home and user data folder.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { HostAlone } from './hostAlone';
import { until } from './wait';

interface Told {
  readonly shown: readonly string[];
  readonly log: readonly string[];
}

export class LabWindow {
  /** @param host whose home it uses @param userData of its edition of VS Code; by default, the host's */
  static async open(host: HostAlone, folders: readonly string[], userData = host.userData): Promise<LabWindow> {
    const child = fork(join(__dirname, 'extensionHost.ts'), [JSON.stringify({ userData, folders })], {
      execArgv: ['--import', 'tsx'],
      env: { ...host.environment, HOME: host.home },
    });
    await once(child, 'message');
    return new LabWindow(child);
  }

  private constructor(private readonly child: ChildProcess) {}

  async told(): Promise<Told> {
    const answer = once(this.child, 'message') as Promise<[Told]>;
    this.child.send('tell');
    return (await answer)[0];
  }

  async isConnected(): Promise<void> {
    await until('the connection', async () => (await this.told()).log.some((line) => /^Connected to/.test(line))).catch(
      async (error: unknown) => {
        throw new Error(`${String(error)}: ${(await this.told()).log.join('\n')}`);
      },
    );
  }

  async stops(): Promise<readonly string[]> {
    return (await this.told()).shown.filter((text) => text.startsWith('Loop stopped'));
  }

  /** Waits for the first one: a window shows a stop when it has seen the end of the turn. */
  async toldStops(): Promise<readonly string[]> {
    await until('a stop', async () => (await this.stops()).length > 0);
    return this.stops();
  }

  async close(): Promise<void> {
    if (this.child.connected) {
      const exited = once(this.child, 'exit');
      this.child.disconnect();
      await exited;
    }
  }
}
