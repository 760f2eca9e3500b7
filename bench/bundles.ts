// The bundles as they are packaged: built with the options of esbuild.js, into a folder of the bench.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

const ROOT = resolve(__dirname, '..');
const PACKAGED = createRequire(__filename)('../esbuild.js') as Record<'options' | 'pluginOptions', BuildOptions>;

/** Builds the extension below the folder and returns the path of its bundle. */
export function bundleExtension(folder: string): Promise<string> {
  return bundle(PACKAGED.options, join(folder, 'dist'), 'extension.js');
}

/** Builds the plugin's hook, with its engine beside it, below the folder and returns the path of the hook. */
export function bundleHook(folder: string): Promise<string> {
  return bundle(PACKAGED.pluginOptions, join(folder, 'plugin'), 'hook.js');
}

async function bundle(options: BuildOptions, outdir: string, name: string): Promise<string> {
  await build({ ...options, absWorkingDir: ROOT, outdir, minify: true, sourcemap: false });
  return join(outdir, name);
}
