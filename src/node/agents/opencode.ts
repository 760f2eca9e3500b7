import { join } from 'node:path';
import { CLAUDE_FIELDS, claudeOutput, namedEvent } from '../wire/claudeFormat';
import { defineAgent } from './agent';

export const OPENCODE_MODULE = 'opencode.mjs';

/** How the name of a guarded run's folder begins. */
export const RUN_FOLDER = 'run-';
/** Where our plugin keeps the states of a guarded run, and where it reads its settings. */
export const RUN_STATE_VARIABLE = 'TOOL_LOOP_GUARD_RUN_STATE';
export const RUN_SETTINGS_VARIABLE = 'TOOL_LOOP_GUARD_RUN_SETTINGS';

/**
 * opencode's plugins run in its own process: ours reports what happens in Claude Code's format, and acts on replies
 * itself. It has no hook commands, so no input is recognized as its own.
 * Source: run in 1.18.33; "Plugins" of its documentation. A subagent has its own session. No hook is called after a
 * tool that throws; an event about the part of the answer with the call reports it.
 */
export const opencode = defineAgent({
  id: 'opencode',
  wire: {
    vendor: 'unknown',
    looksLike: () => false,
    fields: { ...CLAUDE_FIELDS, transcriptPath: [], answerId: ['message_id'] },
    eventOf: namedEvent,
    marksOwnPrompt: ({ synthetic }) => synthetic === true,
    resultOf: (result) => result,
    canAsk: false,
    canAnswerPrompt: false,
    nudges: 'afterCall',
    canEnd: true,
    write: claudeOutput,
  },
  outside: {
    name: 'opencode',
    program: 'opencode',
    npmPackage: 'opencode-ai',
    tools: 'bash read write edit patch glob grep list webfetch task todowrite todoread',
    shellVariables: ['OPENCODE'],
    // A variable that is set to nothing counts as not set, as in agentFolders.ts.
    folder: ({ home, environment }) => join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode'),
    guard: { kind: 'module', file: join('plugin', 'tool-loop-guard.js'), text: moduleText },
    start: ({ folder, settingsFile, moduleAddress, environment: { OPENCODE_CONFIG_CONTENT: given = '{}' } }) => {
      const settings = JSON.parse(given) as { readonly plugin?: readonly string[] };
      const plugin = [...(settings.plugin ?? []), moduleAddress];
      return {
        environment: {
          OPENCODE_CONFIG_CONTENT: JSON.stringify({ ...settings, plugin }),
          [RUN_STATE_VARIABLE]: folder,
          [RUN_SETTINGS_VARIABLE]: settingsFile,
        },
      };
    },
    ends: { since: '1.18.33', how: 'yes' },
    offBy: /^OPENCODE_PURE=(?:1|true|yes|on)$/i,
    protection: { id: 'opencode' },
  },
});

/** Loads the plugin from our copy, so that this file is the same in every version. */
function moduleText(plugin: string): string {
  const address = JSON.stringify(join(plugin, '..', OPENCODE_MODULE));
  return [
    '// Tool Loop Guard. Written by `tool-loop-guard install`; `tool-loop-guard uninstall` removes it.',
    "import { pathToFileURL } from 'node:url';",
    '',
    'export const ToolLoopGuard = async (input) => {',
    '  try {',
    `    const plugin = await import(pathToFileURL(${address}).href);`,
    '    return await plugin.ToolLoopGuard(input);',
    '  } catch {',
    '    // What cannot be loaded guards nothing, and must not keep opencode from starting.',
    '    return {};',
    '  }',
    '};',
    '',
  ].join('\n');
}
