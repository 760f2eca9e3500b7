import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { isOwnSocket, isPrivate } from '../files/ownFile';
import { RpcClient } from '../transport/rpcClient';
import type { RunningTurn } from '../wire/harness';

/** The hook has to be answered, whatever becomes of it. */
const LIMIT_MS = 2_000;

/**
 * Interrupts a turn, as the person's Esc does. Since 0.169 or earlier, `codex` in a terminal leaves its threads to a
 * server in the background, which other programs of the same user may connect to. `codex exec` has none, nor has
 * `codex` with `--no-daemon` or `--dangerously-bypass-hook-trust`. Never throws.
 * @returns whether the server has said that the turn has ended
 */
export async function interruptTurn({ sessionId, turnId, transcriptPath }: RunningTurn): Promise<boolean> {
  let server: RpcClient | undefined;
  try {
    const socket = socketFor(transcriptPath);
    if (socket === undefined) {
      return false;
    }
    server = await RpcClient.connect({ socket, path: '/', limitMs: LIMIT_MS }, {});
    await server.request('initialize', { clientInfo: { name: 'tool-loop-guard', version: '1' } }, LIMIT_MS);
    server.notify('initialized', {});
    await server.request('turn/interrupt', { threadId: sessionId, turnId }, LIMIT_MS);
    return true;
  } catch {
    return false;
  } finally {
    server?.close();
  }
}

/**
 * Where the server of the Codex folder listens that a transcript lies in.
 * @returns undefined where nothing tells, and where the folder or the socket is open to other users
 * @throws when there is none
 */
function socketFor(transcriptPath: string): string | undefined {
  const at = transcriptPath.lastIndexOf(`${sep}sessions${sep}`);
  if (at < 0 || !isAbsolute(transcriptPath)) {
    return undefined;
  }
  const folder = join(transcriptPath.slice(0, at), 'app-server-control');
  // A link, since the paths of sockets may not be long.
  const socket = realpathSync(join(folder, 'app-server-control.sock'));
  return isPrivate(lstatSync(folder)) && isOwnSocket(socket) && isPrivate(lstatSync(socket)) ? socket : undefined;
}
