import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isOwnSocket, isPrivate } from '../files/ownFile';
import { RpcClient } from '../transport/rpcClient';

/** The hook has to be answered, whatever becomes of it. */
const LIMIT_MS = 2_000;

/**
 * Interrupts a turn, as the person's Esc does, by the protocol of Codex' app server. Never throws.
 * @param link to the socket that the server listens on
 * @returns whether the server has said that the turn has ended
 */
export async function interruptTurn(link: string, threadId: string, turnId: string): Promise<boolean> {
  let server: RpcClient | undefined;
  try {
    const socket = realpathSync(link);
    if (!isPrivate(lstatSync(dirname(link))) || !isOwnSocket(socket) || !isPrivate(lstatSync(socket))) {
      return false;
    }
    server = await RpcClient.connect({ socket, path: '/', limitMs: LIMIT_MS }, {});
    await server.request('initialize', { clientInfo: { name: 'tool-loop-guard', version: '1' } }, LIMIT_MS);
    server.notify('initialized', {});
    await server.request('turn/interrupt', { threadId, turnId }, LIMIT_MS);
    return true;
  } catch {
    // There is no server, or it doesn't know the turn, or the request.
    return false;
  } finally {
    server?.close();
  }
}
