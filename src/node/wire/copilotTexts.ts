/** What each result of the shell ends with; the number is another one each time. */
const SHELL_ID = /<shellId: \S+ /g;

/** A result of Copilot's shell without what differs each time. */
export function withoutShellId(text: string): string {
  return text.replace(SHELL_ID, '<');
}
