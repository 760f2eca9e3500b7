import { join } from 'node:path';
import { readForeignText } from '../protection/looseJson';
import { hasHook, hasPlugin, type Machine } from '../protection/machineFacts';
import { type Agent, guardFile } from './agents';
import type { Installation } from './installation';

/** By what an agent's calls reach us: lines of an installation, our plugin, or lines by hand. */
export type Installed = 'lines' | 'plugin' | 'byHand';

/** The head of the table that Codex keeps of our plugin. */
const CODEX_PLUGIN = /^ *\[plugins\.["']tool-loop-guard(?:@[^"']*)?["']\]/m;

/** A command of ours in a file of Codex's or Gemini's. */
const OUR_COMMAND = /tool-loop-guard|cli\.js["']?\s+hook\b/;

/** Every way in which an agent has our hooks, as its files tell; an empty list when it has none. Never throws. */
export function howInstalled(agent: Agent, installation: Installation, machine: Machine): Installed[] {
  const folder = agent.folder(machine);
  const hasLines = installation.isInstalled(agent.id);
  const file = guardFile(agent, machine);
  const isPlugin =
    agent.id === 'codex' ? CODEX_PLUGIN.test(readForeignText(join(folder, 'config.toml')) ?? '') : hasPlugin(folder);
  const isByHand =
    agent.guard.kind === 'lines' &&
    (agent.id === 'codex' ? OUR_COMMAND.test(readForeignText(file) ?? '') : hasHook(file));
  return [
    ...(hasLines ? ['lines' as const] : []),
    ...(isPlugin ? ['plugin' as const] : []),
    ...(isByHand && !hasLines ? ['byHand' as const] : []),
  ];
}
