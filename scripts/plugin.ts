// `npm run plugin`: writes the plugin's files that are derived from the source. A test checks that they are current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pluginHooks } from '../src/node/plugin/pluginHooks';
import { AUTHOR, DESCRIPTION, HOME_PAGE, PLUGIN_NAME } from '../src/node/plugin/pluginManifests';

export function pluginFiles(version: string): Readonly<Record<string, string>> {
  const files = { 'hooks/hooks.json': pluginHooks(), ...pluginManifests(version) };
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, `${JSON.stringify(content, undefined, 2)}\n`]),
  );
}

/** VS Code, Claude Code, and Copilot CLI read the first one and find the hooks themselves; Codex reads the second. */
function pluginManifests(version: string): Readonly<Record<string, object>> {
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

if (process.argv[1]?.endsWith('plugin.ts') === true) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  for (const [path, text] of Object.entries(pluginFiles(version))) {
    const file = join('plugin', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
