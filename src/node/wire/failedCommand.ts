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
