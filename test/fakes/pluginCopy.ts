import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const PLUGIN = resolve(__dirname, '../../plugin');

/** The plugin's folder of an extension. Built files aren't needed as built: they contain the version. */
export function copyPlugin(extension: string, version: string): string {
  const plugin = join(extension, 'plugin');
  cpSync(PLUGIN, plugin, { recursive: true });
  const built = ['plugin/hook.js', 'plugin/engineOfHook.js', 'plugin/telemetry.js', 'dist/opencode.mjs'];
  for (const path of built.map((name) => join(extension, name))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `// ${version}`);
  }
  writeFileSync(join(plugin, '.claude-plugin/plugin.json'), JSON.stringify({ version }));
  return plugin;
}
