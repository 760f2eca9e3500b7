import { join } from 'node:path';
import { CLAUDE_FIELDS, claudeOutput, decision, namedEvent } from '../wire/claudeFormat';
import { CLAUDE_VENDOR, claudeAgentFiles, claudeResult, claudeRound } from '../logs/claude';
import { isJsonObject, listOf } from '../files/jsonFields';
import { claudeFolder } from '../plugin/agentFolders';
import { isNewer } from '../files/program';
import { hookCommand } from '../plugin/pluginHooks';
import type { RawInput, Reply } from '../wire/harness';
import { CLAUDE_EVENTS, defineAgent, DISABLE_ALL_HOOKS, groups, hooksText, type Place, TIMEOUT_SECONDS } from './agent';

/** The first version that is known to have the hook at the end of an answer. */
const BATCHES_SINCE = '2.1.197';

/** A version runs no hook of a file that names an unknown one, as seen in 2.0.76. */
function eventsIn({ version }: Pick<Place, 'version'>): readonly string[] {
  const hasBatches = version !== undefined && !isNewer(BATCHES_SINCE, version);
  return hasBatches ? [...CLAUDE_EVENTS, 'PostToolBatch'] : CLAUDE_EVENTS;
}

/**
 * Source: "Hooks reference", Claude Code documentation: common fields and `agent_id` inside subagents (the session id
 * is the parent's), PreToolUse decisions `deny` and `ask`, `continue` and `stopReason`, which take precedence over any
 * decision, exit code 2; field by field as quoted in third-party copies of it. It checks some calls before it asks a
 * hook, such as whether an edit's text occurs in the file; the hook at the end of the answer reports those, as run in
 * 2.1.197.
 */
export const claude = defineAgent({
  id: 'claude',
  wire: {
    vendor: CLAUDE_VENDOR,
    // An input of no other harness is read as Claude Code's, whose format the others follow.
    looksLike: () => true,
    folderVariable: 'CLAUDE_PROJECT_DIR',
    fields: CLAUDE_FIELDS,
    eventOf: namedEvent,
    resultOf: claudeResult,
    // Refused calls have this mark; what a tool says about its own failure has none.
    refusedIn: ({ tool_calls: calls }) =>
      listOf(calls).filter(
        (call): call is RawInput => isJsonObject(call) && String(call['tool_response']).startsWith('<tool_use_error>'),
      ),
    canAsk: true,
    canAnswerPrompt: true,
    nudges: 'afterCall',
    canEnd: true,
    roundIn: claudeRound,
    filesOfAgent: claudeAgentFiles,
    write,
  },
  outside: {
    name: 'Claude Code',
    program: 'claude',
    sharesFolder: true,
    npmPackage: '@anthropic-ai/claude-code',
    tools:
      'Bash BashOutput KillShell Read Edit MultiEdit Write NotebookEdit Glob Grep LS WebFetch ' +
      'WebSearch Task Agent TodoWrite Skill',
    shellVariables: ['CLAUDECODE'],
    sample: { permission_mode: 'default' },
    folder: ({ home, environment }) => claudeFolder(environment, home),
    guard: {
      kind: 'lines',
      file: 'settings.json',
      // On Windows, Claude Code runs hooks in Git's bash.
      lines: (plugin, place) =>
        groups(eventsIn(place), {
          type: 'command',
          command: hookCommand(plugin).posix,
          timeout: TIMEOUT_SECONDS,
        }),
    },
    start: ({ folder, hookCommand: command, version }) => ({
      files: {
        'settings.json': hooksText(eventsIn({ version }), { type: 'command', command, timeout: TIMEOUT_SECONDS }),
      },
      arguments: ['--settings', join(folder, 'settings.json')],
    }),
    plugins: 'settings',
    folderHooks: ['.claude/settings.json', '.claude/settings.local.json'],
    ends: { since: '2.1.197', how: 'yes' },
    hookSwitch: {
      ...DISABLE_ALL_HOOKS,
      files: ['settings.json'],
      folderFiles: ['.claude/settings.json', '.claude/settings.local.json'],
    },
    // As run in 2.1.330; a prefix gets the hooks' input.
    offBy: /^CLAUDE_CODE_(?:(?:SIMPLE|SAFE_MODE)=(?:1|true|yes|on)$|SHELL_PREFIX=.)/i,
    takesFolderVariables: true,
    // As run in 2.1.330: nothing in such a file takes effect.
    readsPlainJson: true,
    readsMark: true,
    protection: { id: 'claudeCode' },
  },
});

/**
 * Versions up to one between 2.1.198 and 2.1.260 ignore `continue` next to a refusal. Next to a permission, all of them
 * end before the model is asked again.
 */
function write(reply: Reply): string {
  switch (reply.kind) {
    case 'stop':
      return JSON.stringify({
        continue: false,
        stopReason: reply.toPerson,
        ...decision('deny', reply.toPerson),
      });
    case 'end':
    case 'interrupt':
      return JSON.stringify({ continue: false, stopReason: reply.toPerson });
    default:
      return claudeOutput(reply);
  }
}
