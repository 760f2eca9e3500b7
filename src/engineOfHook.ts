import { runHook as run } from './node/commands/hookCommand';

/** hook.js loads this when no window answers. */
export const runHook: typeof run = (options, ...streams) =>
  run({ ...options, loadTelemetry: () => import('./telemetry.js') }, ...streams);
