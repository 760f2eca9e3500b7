import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { userDataOfWindows } from '../transport/publishedWindows';
import { hostEntries, type HostEntry } from './hostEntries';
import { type CallerIds, RunningChats } from './runningChats';

/** A hook has to be answered, whatever becomes of it. */
const LIMIT_MS = 2_000;

/**
 * Ends the turn that a call belongs to, for a hook of the Agent Host that no window answers. Never throws. The Agent
 * Host of a remote machine tells nobody where it listens, so nothing is ended there.
 * @param hook the path of the hook's program: the Agent Host copies plugins into VS Code's own folder
 * @returns whether a host has told that the turn has ended
 */
export async function endHostedTurn(caller: CallerIds, hook: string, home?: string): Promise<boolean> {
  const userData = resolve(hook, '../../../..');
  for (const entry of [...new Set([userData, ...userDataOfWindows(home)])].flatMap(hostEntries)) {
    if (await endIn(entry, caller)) {
      return true;
    }
  }
  return false;
}

async function endIn(entry: HostEntry, caller: CallerIds): Promise<boolean> {
  const following = RunningChats.follow(entry, 'Tool Loop Guard', { ended: () => undefined, closed: () => undefined });
  const ending = following.then((chats) => chats.cancel(caller).finally(() => chats.dispose())).catch(() => false);
  return Promise.race([ending, setTimeout(LIMIT_MS, false, { ref: false })]);
}
