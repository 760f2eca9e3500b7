import './requiredNode';
import { runHookProcess } from './node/commands/answerHook';

void runHookProcess({ route: process.argv[2], loadEngine: () => import('./engineOfHook.js') });
