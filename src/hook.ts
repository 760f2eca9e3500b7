import { answerHook } from './node/commands/answerHook';
import { readStandardInput } from './node/hooks/standardInput';

// Any other code refuses the call in some agents. A reader of the output that has gone is reported as an exception.
process.on('uncaughtException', () => process.exit(0));

void answerHook({
  readInput: readStandardInput,
  // A stream is made when there is something to write.
  get output() {
    return process.stdout;
  },
  get errors() {
    return process.stderr;
  },
  environment: process.env,
  route: process.argv[2],
  loadEngine: () => import('./engineOfHook.js'),
}).then(() => process.exit(0));
