/** The style of the page about recorded sessions, in the light or dark colors of the browser, or of VS Code. */
export const SCAN_STYLE = `
:root { color-scheme: light dark; --quiet: light-dark(#5a5a5a, #a8a8a8); --line: light-dark(#dcdcdc, #3a3a3a);
  --bar: light-dark(#2f6fd0, #5b9bff); }
:root:has(body.vscode-light, body.vscode-high-contrast-light) { color-scheme: light; }
:root:has(body.vscode-dark, body.vscode-high-contrast:not(.vscode-high-contrast-light)) { color-scheme: dark; }
body { margin: 0; padding: 24px 16px 48px; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; }
h1 { font-size: 1.6em; margin: 0; }
h2 { font-size: 1.15em; margin: 32px 0 8px; }
.quiet, small { color: var(--quiet); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 12px 24px; margin: 20px 0; }
dt { font-size: 1.7em; font-weight: 600; font-variant-numeric: tabular-nums; }
dd { margin: 0; }
small { display: block; font-size: 0.87em; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(360px, 1fr)); gap: 16px 32px; }
table { border-collapse: collapse; width: 100%; table-layout: auto; }
caption { text-align: start; font-weight: 600; padding: 4px 0; }
th, td { text-align: start; font-weight: normal; padding: 3px 12px 3px 0; vertical-align: top; }
.charts td:nth-child(2):not(.number) { width: 50%; }
.charts th { width: 35%; overflow-wrap: anywhere; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { display: block; height: 0.9em; margin-top: 0.3em; min-width: 2px; background: var(--bar); border-radius: 2px; }
details { border-top: 1px solid var(--line); padding: 8px 0; }
details:last-of-type { border-bottom: 1px solid var(--line); }
summary { cursor: pointer; }
summary .quiet { display: block; padding-inline-start: 1.1em; }
code { font: 0.93em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
details table { margin: 8px 0 8px 16px; width: auto; }
thead th { color: var(--quiet); }
details p { margin: 4px 0 4px 16px; overflow-wrap: anywhere; }
`;
