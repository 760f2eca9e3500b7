/** How the text begins that autopilot submits when the model has stopped before it called `task_complete`. */
export const AUTOPILOT_PROMPT = 'You have not yet marked the task as complete';

/** What each result of the shell ends with; the number is another one each time. */
const SHELL_ID = /<shellId: \S+ /g;

/** A result of Copilot's shell without what differs each time. */
export function withoutShellId(text: string): string {
  return text.replace(SHELL_ID, '<');
}
