import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { codexFolder } from '../../node/plugin/agentFolders';

/** How often it is looked whether there is anything to watch. */
const LOOK_INTERVAL_MS = 5_000;

/**
 * Looks out for Codex in the Agent Host, of which no hook may tell.
 * @param userData the folder of VS Code in which an Agent Host says where it listens
 * @param watch called every few seconds while both have been used here
 */
export function lookOutForCodex(userData: string, watch: () => void): { dispose(): void } {
  const signs = [join(userData, 'agent-host'), join(codexFolder(process.env, homedir()), 'sessions')];
  const timer = setInterval(() => signs.every((path) => existsSync(path)) && watch(), LOOK_INTERVAL_MS);
  timer.unref();
  return { dispose: () => clearInterval(timer) };
}
