/** Can begin markup, an automatic link (`https://`, `www.`, `me@host`), an entity, or an icon. */
const SIGNS = /[\\`*_{}[\]()#+!|<>~&$@:]|(?<=\bwww)\./gi;

/** Nothing in the text becomes a link, a picture, a command, an icon, or HTML, and it stays in its paragraph. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(SIGNS, '\\$&');
}

/** Safe for any text inside a line of a chat answer. */
export function codeSpan(text: string): string {
  return `\`${text.replace(/[\r\n]+/g, ' ').replaceAll('`', "'")}\``;
}
