import { CLAUDE_FIELDS, contextOfPrompt } from '../wire/claudeFormat';
import { fieldsOf, listOf } from '../files/jsonFields';
import { GEMINI_VENDOR, geminiAgentFiles, geminiResult, geminiRound } from '../logs/gemini';
import { geminiFolder } from '../plugin/agentFolders';
import type { HookEvent, Reply } from '../wire/harness';
import { commandFor, defineAgent, hooksFor, systemSettings } from './agent';

const EVENTS: Readonly<Record<string, HookEvent>> = {
  SessionStart: 'sessionStart',
  BeforeAgent: 'userPrompt',
  BeforeTool: 'preToolUse',
  AfterTool: 'postToolUse',
  PreCompress: 'compaction',
  SessionEnd: 'stop',
};

const HOOKED = ['BeforeAgent', 'BeforeTool', 'AfterTool'];

/**
 * Source: run in 0.61; "Hooks reference" of its documentation. Claude Code's format with other event names and without
 * a call id. `continue: false` ends the agent, and the call doesn't run. Its own detector ends a conversation at the
 * fifth identical call in a row.
 */
export const gemini = defineAgent({
  id: 'gemini',
  wire: {
    vendor: GEMINI_VENDOR,
    looksLike: (input) =>
      typeof input['hook_event_name'] === 'string' && /^(?:Before|After)/.test(input['hook_event_name']),
    folderVariable: 'GEMINI_PROJECT_DIR',
    fields: CLAUDE_FIELDS,
    eventOf: ({ hook_event_name: name }) =>
      typeof name === 'string' && Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined,
    resultOf: geminiResult,
    // All that the model reads of a failed call.
    failureIn: (result) => fieldsOf(fieldsOf(result)['error'])['message'],
    canAsk: false,
    canAnswerPrompt: true,
    subAgentTool: 'invoke_agent',
    nudges: 'afterCall',
    canEnd: true,
    roundIn: geminiRound,
    filesOfAgent: geminiAgentFiles,
    write,
  },
  outside: {
    name: 'Gemini CLI',
    program: 'gemini',
    npmPackage: '@google/gemini-cli',
    tools:
      'run_shell_command read_file read_many_files write_file replace glob search_file_content ' +
      'grep_search list_directory web_fetch google_web_search write_todos',
    shellVariables: ['GEMINI_CLI'],
    folder: ({ home, environment }) => geminiFolder(environment, home),
    guard: {
      kind: 'lines',
      file: 'settings.json',
      lines: (plugin, place) => hooksFor(HOOKED, commandFor(plugin, place), { name: 'tool-loop-guard' }),
    },
    start: ({ folder, hookCommand: command, environment, home }) => ({
      standIn: { for: geminiFolder(environment, home), at: '.gemini', lines: hooksFor(HOOKED, command) },
      environment: { GEMINI_CLI_HOME: folder },
    }),
    ends: { since: '0.61.0', how: 'yes' },
    hookSwitch: {
      setting: 'hooksConfig',
      isOff: ({ hooksConfig, hooks }) =>
        [hooksConfig, hooks]
          .map(fieldsOf)
          .some(
            ({ enabled = true, disabled }) =>
              enabled !== true || listOf(disabled).some((name) => OURS.test(String(name))),
          ),
      files: ['settings.json'],
      systemFiles: (place) => systemSettings('GEMINI_CLI', 'Gemini-Cli', place),
      folderFiles: ['.gemini/settings.json'],
    },
    takesFolderVariables: true,
    variableFiles: ['../.env', '.env'],
    protection: { id: 'geminiCli' },
  },
});

const OURS = /tool-loop-guard|TOOL_LOOP_GUARD/;

function write(reply: Reply): string {
  switch (reply.kind) {
    case 'allow':
    case 'nudgeBefore':
    case 'interrupt':
      return '';
    case 'ask':
    case 'warn':
      return JSON.stringify({ systemMessage: reply.toPerson });
    case 'hint':
      return JSON.stringify({ systemMessage: reply.toPerson, ...contextOfPrompt('BeforeAgent', reply.toModel) });
    case 'nudge':
      return JSON.stringify({
        hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: reply.toModel },
      });
    case 'deny':
      return JSON.stringify({ decision: 'deny', reason: reply.toModel, systemMessage: reply.toPerson });
    case 'stop':
    case 'end':
      return JSON.stringify({
        continue: false,
        stopReason: reply.toPerson,
        decision: 'deny',
        reason: reply.toModel,
        systemMessage: reply.toPerson,
      });
    case 'blockPrompt':
      return JSON.stringify({ decision: 'deny', reason: reply.toPerson });
  }
}
