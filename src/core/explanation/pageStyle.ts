/** The style of the details page, in addition to that of all pages. */
export const EXPLANATION_STYLE = `
h1 { margin-top: 2px; }
.summary { font-size: 1.05em; overflow-wrap: anywhere; }
figure { margin: 2px 0 4px; padding: 2px 0; overflow-x: auto; }
tr.judged th, tr.judged td { border-bottom-width: 2px; border-bottom-color: var(--vscode-editorError-foreground); }
th[scope=row] { white-space: nowrap; }
/* The picture says it, too. */
@media (max-width: 400px) { th.step, td.step { display: none; } }
dl { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: 2px 12px; margin: 4px 0; }
dt, dd { margin: 0; overflow-wrap: anywhere; }
dt { color: var(--vscode-descriptionForeground); }
h3 { font-size: 1em; font-weight: 600; margin: 8px 0 2px; }
.legend { list-style: none; padding: 0; margin: 4px 0; display: flex; flex-wrap: wrap; gap: 2px 16px; }
.legend li { display: inline-flex; align-items: center; gap: 6px; min-height: 24px; }
.legend span { overflow-wrap: anywhere; }
.error { color: var(--vscode-errorForeground); }
.picture { display: block; flex: none; font-family: var(--vscode-font-family); }
.picture text { fill: var(--vscode-foreground); font-size: 13px; }
.picture .letter { font-weight: 700; font-size: 15px; }
.picture .small { font-size: 12px; }
.picture .quiet { fill: var(--vscode-descriptionForeground); font-size: 12px; }
.picture .sign { font-weight: 700; font-size: 15px; }
.picture .failed { fill: var(--vscode-errorForeground); }
.picture .wire { fill: none; stroke: var(--vscode-descriptionForeground); stroke-width: 1.5; }
.picture .head { fill: var(--vscode-descriptionForeground); }
.picture .call {
  stroke: var(--tint, var(--vscode-foreground));
  stroke-width: 2.5;
  fill: var(--tint, transparent);
  fill-opacity: 0.22;
}
.picture .neutral { --tint: var(--vscode-descriptionForeground); stroke-width: 2; }
.picture .refused {
  stroke: var(--vscode-editorError-foreground);
  stroke-dasharray: 5 3;
  fill: var(--vscode-editorError-foreground);
  fill-opacity: 0.08;
}
.picture .cross { fill: none; stroke: var(--vscode-editorError-foreground); stroke-width: 2.5; stroke-linecap: round; }
.picture .judged { fill: none; stroke: var(--vscode-editorError-foreground); stroke-width: 2; }
.c0 { --tint: var(--vscode-charts-blue); }
.c1 { --tint: var(--vscode-charts-yellow); }
.c2 { --tint: var(--vscode-charts-purple); }
.c3 { --tint: var(--vscode-charts-green); }
.c4 { --tint: var(--vscode-terminal-ansiCyan); }
.c5 { --tint: var(--vscode-terminal-ansiMagenta); }
body.vscode-high-contrast .picture .call, body.vscode-high-contrast-light .picture .call {
  fill-opacity: 0;
  stroke-width: 3;
}
body.vscode-high-contrast .picture .quiet, body.vscode-high-contrast-light .picture .quiet {
  fill: var(--vscode-foreground);
}
body.vscode-high-contrast .picture .wire, body.vscode-high-contrast-light .picture .wire {
  stroke: var(--vscode-foreground);
}
`;
