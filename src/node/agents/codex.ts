import { isAbsolute, join, sep } from 'node:path';
import { CLAUDE_FIELDS, claudeOutput, namedEvent } from '../wire/claudeFormat';
import { CODEX_VENDOR, codexEnd, codexRound } from '../logs/codex';
import { codexFolder } from '../plugin/agentFolders';
import { hookCommand } from '../plugin/pluginHooks';
import { defineAgent, groups, type Place, TIMEOUT_SECONDS } from './agent';

/** The user must trust each of them, so there are only the necessary ones. */
const EVENTS = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse'];

/**
 * Codex.
 * Source: the JSON schemas of its hooks crate (pre-tool-use, post-tool-use and user-prompt-submit command input) and
 * that crate's output parser: `agent_id` inside subagents; of a PreToolUse hook only `deny` with a reason and
 * `systemMessage` are honoured, while `ask`, `allow` and `continue: false` make the whole output invalid and let the
 * call run. So the turn is interrupted by the server that the threads of a terminal are left to. No event tells of a
 * failure: the session's file does.
 */
export const codex = defineAgent({
  id: 'codex',
  wire: {
    vendor: CODEX_VENDOR,
    looksLike: (input) =>
      input['turn_id'] !== undefined || (input['model'] !== undefined && input['tool_name'] !== undefined),
    fields: { ...CLAUDE_FIELDS, turnId: ['turn_id'] },
    eventOf: namedEvent,
    resultOf: (result) => result,
    canAsk: false,
    canAnswerPrompt: true,
    nudges: 'afterCall',
    canEnd: false,
    serverOf,
    roundIn: codexRound,
    endOf: codexEnd,
    write: (reply) => claudeOutput(reply.kind === 'ask' ? { ...reply, kind: 'warn' } : reply),
  },
  outside: {
    name: 'Codex',
    program: 'codex',
    npmPackage: '@openai/codex',
    tools: 'shell exec_command write_stdin apply_patch update_plan view_image web_search spawn_agent',
    shellVariables: ['CODEX_THREAD_ID', 'CODEX_SANDBOX'],
    sample: { turn_id: 'doctor' },
    folder: ({ home, environment }) => codexFolder(environment, home),
    guard: {
      kind: 'lines',
      file: 'hooks.json',
      lines: (plugin, { platform }) =>
        groups(EVENTS, {
          type: 'command',
          command: hookCommand(plugin).posix,
          ...(platform === 'win32' ? { commandWindows: hookCommand(plugin).windows } : {}),
          timeout: TIMEOUT_SECONDS,
        }),
    },
    runNeeds: ['--dangerously-bypass-hook-trust'],
    start: ({ hookCommand: command }) => ({
      arguments: EVENTS.flatMap((event) => [
        '-c',
        `hooks.${event}=[{hooks=[{type="command",command=${JSON.stringify(command)},timeout=${TIMEOUT_SECONDS}}]}]`,
      ]),
    }),
    plugins: 'configTables',
    variableFiles: ['.env'],
    ends: { since: '0.169.0', how: 'inTerminal' },
    trust: (translate) =>
      translate('Codex runs hooks only after you trust them: start codex, type /hooks, and trust them.'),
    protection: { id: 'codexCli' },
  },
});

/**
 * `codex` in a terminal leaves its threads to a server in the background, which other programs of the same user may
 * connect to, as run in 0.169 and 0.171. `codex exec` has none, nor has `codex` with `--no-daemon` or
 * `--dangerously-bypass-hook-trust`.
 */
export function appServerOf({ environment, home }: Pick<Place, 'environment' | 'home'>): string {
  return serverIn(codexFolder(environment, home));
}

function serverIn(folder: string): string {
  return join(folder, 'app-server-control', 'app-server-control.sock');
}

function serverOf(transcriptPath: string): string | undefined {
  const at = transcriptPath.lastIndexOf(`${sep}sessions${sep}`);
  return at >= 0 && isAbsolute(transcriptPath) ? serverIn(transcriptPath.slice(0, at)) : undefined;
}
