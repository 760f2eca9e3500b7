/** What opencode says when a command printed nothing. */
const NO_OUTPUT = '(no output)';

/** A failed command as Claude Code words it, so that it reads the same in every agent; undefined for anything else. */
export function failedCommand(exitCode: unknown, output: unknown): string | undefined {
  return typeof exitCode === 'number' && exitCode !== 0
    ? `Exit code ${exitCode}\n${typeof output !== 'string' || output === NO_OUTPUT ? '' : output}`.trimEnd()
    : undefined;
}

/** How each result of Copilot's shell ends; the shell's number changes every time. */
const SHELL_END = /\n?<(?:shellId: \S+ |command )?completed with exit code (-?\d+)>\s*$/;
const SHELL_ID = /<shellId: \S+ /g;

export function withoutShellId(text: string): string {
  return text.replace(SHELL_ID, '<');
}

export function failureInShell(text: string): string | undefined {
  const end = SHELL_END.exec(text);
  return end === null ? undefined : failedCommand(Number(end[1]), withoutShellId(text.slice(0, end.index)));
}
