/** What begins a little after VS Code has started, and is loaded then. */
export { openHookPipes } from './vscode/agent/hookPipes';
export { watchProtection } from './vscode/protection/watchedProtection';
