import { join } from 'node:path';
import { contextAfter, contextOfPrompt, decision, namedEvent } from '../wire/claudeFormat';
import { COPILOT_USER_FILE, copilotFolder } from '../plugin/agentFolders';
import { copilotUserHooks } from '../plugin/pluginHooks';
import { isJsonObject } from '../files/jsonFields';
import { failureInShell, withoutShellId } from '../wire/failedCommand';
import type { HookEvent, RawInput, Reply } from '../wire/harness';
import { isOfCopilot } from '../wire/hookHost';
import { defineAgent, DISABLE_ALL_HOOKS, hooksText, TIMEOUT_SECONDS } from './agent';

const EVENTS = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure'];

/**
 * Copilot CLI and cloud agent.
 * Source: "GitHub Copilot hooks reference" (hooks-reference.md of GitHub's documentation): camelCase input without the
 * event's name, or snake_case input when the event is configured in PascalCase; no call id in either; subagents have a
 * session id of their own; `permissionDecision` at the top level; `progress` lines are all that a hook can show to a
 * person. A PreToolUse hook cannot end the agent. Arguments may be JSON text ("Hooks configuration", the older page).
 */
export const copilot = defineAgent({
  id: 'copilot',
  wire: {
    vendor: 'copilot',
    looksLike: (input, environment) =>
      input['sessionId'] !== undefined ||
      input['toolName'] !== undefined ||
      (input['tool_name'] !== undefined && input['tool_use_id'] === undefined) ||
      // In PascalCase other events have nothing of their own; but whoever else runs there names a transcript.
      (input['transcript_path'] === undefined && isOfCopilot(environment)),
    folderVariable: 'COPILOT_PROJECT_DIR',
    fields: {
      sessionId: ['sessionId', 'session_id'],
      agentId: ['agentId', 'agent_id'],
      model: [],
      prompt: ['prompt'],
      tool: ['toolName', 'tool_name'],
      arguments: ['toolArgs', 'toolInput', 'tool_input'],
      callId: ['toolCallId', 'tool_use_id'],
      turnId: [],
      result: ['toolResult', 'tool_result', 'tool_response'],
      error: ['error'],
      transcriptPath: [],
      // It asks about all calls of an answer at once.
      answerId: ['timestamp'],
    },
    eventOf,
    resultOf: (result) => {
      const text = textOf(result);
      return typeof text === 'string' ? withoutShellId(text) : text;
    },
    failureIn: (result) => failureInShell(String(textOf(result))),
    canAsk: true,
    canAnswerPrompt: true,
    nudges: 'afterCall',
    canEnd: false,
    write,
  },
  outside: {
    name: 'Copilot CLI',
    program: 'copilot',
    sharesFolder: true,
    npmPackage: '@github/copilot',
    tools: 'bash powershell view edit create grep glob web_fetch sql task read_bash write_bash stop_bash',
    shellVariables: ['COPILOT_CLI'],
    sample: { timestamp: 1 },
    folder: ({ home, environment }) => copilotFolder(environment, home),
    guard: {
      kind: 'hookFile',
      file: COPILOT_USER_FILE,
      text: (plugin) => `${JSON.stringify(copilotUserHooks(plugin), undefined, 2)}\n`,
    },
    start: ({ folder, hookCommand: command }) => ({
      files: {
        '.claude-plugin/plugin.json': JSON.stringify({ name: 'tool-loop-guard-run', version: '1.0.0' }),
        'hooks/hooks.json': hooksText(EVENTS, { type: 'command', command, timeout: TIMEOUT_SECONDS }),
      },
      arguments: ['--plugin-dir', folder],
    }),
    plugins: 'settings',
    // The person's own files don't turn off hook files, as seen in 1.0.102.
    hookSwitch: {
      ...DISABLE_ALL_HOOKS,
      files: [],
      folderFiles: [
        '.github/copilot/settings.json',
        '.github/copilot/settings.local.json',
        '.claude/settings.json',
        '.claude/settings.local.json',
      ],
    },
    ends: { since: '1.0.102', how: 'shell' },
    extension: {
      file: join('extensions', 'tool-loop-guard', 'extension.mjs'),
      needs: 'copilot --experimental',
      isLoaded: ({ experimental }) => experimental === true,
    },
    protection: { id: 'copilotCli' },
  },
});

/** In camelCase the fields tell the event, for its name is not among them. */
function eventOf(input: RawInput): HookEvent | undefined {
  if (input['hookName'] === 'permissionRequest' || input['hook_event_name'] === 'PermissionRequest') {
    return 'permissionRequest';
  }
  if (input['hook_event_name'] !== undefined) {
    return namedEvent(input);
  }
  const has = (name: string): boolean => input[name] !== undefined;
  if (has('toolName')) {
    return has('toolResult') ? 'postToolUse' : has('error') ? 'postToolUseFailure' : 'preToolUse';
  }
  if (has('prompt')) {
    return has('transformedPrompt') ? undefined : 'userPrompt';
  }
  return has('reason') || has('stopReason') ? 'stop' : undefined;
}

function textOf(result: unknown): unknown {
  return isJsonObject(result) ? (result['textResultForLlm'] ?? result['text_result_for_llm'] ?? result) : result;
}

function write(reply: Reply): string {
  switch (reply.kind) {
    case 'allow':
    case 'nudgeBefore':
      return '';
    case 'blockPrompt':
      return JSON.stringify({ decision: 'block', reason: reply.toPerson });
    case 'hint':
      return JSON.stringify({
        additionalContext: reply.toModel,
        ...contextOfPrompt('UserPromptSubmit', reply.toModel),
      });
    case 'warn':
      return `${JSON.stringify({ type: 'progress', message: reply.toPerson })}\n`;
    case 'nudge':
      // As for decisions, some versions read the top level.
      return JSON.stringify({ additionalContext: reply.toModel, ...contextAfter(reply) });
    case 'ask':
      return inBothShapes('ask', reply.toPerson);
    case 'deny':
    case 'stop':
    case 'end':
      return inBothShapes('deny', reply.toModel);
    case 'interrupt':
      return JSON.stringify({ behavior: 'deny', message: reply.toPerson, interrupt: true });
  }
}

/** The Agent Host and the command line read the top level, some of their versions the other. */
function inBothShapes(permissionDecision: 'ask' | 'deny', permissionDecisionReason: string): string {
  return JSON.stringify({
    permissionDecision,
    permissionDecisionReason,
    ...decision(permissionDecision, permissionDecisionReason),
  });
}
