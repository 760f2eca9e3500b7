import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AGENTS_FOLDER, sharedFolder } from '../../node/plugin/sharedFolder';
import { afterStart } from '../window/afterStart';
import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { registerAgentsCommands, updateAgents } from './agentsCommands';

/** What is loaded where agents beside VS Code are guarded, or are to be. */
interface OnDemand {
  readonly registerAgentsCommands: typeof registerAgentsCommands;
  readonly updateAgents: typeof updateAgents;
}

/** Registers what guards agents beside VS Code, and brings it to this version where it is in place. */
export function registerAgents(window: GuardWindow, load: () => OnDemand): Registered<'agents'> {
  const { commands } = new FeatureOnDemand('agents', window, () => load().registerAgentsCommands(window));
  const updating = afterStart(() => {
    if (existsSync(join(sharedFolder(), AGENTS_FOLDER))) {
      load().updateAgents(window);
    }
  });
  return { parts: [updating], commands };
}
