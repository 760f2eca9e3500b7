// Writes the files of the plugin that follow from the source: `npm run plugin`. A test holds that it has been run.
import { writeFileSync } from 'node:fs';
import { pluginHooks } from '../src/node/hooks/pluginHooks';

/** The text of the plugin's hooks.json. */
export const hooksText = (): string => `${JSON.stringify(pluginHooks(), undefined, 2)}\n`;

if (process.argv[1]?.endsWith('plugin.ts') === true) {
  writeFileSync('plugin/hooks/hooks.json', hooksText());
}
