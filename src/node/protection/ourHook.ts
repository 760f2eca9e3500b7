import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A command that starts our hook, as the plugin, the documentation or an installation by hand write it. */
const OUR_COMMAND = /tool-loop-guard|TOOL_LOOP_GUARD_|cli\.js\\?["']?\s+hook\b/;

/** The folder that a command of an installation names. In JSON its quotation marks have backslashes. */
const PLUGIN_FOLDER = /TOOL_LOOP_GUARD_PLUGIN=\\?"([^"$]+?)\\?"/g;

/** Whether a text of hooks, in JSON or TOML, starts our hook. A command whose folder is gone starts nothing. */
export function startsOurHook(text: string): boolean {
  const folders = [...text.matchAll(PLUGIN_FOLDER)].map(([, folder = '']) => folder.replaceAll('\\\\', '\\'));
  return (
    OUR_COMMAND.test(text) && (folders.length === 0 || folders.some((folder) => existsSync(join(folder, 'hook.js'))))
  );
}
