import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isOwnSocket, namesIn, readPrivateFile } from '../files/ownFile';
import { isRunning } from '../files/program';

/** What an Agent Host writes for other programs of the same user, since VS Code 1.133. */
const entrySchema = z.object({
  schemaVersion: z.literal(2),
  type: z.string(),
  pid: z.number(),
  instanceId: z.string(),
  endpoint: z.object({ type: z.literal('socket'), path: z.string() }),
  connectionToken: z.string(),
});

/** Where an Agent Host listens. Anyone who has the token has the user's agents. */
export interface HostEntry {
  /** The path of a socket; on Windows the name of a pipe. */
  readonly socket: string;
  readonly token: string;
}

export function hostEntriesFolder(userData: string): string {
  return join(userData, 'agent-host', 'local-endpoint', 'entries');
}

/** Only this user's: skips files that others own or can read, their sockets, and ended processes. Never throws. */
export function hostEntries(userData: string): readonly HostEntry[] {
  const folder = hostEntriesFolder(userData);
  const names = namesIn(folder).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => {
    try {
      return entryIn(folder, name) ?? [];
    } catch {
      // It has just gone, isn't an entry, or isn't private.
      return [];
    }
  });
}

function entryIn(folder: string, name: string): HostEntry | undefined {
  const text = readPrivateFile(join(folder, name)) ?? '';
  const { type, pid, instanceId, endpoint, connectionToken } = entrySchema.parse(JSON.parse(text));
  const ownName = createHash('sha256').update(`${type}\0${pid}\0${instanceId}`, 'utf8').digest('hex');
  if (name !== `${ownName}.json` || !isRunning(pid) || !isOwnSocket(endpoint.path)) {
    return undefined;
  }
  return { socket: endpoint.path, token: connectionToken };
}
