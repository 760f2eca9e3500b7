import './requiredNode';
import { homedir } from 'node:os';
import { runHookProcess } from './node/commands/answerHook';
import { copilotFolder } from './node/plugin/agentFolders';
import { pluginsInSettings } from './node/protection/agentPlugins';

// Bundled into one file for a repository: see `tool-loop-guard install --repository`.
void runHookProcess({
  route: 'repository',
  loadEngine: () => import('./node/commands/hookCommand'),
  hasPlugin: () => pluginsInSettings(copilotFolder(process.env, homedir())).length > 0,
});
