/** What the page about the protection has beside the style of all pages. */
export const PROTECTION_STYLE = `
.rows { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 10px; margin: 8px 0; }
.sign { font-weight: 600; }
.sign.guarded { color: var(--vscode-testing-iconPassed, var(--vscode-foreground)); }
.sign.not { color: var(--vscode-testing-iconFailed, var(--vscode-foreground)); }
.level { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.lead { font-weight: 600; }
`;
