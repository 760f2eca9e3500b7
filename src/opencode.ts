import { type OpencodeHooks, type OpencodePorts, opencodePlugin } from './node/commands/opencodePlugin';

/** The only export: opencode calls every function that a plugin file exports. */
export const ToolLoopGuard = (ports: OpencodePorts): Promise<OpencodeHooks> =>
  Promise.resolve(opencodePlugin(ports, process.env));
