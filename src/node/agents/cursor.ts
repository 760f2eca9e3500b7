import { join } from 'node:path';
import { hookCommand } from '../plugin/pluginHooks';
import type { HookEvent, RawInput, Reply } from '../wire/harness';
import { defineAgent, TIMEOUT_SECONDS } from './agent';

const EVENTS: Readonly<Record<string, HookEvent>> = {
  sessionStart: 'sessionStart',
  beforeSubmitPrompt: 'userPrompt',
  preToolUse: 'preToolUse',
  postToolUse: 'postToolUse',
  postToolUseFailure: 'postToolUseFailure',
  preCompact: 'compaction',
  stop: 'stop',
};

/** Those that are asked for. */
const HOOKED = ['beforeSubmitPrompt', 'preToolUse', 'postToolUse', 'postToolUseFailure', 'preCompact', 'stop'];

/**
 * Cursor from 2.4 on. Not run: it needs an account.
 * Source: "Hooks" of its documentation: a conversation in place of a session, `permission` with texts for the person
 * and the model; "ask" is accepted before a tool, and not obeyed. Nothing ends an agent, for a `stop` hook can only
 * have it go on. Cursor runs Claude Code's hooks, too, with inputs of its own.
 */
export const cursor = defineAgent({
  id: 'cursor',
  wire: {
    vendor: 'unknown',
    looksLike: (input) => input['cursor_version'] !== undefined || input['conversation_id'] !== undefined,
    folderVariable: 'CURSOR_PROJECT_DIR',
    fields: {
      sessionId: ['conversation_id', 'session_id'],
      agentId: [],
      model: ['model'],
      prompt: ['prompt'],
      tool: ['tool_name'],
      arguments: ['tool_input'],
      callId: ['tool_use_id'],
      turnId: [],
      result: ['tool_output'],
      error: ['error_message'],
      // Of a format that isn't documented.
      transcriptPath: [],
      answerId: [],
    },
    completed,
    eventOf,
    resultOf,
    canAsk: false,
    canAnswerPrompt: true,
    nudges: 'afterCall',
    canEnd: false,
    write,
  },
  outside: {
    name: 'Cursor',
    program: 'cursor',
    shellVariables: ['CURSOR_AGENT'],
    sample: { cursor_version: '2.4' },
    folder: ({ home }) => join(home, '.cursor'),
    guard: {
      kind: 'lines',
      file: 'hooks.json',
      head: { version: 1 },
      lines: (plugin, { platform }) =>
        Object.fromEntries(
          HOOKED.map((event) => [
            event,
            {
              type: 'command',
              command: hookCommand(plugin)[platform === 'win32' ? 'windows' : 'posix'],
              timeout: TIMEOUT_SECONDS,
            },
          ]),
        ),
    },
    protection: { id: 'cursor' },
  },
});

/** Adds the folder where none is named. */
function completed(input: RawInput): RawInput {
  const { workspace_roots: folders, cwd } = input;
  return typeof cwd === 'string' && cwd !== '' ? input : { ...input, cwd: Array.isArray(folders) ? folders[0] : cwd };
}

/** Claude Code's names of events begin with a capital letter. */
function eventOf({ hook_event_name: event }: RawInput): HookEvent | undefined {
  const name = typeof event === 'string' ? event.charAt(0).toLowerCase() + event.slice(1) : '';
  return Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
}

/** Results are JSON in a text. */
function resultOf(result: unknown): unknown {
  try {
    return typeof result === 'string' ? (JSON.parse(result) as unknown) : result;
  } catch {
    return result;
  }
}

function write(reply: Reply): string {
  switch (reply.kind) {
    case 'allow':
    case 'nudgeBefore':
    case 'interrupt':
    case 'ask':
    case 'warn':
      // Of an answer that allows, no text is shown.
      return '';
    case 'hint':
    case 'nudge':
      return JSON.stringify({ additional_context: reply.toModel });
    case 'deny':
    case 'stop':
    case 'end':
      return JSON.stringify({
        permission: 'deny',
        user_message: reply.toPerson,
        agent_message: reply.toModel,
      });
    case 'blockPrompt':
      return JSON.stringify({ continue: false, user_message: reply.toPerson });
  }
}
