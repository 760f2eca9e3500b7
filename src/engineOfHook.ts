/** What hook.js loads where no window answers. */
export { runHook } from './node/commands/hookCommand';
