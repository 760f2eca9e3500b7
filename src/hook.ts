import { answerHook } from './node/commands/answerHook';

const { stdin: input, stdout: output, stderr: errors, env: environment, argv } = process;
const loadEngine = () => import('./engineOfHook.js');
void answerHook({ input, output, errors, environment, route: argv[2], loadEngine }).then(() => process.exit(0));
