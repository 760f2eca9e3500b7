import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostEntries, hostEntriesFolder } from '../../src/node/agentHost/hostEntries';
import type { Rig } from './rig';

/** STAND-IN FOR A LOCAL DESKTOP: a server's Agent Host also listens, but only a desktop's publishes its address. */
export function publishAgentHost({ root }: Rig): void {
  const userData = join(root, 'user-data');
  const process = readdirSync('/proc').find((pid) => {
    const command = read(`/proc/${pid}/cmdline`);
    return command.includes('--type=agentHost') && command.includes(root);
  });
  const variables = new Map(
    read(`/proc/${process}/environ`)
      .split('\0')
      .map((each): [string, string] => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  );
  const [type, pid, instanceId] = ['editor', Number(process), 'a-desktop'];
  const entry = {
    ...{ schemaVersion: 2, type, pid, instanceId, protocolVersion: '0.9.0' },
    endpoint: { type: 'socket', path: variables.get('VSCODE_AGENT_HOST_SOCKET_PATH') },
    connectionToken: variables.get('VSCODE_AGENT_HOST_CONNECTION_TOKEN'),
  };
  const folder = hostEntriesFolder(userData);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(`${type}\0${pid}\0${instanceId}`).digest('hex');
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(entry), { mode: 0o600 });
  assert.equal(hostEntries(userData).length, 1);
}

/** Empty if the process has ended or belongs to another user. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
