export const PLUGIN_NAME = 'tool-loop-guard';

export const HOME_PAGE = 'https://github.com/tool-loop-guard/tool-loop-guard';
export const DESCRIPTION = 'Stops agents that call the same tools again and again without getting anywhere.';
export const AUTHOR = { name: 'Tool Loop Guard', url: HOME_PAGE };

/** Where Claude Code, Copilot CLI, and Codex look for a folder's marketplace. */
export const MARKETPLACE_FILE = '.claude-plugin/marketplace.json';

/** @param folder of the only plugin, relative to the marketplace's, such as `./plugin` */
export function marketplace(folder: string, version: string): object {
  return {
    name: PLUGIN_NAME,
    owner: AUTHOR,
    metadata: { description: DESCRIPTION, version },
    plugins: [{ name: PLUGIN_NAME, source: folder, version, description: DESCRIPTION, author: AUTHOR }],
  };
}
