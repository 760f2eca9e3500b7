import { escapeMarkup } from './markup';
import { PAGE_STYLE } from './pageStyle';

/** What a page needs in addition to its content. */
export interface PageFrame {
  /** Unguessable and new for each page: only the style that carries it is applied. */
  readonly nonce: string;
  /** The language of the texts, such as `de`. */
  readonly language: string;
}

/**
 * A page for VS Code that runs no script and loads nothing: only its own style is applied.
 * @param body markup in which every text is escaped
 */
export function htmlPage(title: string, style: string, body: string, { nonce, language }: PageFrame): string {
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
    body,
    '</body>',
    '</html>',
  ].join('\n');
}

/**
 * A link that runs a command of VS Code, in a page that allows it. The arguments stand in the address: they must be
 * fine to show.
 */
export function commandAnchor(command: string, text: string, ...given: readonly unknown[]): string {
  const query = given.length === 0 ? '' : `?${encodeURIComponent(JSON.stringify(given))}`;
  return `<a href="${escapeMarkup(`command:${command}${query}`)}">${escapeMarkup(text)}</a>`;
}

/** A table that scrolls by itself where it is too wide. Headings are escaped here, rows before. */
export function htmlTable(caption: string, headings: readonly string[], rows: readonly string[]): string {
  const head = headings.map((heading) => `<th scope="col">${escapeMarkup(heading)}</th>`).join('');
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escapeMarkup(caption)}">` +
    `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}
