/** In Markdown. */
const COMMENT = (text: string): string => `<!-- ${text} -->`;

/** Replaces the part of a document between two marks. @throws if they are missing */
export function fill(text: string, name: string, content: string, mark = COMMENT): string {
  const start = mark(`${name}:start`);
  const end = mark(`${name}:end`);
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) {
    throw new Error(`A document has no place for "${name}".`);
  }
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}
