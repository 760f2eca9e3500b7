import { isRootInForeignFolder } from './node/files/ownFile';
import { runHookProcess } from './node/commands/hookProcess';
import { keepCompiled } from './node/hooks/compiledPrograms';
import { sharedFolder } from './node/hooks/sharedFolder';

void runHookProcess({
  route: process.argv[2],
  loadEngine: () => {
    if (!isRootInForeignFolder(sharedFolder())) {
      keepCompiled(sharedFolder());
    }
    return import('./engineOfHook.js');
  },
});
