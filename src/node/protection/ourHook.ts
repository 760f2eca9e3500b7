import { HOOK_FILES, isIntact } from '../plugin/copyDigests';

/** A command that starts our hook, as the plugin, the documentation or an installation by hand write it. */
const OUR_COMMAND = /tool-loop-guard|TOOL_LOOP_GUARD_|cli\.js\\?["']?\s+hook\b/;

/** The folder that a command of an installation names. In JSON its quotation marks have backslashes. */
const PLUGIN_FOLDER = /TOOL_LOOP_GUARD_PLUGIN=\\?"([^"$]+?)\\?"/g;

/** Whether a text of hooks, in JSON or TOML, starts our hook; `broken`: what it starts is missing or damaged. */
export function ourHookIn(text: string): 'absent' | 'ours' | 'broken' {
  if (!OUR_COMMAND.test(text)) {
    return 'absent';
  }
  const folders = [...text.matchAll(PLUGIN_FOLDER)].map(([, folder = '']) => folder.replaceAll('\\\\', '\\'));
  return folders.length === 0 || folders.some((folder) => isIntact(folder, HOOK_FILES)) ? 'ours' : 'broken';
}
