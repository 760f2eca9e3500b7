import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { applicationsFolder } from '../files/applicationsFolder';
import { namesIn } from '../files/ownFile';
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
export async function endHostedTurn(
  caller: CallerIds,
  hook: string,
  home: string = homedir(),
  environment: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  const applications = applicationsFolder(environment, home);
  const usual = namesIn(applications).map((name) => join(applications, name));
  const places = [resolve(hook, '../../../..'), ...userDataOfWindows(home), ...usual];
  const entries = [...new Set(places)].flatMap(hostEntries);
  // At once: of several hosts, those that don't answer take no longer than one.
  const ending = Promise.any(entries.map((entry) => endIn(entry, caller))).catch(() => false);
  return Promise.race([ending, setTimeout(LIMIT_MS, false, { ref: false })]);
}

/** @throws when this host has not ended the turn */
async function endIn(entry: HostEntry, caller: CallerIds): Promise<boolean> {
  const chats = await RunningChats.follow(entry, 'Tool Loop Guard', {
    ended: () => undefined,
    closed: () => undefined,
  });
  const hasEnded = await chats.cancel(caller).finally(() => chats.dispose());
  if (!hasEnded) {
    throw new Error('The turn is not of this host, or goes on');
  }
  return true;
}
