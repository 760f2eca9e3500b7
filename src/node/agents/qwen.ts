import { basename, dirname, join } from 'node:path';
import { CLAUDE_FIELDS, claudeOutput, namedEvent } from '../wire/claudeFormat';
import { qwenFolder } from '../plugin/agentFolders';
import { hookCommand } from '../plugin/pluginHooks';
import type { AskedCall, HookEvent, RawInput } from '../wire/harness';
import { defineAgent, DISABLE_ALL_HOOKS, groups, TIMEOUT_SECONDS } from './agent';
import { resultOf } from './gemini';

const EVENTS = {
  UserPromptSubmit: 'event',
  PreToolUse: 'call',
  PostToolUse: 'call',
  PostToolUseFailure: 'call',
  PreCompact: 'event',
  Stop: 'event',
} as const;

/**
 * Qwen Code, which has Gemini CLI's tools and Claude Code's hooks.
 * Source: run in 0.24.4, headless; "Qwen Code Hooks" of its documentation. No answer to a call ends a run: `continue:
 * false` only blocks it. But before the model is asked again, a hook is asked about a prompt without text, and blocking
 * that one ends the run. Its own detector ends a run at the fifth identical call of a row, and can't be turned off.
 */
export const qwen = defineAgent({
  id: 'qwen',
  wire: {
    vendor: 'unknown',
    looksLike: (input) => input['timestamp'] !== undefined && input['permission_mode'] !== undefined,
    folderVariable: 'QWEN_PROJECT_DIR',
    fields: CLAUDE_FIELDS,
    eventOf,
    resultOf,
    canAsk: true,
    canAnswerPrompt: true,
    nudges: 'afterCall',
    canEnd: false,
    endsBeforeModel: true,
    roundIn,
    fileOfAgent,
    write: (reply) =>
      reply.kind === 'interrupt' ? JSON.stringify({ decision: 'block', reason: reply.toPerson }) : claudeOutput(reply),
  },
  outside: {
    name: 'Qwen Code',
    program: 'qwen',
    tools: ['run_shell_command', 'edit', 'todo_write', 'task', 'web_search'],
    shellVariable: 'QWEN_CODE',
    sample: { timestamp: '2026-01-01T00:00:00.000Z', permission_mode: 'default' },
    folder: ({ home, environment }) => qwenFolder(environment, home),
    guard: {
      kind: 'lines',
      file: 'settings.json',
      lines: (plugin, { platform }) =>
        groups(EVENTS, (route) => ({
          name: 'tool-loop-guard',
          type: 'command',
          command: hookCommand(plugin, route)[platform === 'win32' ? 'windows' : 'posix'],
          timeout: TIMEOUT_SECONDS * 1000,
        })),
    },
    ends: { since: '0.24.4', before: 'unknown', how: 'yes' },
    hookSwitch: { ...DISABLE_ALL_HOOKS, files: ['settings.json'], folderFiles: ['.qwen/settings.json'] },
    takesFolderVariables: true,
    protection: { id: 'qwenCode' },
  },
});

function eventOf(input: RawInput): HookEvent | undefined {
  const event = namedEvent(input);
  return event === 'userPrompt' && input['prompt'] === '' ? 'modelRequest' : event;
}

/** An answer is one line with all its calls, written before they are asked about. */
function roundIn(lines: Iterable<RawInput>): string | undefined {
  for (const { type, uuid } of lines) {
    if (type === 'assistant' || type === 'tool_result' || type === 'user') {
      return type === 'assistant' && typeof uuid === 'string' ? uuid : undefined;
    }
  }
  return undefined;
}

/** A subagent in the background has a file of its own; of one in the foreground no answer is written. */
function fileOfAgent({ agentId, transcriptPath }: AskedCall & { readonly transcriptPath: string }): string {
  const session = basename(transcriptPath, '.jsonl');
  return agentId === undefined || !/^[\w-]+$/.test(agentId)
    ? transcriptPath
    : join(dirname(dirname(transcriptPath)), 'subagents', session, `agent-${agentId}.jsonl`);
}
