import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RunningThread } from '../../core/protection/runningThread';
import { fieldsOf, listOf } from '../files/jsonFields';
import { isOwnSocket, isPrivate } from '../files/ownFile';
import { RpcClient } from '../transport/rpcClient';

/** A hook has to be answered, whatever becomes of it. */
const LIMIT_MS = 2_000;

/**
 * Interrupts a turn, as the person's Esc does, by the protocol of Codex' app server. Never throws.
 * @param link to the socket that the server listens on
 * @param turn by default, whatever turn the thread is at
 * @returns whether the server has said that the turn has ended
 */
export async function interruptTurn(link: string, threadId: string, turn?: string): Promise<boolean> {
  const interrupted = ask(link, async (server) => {
    const turnId = turn ?? (await latestTurn(server, threadId));
    await server.request('turn/interrupt', { threadId, turnId }, LIMIT_MS);
  });
  return interrupted.then(
    () => true,
    () => false,
  );
}

async function latestTurn(server: RpcClient, threadId: string): Promise<unknown> {
  const { data } = fieldsOf(await server.request('thread/turns/list', { threadId, limit: 1 }, LIMIT_MS));
  return fieldsOf(listOf(data)[0])['id'];
}

/**
 * The threads whose turn the server is at, with or without a terminal. Never throws.
 * @returns none where there is no server; undefined where there is one that can't be asked
 */
export async function threadsAtWork(link: string): Promise<readonly RunningThread[] | undefined> {
  const asked = ask(link, async (server) => {
    const ids = new Set<unknown>();
    const cursors = new Set<unknown>([null]);
    const endMs = performance.now() + LIMIT_MS;
    // The list may come slowly, and without an end.
    for (let cursor: unknown; !cursors.has(cursor) && performance.now() < endMs;) {
      cursors.add(cursor);
      const { data, nextCursor = null } = fieldsOf(await server.request('thread/loaded/list', { cursor }, LIMIT_MS));
      listOf(data).forEach((id) => ids.add(id));
      cursor = nextCursor;
    }
    // One that is being unloaded hides no other.
    const read = [...ids].map((threadId) =>
      server.request('thread/read', { threadId }, LIMIT_MS).catch(() => undefined),
    );
    return (await Promise.all(read)).map((answer) => fieldsOf(fieldsOf(answer)['thread']));
  });
  const threads = await asked.catch(({ code }: NodeJS.ErrnoException) =>
    code === 'ENOENT' || code === 'ECONNREFUSED' ? [] : undefined,
  );
  // People are shown a command with the ID, where it must be no option.
  return threads?.flatMap(({ id, status, name, preview, cwd }) =>
    typeof id === 'string' && /^[\da-f][\da-f-]*$/.test(id) && fieldsOf(status)['type'] === 'active'
      ? [{ id, prompt: textOf(name) || textOf(preview), folder: textOf(cwd) }]
      : [],
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @throws when there is no server, it is not to be trusted, or it doesn't know the turn, or the request */
async function ask<Answer>(link: string, work: (server: RpcClient) => Promise<Answer>): Promise<Answer> {
  let server: RpcClient | undefined;
  try {
    const socket = realpathSync(link);
    if (!isPrivate(lstatSync(dirname(link))) || !isOwnSocket(socket) || !isPrivate(lstatSync(socket))) {
      throw new Error('Others can reach the server, or it is theirs');
    }
    server = await RpcClient.connect({ socket, path: '/', limitMs: LIMIT_MS }, {});
    await server.request('initialize', { clientInfo: { name: 'tool-loop-guard', version: '1' } }, LIMIT_MS);
    server.notify('initialized', {});
    return await work(server);
  } finally {
    server?.close();
  }
}
