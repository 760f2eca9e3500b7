// Writes the files of the plugin that follow from the source: `npm run plugin`. A test holds that it has been run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pluginHooks } from '../src/node/plugin/pluginHooks';
import { pluginManifests } from '../src/node/plugin/pluginManifests';

/** The files of the plugin's folder that follow from the source, with their texts. */
export function pluginFiles(version: string): Readonly<Record<string, string>> {
  const files = { 'hooks/hooks.json': pluginHooks(), ...pluginManifests(version) };
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, `${JSON.stringify(content, undefined, 2)}\n`]),
  );
}

if (process.argv[1]?.endsWith('plugin.ts') === true) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  for (const [path, text] of Object.entries(pluginFiles(version))) {
    const file = join('plugin', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
