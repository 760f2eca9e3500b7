import './requiredNode';
import { homedir } from 'node:os';
import { runHookProcess } from './node/commands/answerHook';
import { copilotFolder } from './node/plugin/agentFolders';
import { hasPlugin } from './node/protection/machineFacts';

// One file with everything in it, for a repository: see `tool-loop-guard install --repository`.
void runHookProcess({
  route: 'repository',
  loadEngine: () => import('./node/commands/hookCommand'),
  hasPlugin: () => hasPlugin(copilotFolder(process.env, homedir())),
});
