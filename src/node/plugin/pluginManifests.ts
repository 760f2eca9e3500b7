export const PLUGIN_NAME = 'tool-loop-guard';

export const HOME_PAGE = 'https://github.com/tool-loop-guard/tool-loop-guard';
export const DESCRIPTION = 'Stops agents that call the same tools again and again without getting anywhere.';
export const AUTHOR = { name: 'Tool Loop Guard', url: HOME_PAGE };

/** Where a marketplace is looked for in a folder: by Claude Code, Copilot CLI and Codex alike. */
export const MARKETPLACE_FILE = '.claude-plugin/marketplace.json';

/**
 * A marketplace with our plugin alone.
 * @param folder of the plugin, seen from the marketplace's, such as `./plugin`
 */
export function marketplace(folder: string, version: string): object {
  return {
    name: PLUGIN_NAME,
    owner: AUTHOR,
    metadata: { description: DESCRIPTION, version },
    plugins: [{ name: PLUGIN_NAME, source: folder, version, description: DESCRIPTION, author: AUTHOR }],
  };
}
