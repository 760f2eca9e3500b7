/** What watches the protection of sessions: loaded a little after VS Code has started. */
export { watchProtection } from './vscode/protection/watchedProtection';
