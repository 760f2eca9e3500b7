/** What opencode says of a command that printed nothing. */
const NO_OUTPUT = '(no output)';

/**
 * What the model reads of a command that failed, as Claude Code words it, so that it is the same in each agent.
 * @param exitCode where the agent tells it
 * @returns undefined for a command that went well, and for what is no command
 */
export function failedCommand(exitCode: unknown, output: unknown): string | undefined {
  return typeof exitCode === 'number' && exitCode !== 0
    ? `Exit code ${exitCode}\n${typeof output !== 'string' || output === NO_OUTPUT ? '' : output}`.trimEnd()
    : undefined;
}

/** What each result of the shell ends with; the number of the shell is another one each time. */
const SHELL_END = /\n?<(?:shellId: \S+ |command )?completed with exit code (-?\d+)>\s*$/;
const SHELL_ID = /<shellId: \S+ /g;

/** A result of Copilot's shell without what differs each time. */
export function withoutShellId(text: string): string {
  return text.replace(SHELL_ID, '<');
}

export function failureInShell(text: string): string | undefined {
  const end = SHELL_END.exec(text);
  return end === null ? undefined : failedCommand(Number(end[1]), withoutShellId(text.slice(0, end.index)));
}
