import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { codexFolder } from '../../node/plugin/agentFolders';

/** How often it is looked whether there is anything to watch. */
const LOOK_INTERVAL_MS = 2_000;

/**
 * Looks out for Codex in the Agent Host, of which no hook may tell.
 * @param userData the folder of VS Code in which an Agent Host says where it listens
 * @param watch called every few seconds while both are there: Codex makes its folder when VS Code asks it for its
 * models, before the first prompt
 */
export function lookOutForCodex(userData: string, watch: () => void): { dispose(): void } {
  const signs = [join(userData, 'agent-host'), codexFolder(process.env, homedir())];
  const timer = setInterval(() => signs.every((path) => existsSync(path)) && watch(), LOOK_INTERVAL_MS);
  timer.unref();
  return { dispose: () => clearInterval(timer) };
}
