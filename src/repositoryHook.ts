import { homedir } from 'node:os';
import { answerHook } from './node/commands/answerHook';
import { runHook } from './node/commands/hookCommand';
import { copilotFolder } from './node/hooks/copilotUserFile';
import { hasPlugin } from './node/protection/machineFacts';

// One file with everything in it, for a repository: see `tool-loop-guard install --repository`.
const { stdin: input, stdout: output, stderr: errors, env: environment } = process;
void answerHook({
  input,
  output,
  errors,
  environment,
  route: 'repository',
  loadEngine: () => Promise.resolve({ runHook }),
  hasPlugin: () => hasPlugin(copilotFolder(environment, homedir())),
}).then(() => process.exit(0));
