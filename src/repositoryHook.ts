import { homedir } from 'node:os';
import { answerHook } from './node/commands/answerHook';
import { runHook } from './node/commands/hookCommand';
import { copilotFolder } from './node/hooks/agentFolders';
import { readStandardInput } from './node/hooks/standardInput';
import { hasPlugin } from './node/protection/machineFacts';

// One file with everything in it, for a repository: see `tool-loop-guard install --repository`.
const { env: environment } = process;
// Any other code refuses the call in some agents. A reader of the output that has gone is reported as an exception.
process.on('uncaughtException', () => process.exit(0));

void answerHook({
  readInput: readStandardInput,
  get output() {
    return process.stdout;
  },
  get errors() {
    return process.stderr;
  },
  environment,
  route: 'repository',
  loadEngine: () => Promise.resolve({ runHook }),
  hasPlugin: () => hasPlugin(copilotFolder(environment, homedir())),
}).then(() => process.exit(0));
