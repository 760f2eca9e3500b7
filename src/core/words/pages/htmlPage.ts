const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For elements and quoted attributes of HTML or SVG. Control characters become spaces. */
export function escapeMarkup(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, ' ')
    .replace(/[&<>"']/g, (character) => SPECIAL[character] as string);
}

/** For a path, or a call with one: breaks at folders first. */
export function escapeBreakable(text: string): string {
  return escapeMarkup(text).replaceAll(/[/\\(]/g, '$&<wbr>');
}

/** Shared by all pages, in the theme's colors. No text is smaller than 12 pixels. */
const PAGE_STYLE = `
body {
  padding: 4px 12px 24px;
  color: var(--vscode-foreground);
  font-family: var(--vscode-font-family);
  font-size: max(13px, var(--vscode-font-size));
  line-height: 1.5;
}
main { max-width: 760px; }
h1 { font-size: 1.35em; font-weight: 600; margin: 12px 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 1.05em; font-weight: 600; margin: 20px 0 6px; }
p, ul { margin: 4px 0; }
ul { padding-inline-start: 20px; }
a { color: var(--vscode-textLink-foreground); }
a:hover { color: var(--vscode-textLink-activeForeground); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible {
  outline: 1px solid var(--vscode-focusBorder);
  outline-offset: 2px;
}
.scroll:focus:not(:focus-visible) { outline: none; }
.quiet { color: var(--vscode-descriptionForeground); }
.actions { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 8px 0; }
code {
  font-family: var(--vscode-editor-font-family);
  font-size: max(12px, 0.92em);
  color: var(--vscode-textPreformat-foreground, inherit);
  background: none;
  overflow-wrap: anywhere;
}
summary { cursor: pointer; font-weight: 600; margin: 16px 0 6px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td {
  text-align: start;
  vertical-align: top;
  padding: 4px 14px 4px 0;
  border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border));
  font-weight: normal;
}
th:last-child, td:last-child { padding-inline-end: 0; }
thead th { color: var(--vscode-descriptionForeground); }
body.vscode-high-contrast .quiet, body.vscode-high-contrast-light .quiet,
body.vscode-high-contrast thead th, body.vscode-high-contrast-light thead th { color: var(--vscode-foreground); }
`;

export interface PageFrame {
  /** Unguessable and new for each page: only the style that carries it is applied. */
  readonly nonce: string;
  readonly language: string;
}

/** Runs no scripts, loads nothing, applies only its own style. @param parts markup in which every text is escaped */
export function htmlPage(
  title: string,
  style: string,
  parts: readonly (string | false)[],
  { nonce, language }: PageFrame,
): string {
  return [
    '<!DOCTYPE html>',
    `<html lang="${escapeMarkup(language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeMarkup(title)}</title>`,
    `<style nonce="${nonce}">${PAGE_STYLE}${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    ...parts.filter((part) => part !== false),
    '</main>',
    '</body>',
    '</html>',
  ].join('\n');
}

/** Runs a command of VS Code, in a page that allows it. The arguments are visible in the address. */
export function commandAnchor(command: string, text: string, ...given: readonly unknown[]): string {
  const query = given.length === 0 ? '' : `?${encodeURIComponent(JSON.stringify(given))}`;
  return `<a href="${escapeMarkup(`command:${command}${query}`)}">${escapeMarkup(text)}</a>`;
}

/** `className` is also that of the column's cells. */
type TableHeading = string | { readonly text: string; readonly className: string };

/** Scrolls if it is too wide. Escapes the headings; the rows must be escaped already. */
export function htmlTable(caption: string, headings: readonly TableHeading[], rows: readonly string[]): string {
  const head = headings
    .map((heading) =>
      typeof heading === 'string'
        ? `<th scope="col">${escapeMarkup(heading)}</th>`
        : `<th scope="col" class="${heading.className}">${escapeMarkup(heading.text)}</th>`,
    )
    .join('');
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escapeMarkup(caption)}">` +
    `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}
