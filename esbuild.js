// @ts-check
const esbuild = require('esbuild');

const production = process.argv.includes('--production');

/** @type {esbuild.BuildOptions} */
const options = {
  entryPoints: ['src/extension.ts', 'src/hook.ts', 'src/cli.ts'],
  outdir: 'dist',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  mainFields: ['module', 'main'],
  minify: production,
  sourcemap: !production,
  legalComments: 'none',
  logLevel: 'warning',
};

if (require.main === module) {
  esbuild.build(options).catch(() => process.exit(1));
}

module.exports = { options };
