import { join } from 'node:path';
import { isCodexPluginOn } from '../protection/codexHook';
import { readForeignText } from '../protection/looseJson';
import { hookIn, hasPlugin, type Machine } from '../protection/machineFacts';
import { guardFile, type OutsideAgent } from '../agents/agent';
import type { Installation } from './installation';

/** By what an agent's calls reach us: lines of an installation, our plugin, or lines by hand. */
export type Installed = 'lines' | 'plugin' | 'byHand';

/** Every way in which an agent has our hooks, as its files tell; an empty list when it has none. Never throws. */
export function howInstalled(agent: OutsideAgent, installation: Installation, machine: Machine): Installed[] {
  const folder = agent.folder(machine);
  const hasLines = installation.isInstalled(agent.id);
  const file = guardFile(agent, machine);
  const isPlugin =
    agent.plugins === 'configTables'
      ? isCodexPluginOn(readForeignText(join(folder, 'config.toml')) ?? '')
      : agent.plugins === 'settings' && hasPlugin(folder);
  const isByHand = agent.guard.kind === 'lines' && hookIn(file) !== 'absent';
  return [
    ...(hasLines ? ['lines' as const] : []),
    ...(isPlugin ? ['plugin' as const] : []),
    ...(isByHand && !hasLines ? ['byHand' as const] : []),
  ];
}
