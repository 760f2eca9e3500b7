import { runHook as run } from './node/commands/hookCommand';

/** What hook.js loads where no window answers. */
export const runHook: typeof run = (options, ...streams) =>
  run({ ...options, loadTelemetry: () => import('./telemetry.js') }, ...streams);
