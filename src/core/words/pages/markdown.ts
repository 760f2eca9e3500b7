/** What can begin markup, a link that is found by itself (`https://`, `www.`, `me@host`), an entity or an icon. */
const SIGNS = /[\\`*_{}[\]()#+!|<>~&$@:]|(?<=\bwww)\./gi;

/**
 * Escapes a text for a chat answer: nothing in it becomes a link, a picture, a command, an icon or HTML, and it stays
 * in its paragraph.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(SIGNS, '\\$&');
}

/** A text from elsewhere as code inside a line of a chat answer. */
export function codeSpan(text: string): string {
  return `\`${text.replace(/[\r\n]+/g, ' ').replaceAll('`', "'")}\``;
}
