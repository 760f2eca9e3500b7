const PLUGIN_NAME = 'tool-loop-guard';

const HOME_PAGE = 'https://github.com/tool-loop-guard/tool-loop-guard';
const DESCRIPTION = 'Stops agents that call the same tools again and again without getting anywhere.';
const AUTHOR = { name: 'Tool Loop Guard', url: HOME_PAGE };

/**
 * The manifests in the plugin's folder, by their paths there. VS Code, Claude Code and Copilot CLI read the first and
 * find the hooks by themselves; Codex reads the second.
 */
export function pluginManifests(version: string): Readonly<Record<string, object>> {
  const manifest = {
    name: PLUGIN_NAME,
    version,
    description: DESCRIPTION,
    author: AUTHOR,
    homepage: `${HOME_PAGE}#readme`,
    repository: HOME_PAGE,
    license: 'MIT',
  };
  return {
    '.claude-plugin/plugin.json': manifest,
    '.codex-plugin/plugin.json': { ...manifest, hooks: './hooks/hooks.json' },
  };
}

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
