// @ts-check
const esbuild = require('esbuild');
const { utimesSync } = require('node:fs');

const production = process.argv.includes('--production');

/** @type {esbuild.BuildOptions} */
const common = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  minify: production,
  legalComments: 'none',
  logLevel: 'warning',
};

/** @type {esbuild.BuildOptions} */
const options = {
  ...common,
  entryPoints: ['src/extension.ts', 'src/cli.ts'],
  outdir: 'dist',
  external: ['vscode'],
  sourcemap: !production,
};

/**
 * What the plugin runs lies in its folder, which VS Code and other agents copy. No source maps, for they would be copied
 * with it. The engine is a file of its own, loaded only where no window answers.
 *
 * @type {esbuild.BuildOptions}
 */
const pluginOptions = {
  ...common,
  entryPoints: ['src/hook.ts', 'src/engineOfHook.ts'],
  outdir: 'plugin',
  external: ['./engineOfHook.js'],
};

async function main() {
  await Promise.all([esbuild.build(options), esbuild.build(pluginOptions)]);
  // VS Code copies the plugin anew when the time of its folder has changed, which no change inside a file does.
  utimesSync('plugin', new Date(), new Date());
}

if (require.main === module) {
  main().catch(() => process.exit(1));
}

module.exports = { options, pluginOptions };
