import './requiredNode';
import { isRootInForeignFolder } from './node/files/ownFile';
import { runHookProcess } from './node/commands/answerHook';
import { keepCompiled } from './node/transport/compiledPrograms';
import { sharedFolder } from './node/plugin/sharedFolder';

void runHookProcess({
  route: process.argv[2],
  loadEngine: () => {
    if (!isRootInForeignFolder(sharedFolder())) {
      keepCompiled(sharedFolder());
    }
    return import('./engineOfHook.js');
  },
});
