/*
 * What engineOfHook.js loads only where something is set, or where another version has written the state of a session:
 * esbuild.js puts this file in the place of what is exported here.
 */
export { parseConfiguration } from './core/settings/parse';
export { stateFileSchema } from './node/files/stateFormat';
