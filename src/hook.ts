import { runHookProcess } from './node/commands/hookProcess';

void runHookProcess({ route: process.argv[2], loadEngine: () => import('./engineOfHook.js') });
