import { isJsonObject } from '../files/jsonFields';
import { CLAUDE_FIELDS, claudeOutput, namedEvent } from '../wire/claudeFormat';
import { codexEnd } from '../logs/codexEnd';
import { codexFolder } from '../plugin/agentFolders';
import { hookCommand } from '../plugin/pluginHooks';
import type { RawInput } from '../wire/harness';
import { defineAgent, groups, type HookGroup, type Place, TIMEOUT_SECONDS } from './agent';

/** The user must trust each of them, so there are only the necessary ones. */
const EVENTS = { UserPromptSubmit: 'event', PreToolUse: 'call', PostToolUse: 'call' } as const;

/** The input and the output of a command that runs on, and what the model's service does by itself. */
const UNTOLD_TOOLS: ReadonlySet<string> = new Set(['write_stdin', 'web_search']);

/** What the model reads of a call that Codex does not make. */
const NOT_MADE = /^(?:unsupported call: |failed to parse function arguments: )/;

/**
 * OpenAI Codex CLI.
 * Source: the JSON schemas of its hooks crate (pre-tool-use, post-tool-use and user-prompt-submit command input) and
 * that crate's output parser: `agent_id` inside subagents; of a PreToolUse hook only `deny` with a reason and
 * `systemMessage` are honoured, while `ask`, `allow` and `continue: false` make the whole output invalid and let the
 * call run. No event tells of a failure: the session's file does.
 */
export const codex = defineAgent({
  id: 'codex',
  wire: {
    vendor: 'openai',
    looksLike: (input) =>
      input['turn_id'] !== undefined || (input['model'] !== undefined && input['tool_name'] !== undefined),
    fields: CLAUDE_FIELDS,
    eventOf: namedEvent,
    resultOf: (result) => result,
    canAsk: false,
    canAnswerPrompt: true,
    nudges: 'afterCall',
    canEnd: false,
    roundIn,
    endOf: ({ payload }) => (isJsonObject(payload) ? codexEnd(payload) : undefined),
    isUntold: (tool, result) => UNTOLD_TOOLS.has(tool) || (typeof result === 'string' && NOT_MADE.test(result)),
    write: (reply) => claudeOutput(reply.kind === 'ask' ? { ...reply, kind: 'warn' } : reply),
  },
  outside: {
    name: 'Codex',
    program: 'codex',
    tools: [
      'shell',
      'exec_command',
      'write_stdin',
      'apply_patch',
      'update_plan',
      'view_image',
      'web_search',
      'spawn_agent',
    ],
    shellVariable: 'CODEX_THREAD_ID',
    sample: { turn_id: 'doctor' },
    folder: ({ home, environment }) => codexFolder(environment, home),
    guard: { kind: 'lines', file: 'hooks.json', lines },
    runNeeds: ['--dangerously-bypass-hook-trust'],
    start: ({ hookCommand: command }) => ({
      arguments: Object.keys(EVENTS).flatMap((event) => [
        '-c',
        `hooks.${event}=[{hooks=[{type="command",command=${JSON.stringify(command)},timeout=${TIMEOUT_SECONDS}}]}]`,
      ]),
    }),
    plugins: 'configTables',
    trust: (translate) =>
      translate('Codex runs hooks only after you trust them: start codex, type /hooks, and trust them.'),
    protection: { id: 'codexCli', name: () => 'Codex CLI' },
  },
});

/**
 * The calls of an answer are lines that follow each other, before the usage of that answer and before any result. The
 * answer goes by the id of its first call.
 */
function roundIn(lines: Iterable<RawInput>, callId: string | undefined): string | undefined {
  let isFound = false;
  let first: string | undefined;
  for (const { payload } of lines) {
    const { type, call_id: id } = (payload ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof type === 'string' && type.endsWith('_call') && typeof id === 'string') {
      isFound ||= id === callId;
      first = id;
    } else if (isFound) {
      return first;
    }
  }
  return isFound ? first : undefined;
}

function lines(plugin: string, { platform }: Place): Record<string, HookGroup> {
  return groups(EVENTS, (route) => ({
    type: 'command',
    command: hookCommand(plugin, route).posix,
    ...(platform === 'win32' ? { commandWindows: hookCommand(plugin, route).windows } : {}),
    timeout: TIMEOUT_SECONDS,
  }));
}
