import { join } from 'node:path';
import { CLAUDE_FIELDS, claudeOutput, namedEvent } from '../wire/claudeFormat';
import { geminiResult } from '../logs/gemini';
import { qwenAgentFiles, qwenRound } from '../logs/qwen';
import { qwenFolder } from '../plugin/agentFolders';
import { CLAUDE_EVENTS, commandFor, defineAgent, DISABLE_ALL_HOOKS, hooksFor, systemSettings } from './agent';

/**
 * Qwen Code has Gemini CLI's tools and Claude Code's hooks.
 * Source: run in 0.24.4, headless; "Qwen Code Hooks" of its documentation. No answer to a call ends a run: `continue:
 * false` only blocks it. But before the model is asked again, a hook is asked about a prompt without text, and blocking
 * that one ends the run. Its own detector can't be turned off.
 */
export const qwen = defineAgent({
  id: 'qwen',
  wire: {
    vendor: 'unknown',
    looksLike: (input) => input['timestamp'] !== undefined && input['permission_mode'] !== undefined,
    folderVariable: 'QWEN_PROJECT_DIR',
    fields: CLAUDE_FIELDS,
    eventOf: (input) => {
      const event = namedEvent(input);
      return event === 'userPrompt' && input['prompt'] === '' ? 'modelRequest' : event;
    },
    resultOf: geminiResult,
    canAsk: true,
    canAnswerPrompt: true,
    nudges: 'afterCall',
    canEnd: false,
    endsBeforeModel: true,
    roundIn: qwenRound,
    filesOfAgent: qwenAgentFiles,
    write: (reply) =>
      reply.kind === 'interrupt' ? JSON.stringify({ decision: 'block', reason: reply.toPerson }) : claudeOutput(reply),
  },
  outside: {
    name: 'Qwen Code',
    program: 'qwen',
    npmPackage: '@qwen-code/qwen-code',
    tools: 'run_shell_command edit todo_write task web_search',
    shellVariables: ['QWEN_CODE'],
    readsMark: true,
    sample: { timestamp: '2026-01-01T00:00:00.000Z', permission_mode: 'default' },
    folder: ({ home, environment }) => qwenFolder(environment, home),
    guard: {
      kind: 'lines',
      file: 'settings.json',
      lines: (plugin, place) => hooksFor(CLAUDE_EVENTS, commandFor(plugin, place), { name: 'tool-loop-guard' }),
    },
    start: ({ folder, hookCommand: command, environment, home }) => ({
      standIn: { for: qwenFolder(environment, home), at: '.qwen', lines: hooksFor(CLAUDE_EVENTS, command) },
      environment: { QWEN_HOME: join(folder, '.qwen') },
    }),
    ends: { since: '0.24.4', how: 'yes' },
    hookSwitch: {
      ...DISABLE_ALL_HOOKS,
      files: ['settings.json'],
      systemFiles: (place) => systemSettings('QWEN_CODE', 'Qwen-Code', place),
      folderFiles: ['.qwen/settings.json'],
    },
    takesFolderVariables: true,
    variableFiles: ['../.env', '.env'],
    protection: { id: 'qwenCode' },
  },
});
