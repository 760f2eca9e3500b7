/** The look of the explanation's page, in the colours of the person's theme. */
export const EXPLANATION_STYLE = `
body {
  padding: 4px 20px 24px;
  color: var(--vscode-foreground);
  font-family: var(--vscode-font-family);
  font-size: var(--vscode-font-size);
  line-height: 1.5;
}
main { max-width: 760px; }
h1 { font-size: 1.35em; font-weight: 600; margin: 12px 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 1.05em; font-weight: 600; margin: 24px 0 6px; }
p, ul { margin: 4px 0; }
ul { padding-inline-start: 20px; }
td ul { list-style: none; padding: 0; margin: 0; }
.summary { font-size: 1.05em; overflow-wrap: anywhere; }
.quiet { color: var(--vscode-descriptionForeground); }
figure { margin: 14px 0 4px; padding: 8px 0; }
figure:focus-visible, .scroll:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
figure:focus:not(:focus-visible), .scroll:focus:not(:focus-visible) { outline: none; }
code {
  font-family: var(--vscode-editor-font-family);
  font-size: 0.92em;
  color: var(--vscode-textPreformat-foreground, inherit);
  background: none;
  overflow-wrap: anywhere;
}
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td {
  text-align: start;
  vertical-align: top;
  padding: 4px 14px 4px 0;
  border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border));
  font-weight: normal;
}
thead th { color: var(--vscode-descriptionForeground); }
tr.judged th, tr.judged td { border-bottom-width: 2px; border-bottom-color: var(--vscode-editorError-foreground); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 12px; margin: 10px 0 0; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
.picture { display: block; max-width: 100%; height: auto; font-family: var(--vscode-font-family); }
.picture text { fill: var(--vscode-foreground); font-size: 13px; }
.picture .letter { font-weight: 700; font-size: 15px; }
.picture .small { font-size: 12px; }
.picture .count { font-weight: 700; font-size: 26px; }
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
.picture .refused { stroke-dasharray: 5 3; fill-opacity: 0.06; }
.picture .refused.solid {
  stroke: var(--vscode-editorError-foreground);
  stroke-width: 2;
  stroke-dasharray: none;
  fill: var(--vscode-panel-background, var(--vscode-editor-background));
  fill-opacity: 1;
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
body.vscode-high-contrast .quiet, body.vscode-high-contrast-light .quiet { color: var(--vscode-foreground); }
body.vscode-high-contrast .picture .quiet, body.vscode-high-contrast-light .picture .quiet {
  fill: var(--vscode-foreground);
}
body.vscode-high-contrast .picture .wire, body.vscode-high-contrast-light .picture .wire {
  stroke: var(--vscode-foreground);
}
`;
