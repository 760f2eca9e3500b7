import { type OpencodeHooks, type OpencodePorts, opencodePlugin } from './node/commands/opencodePlugin';

/** The plugin of opencode, which calls every function that a file exports. */
export const ToolLoopGuard = (ports: OpencodePorts): Promise<OpencodeHooks> =>
  Promise.resolve(opencodePlugin(ports, process.env));
