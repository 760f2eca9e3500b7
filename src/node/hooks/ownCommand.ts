/** How our commands begin in a prompt. Whether it is one, the parser says, which takes longer to load. */
const BEGINNING = /^\s{0,100}(?:\/tool-loop-|!\/(?:set|unset|tool[-_]loop))/i;

/** Whether a prompt may be a command of ours, and no message for the model. */
export function mayBeCommand(prompt: string): boolean {
  return BEGINNING.test(prompt);
}

/** An answer as an agent shows it that reads no Markdown. */
export function withoutMarkup(markdown: string): string {
  return markdown
    .replaceAll(/ {2}\n/g, '\n')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\\([^\w\s])/g, '$1')
    .trim();
}
