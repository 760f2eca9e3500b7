// The bundles as they are packaged, built with the options of esbuild.js into a folder of the bench.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type BuildOptions } from 'esbuild';

const ROOT = resolve(__dirname, '..');
const { buildExtension, pluginOptions } = createRequire(__filename)('../esbuild.js') as {
  readonly buildExtension: (changes: BuildOptions) => Promise<unknown>;
  readonly pluginOptions: BuildOptions;
};

export async function bundleExtension(folder: string): Promise<string> {
  const outdir = join(folder, 'dist');
  await buildExtension({ outdir, minify: true, sourcemap: false });
  return join(outdir, 'extension.js');
}

export async function bundleHook(folder: string): Promise<string> {
  const outdir = join(folder, 'plugin');
  await build({ ...pluginOptions, absWorkingDir: ROOT, outdir, minify: true, sourcemap: false });
  return join(outdir, 'hook.js');
}
