/** What begins a little after VS Code has started, and is loaded then. */
export { openHookPipes } from './vscode/hooks/hookPipes';
export { watchProtection } from './vscode/protection/watchedProtection';
