import { HARNESS_NAMES } from './node/agents/harnesses';
import { OUTSIDE_AGENT_IDS } from './node/agents/registry';
import { SCANNED_AGENTS } from './node/logs/sessionLogFiles';

const USAGE = `Tool Loop Guard stops AI agents that get stuck repeating the same tool call.

Usage: tool-loop-guard COMMAND [options]

Guard the agents on this machine:
  install [--agent ${OUTSIDE_AGENT_IDS.join('|')}]… [--yes]
      Adds the guard to the settings of the agents found on this machine. Shows the changes and asks first.
  install --agent copilot --extension [--yes]
      Also adds an extension, which ends loops of every tool. It is loaded once you have run: copilot --experimental
  install --repository [--yes]
      Adds the guard to .github/hooks in this repository, for Copilot's cloud agent and for everyone who works in it.
  install --plugin [--yes]
      Creates a plugin folder that Claude Code, Copilot CLI, and Codex accept as a marketplace.
  uninstall [--agent …]… [--repository] [--plugin] [--all] [--yes]
      Removes what install added. --all removes everything that Tool Loop Guard wrote on this machine.
  doctor [--json] [--prove]
      Shows which sessions and agents are guarded on this machine, why others aren't, and what to do. --prove gives
      the hook of each installed agent identical calls until it blocks one; if it doesn't, the exit code is 1.

Guard one run, for scripts and CI:
  run [--agent NAME] [--settings FILE] -- PROGRAM [ARGUMENT…]
      Runs an agent with the guard, without installing anything, such as: tool-loop-guard run -- claude -p "Fix it".
      Ends it at a loop or a budget, with exit code 3. Adds to the summary of a GitHub Actions job.

After a stop:
  why
      Says why agents were stopped in this folder. If a VS Code window checks an agent, use that window instead.
  continue
      Lets the agent that was stopped last in this folder continue, as a message to it would.
  allow TOOL|"TOOL: COMMAND" [--undo]
      Excludes a tool, or one command such as "bash: npm run lint", from loop detection for all installed agents.

Look back:
  scan [PATH…] [--days N] [--agent ${SCANNED_AGENTS.join('|')}]… [--json]
    [--html FILE] [--fail-on stop|warn] [--settings FILE]
      Finds loops in your recorded sessions of Claude Code, Copilot, Codex, Gemini CLI, Qwen Code, and opencode, and
      in your VS Code chats, and counts what they took. Scans the last 30 days, or the files and folders that you name.
      Nothing leaves this machine.
      --html also writes a page for a browser.
      --fail-on ends with exit code 3 if there is such a loop. A file that can't be read is named; the exit code is 1,
      or 2 if you named it and it isn't a session.
  replay [FILE…] [--why [N]] [--ideal] [--settings FILE] [--format text|jsonl]
      Shows where the guard would have acted in recorded sessions: recordings of Tool Loop Guard, and session logs of
      VS Code, Claude Code, Copilot CLI, Codex, Gemini CLI, Qwen Code, and opencode. A FILE of - is standard input.
      --why says what was counted and what each call returned; with a number, for that call, even if it was
      allowed. The first call is 1.
      --ideal replays all that was recorded. Without it, what the agent's hooks don't report is left out.

For agents and scripts:
  judge
      Checks the tool calls of your own agent, in any language: one JSON object a line in, one out. See
      docs/developers.md.
  hook [--harness auto|${HARNESS_NAMES.join('|')}] [--settings FILE] [--state DIR]
      Checks one hook event (run by agents, not by you). Reads it from standard input, and always exits with 0.

--help shows this text, and --version (or -v) the version.
`;

/** The help of one command; for an unknown command or none, the whole text. */
export function usageOf(command: string | undefined): string {
  const own = USAGE.split('\n').filter((_, at, lines) => headOf(lines, at) === command);
  return command === undefined || own.length === 0 ? USAGE : `${own.join('\n')}\n`;
}

function headOf(lines: readonly string[], at: number): string | undefined {
  const head = lines.slice(0, at + 1).findLast((line) => !line.startsWith('    '));
  return /^ {2}([a-z]+)\b/.exec(head ?? '')?.[1];
}
