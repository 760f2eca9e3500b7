// @ts-check
const esbuild = require('esbuild');
const { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const production = process.argv.includes('--production');

/** @type {esbuild.BuildOptions} */
const common = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  minify: production,
  // Texts and patterns hold other characters than ASCII, which escapes make up to three times as long.
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * What is loaded later is loaded by `require`: for `import()` Node starts its loader of ES modules, which reads the file
 * twice to find out what kind of module it is and what it exports.
 *
 * @type {esbuild.BuildOptions}
 */
const byRequire = { supported: { 'dynamic-import': false } };

/**
 * The command line.
 *
 * @type {esbuild.BuildOptions}
 */
const options = {
  ...common,
  ...byRequire,
  entryPoints: ['src/cli.ts'],
  outdir: 'dist',
  external: ['./telemetry.js'],
  sourcemap: !production,
};

/**
 * The extension: what it needs at start, what it loads then (features.js), and what both share (chunk.js). esbuild splits
 * nothing but ES modules, which {@link buildExtension} turns into CommonJS.
 *
 * @type {esbuild.BuildOptions}
 */
const extensionOptions = {
  ...common,
  format: 'esm',
  splitting: true,
  absWorkingDir: __dirname,
  entryPoints: ['src/extension.ts'],
  chunkNames: '[name]',
  outdir: 'dist',
  external: ['vscode', './telemetry.js'],
  sourcemap: production ? false : 'inline',
};

/**
 * Writes the extension as VS Code loads it.
 *
 * @param {esbuild.BuildOptions} changes of the options
 */
async function buildExtension(changes = {}) {
  const { outputFiles } = await esbuild.build({ ...extensionOptions, ...changes, write: false });
  const { minify = production, sourcemap = production ? false : 'inline' } = changes;
  for (const { path, text } of outputFiles) {
    const { code } = await esbuild.transform(text, {
      supported: byRequire.supported ?? {},
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minify,
      charset: 'utf8',
      sourcefile: basename(path),
      sourcemap: sourcemap === false ? false : 'inline',
    });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
}

/**
 * What the plugin runs lies in its folder, which VS Code and other agents copy. No source maps, for they would be copied
 * with it. The engine is a file of its own, loaded only where no window answers.
 *
 * @type {esbuild.BuildOptions}
 */
const pluginOptions = {
  ...common,
  ...byRequire,
  absWorkingDir: __dirname,
  entryPoints: ['src/hook.ts', 'src/engineOfHook.ts'],
  outdir: 'plugin',
  external: ['./engineOfHook.js', './telemetry.js'],
};

/**
 * The packages of OpenTelemetry, in a file of their own that is loaded only where telemetry is switched on. Beside each
 * program that may load it.
 *
 * @type {(outdir: 'dist' | 'plugin') => esbuild.BuildOptions}
 */
const telemetryOptions = (outdir) => ({ ...common, entryPoints: ['src/telemetry.ts'], outdir });

/**
 * The hook that `install --repository` writes into a repository: one file, for nothing else is there.
 *
 * @type {esbuild.BuildOptions}
 */
const repositoryOptions = {
  ...common,
  ...byRequire,
  minify: true,
  entryPoints: ['src/repositoryHook.ts'],
  outdir: 'dist',
  banner: {
    js: [
      '/* eslint-disable */',
      '// Tool Loop Guard (MIT): stops agents that call the same tools again and again.',
      '// Written by `tool-loop-guard install --repository`; `uninstall --repository` removes it.',
      '// Licences of what it holds: https://github.com/tool-loop-guard/tool-loop-guard, THIRD-PARTY-NOTICES.md',
    ].join('\n'),
  },
};

/**
 * The plugin of opencode, which is one file that opencode imports.
 *
 * @type {esbuild.BuildOptions}
 */
const opencodeOptions = {
  ...common,
  format: 'esm',
  entryPoints: ['src/opencode.ts'],
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
};

const LIBRARY_TYPES = join(__dirname, 'api/library');

/**
 * What `exports` of package.json names: the guard, and an adapter for each SDK, which is handed a guard and holds none.
 *
 * @type {(format: 'cjs' | 'esm') => esbuild.BuildOptions}
 */
const libraryOptions = (format) => ({
  ...common,
  format,
  absWorkingDir: __dirname,
  entryPoints: {
    index: 'src/library/index.ts',
    'ai-sdk': 'src/library/adapters/aiSdk.ts',
    'claude-agent-sdk': 'src/library/adapters/claudeAgentSdk.ts',
    'copilot-sdk': 'src/library/adapters/copilotSdk.ts',
    langchain: 'src/library/adapters/langchain.ts',
    'openai-agents': 'src/library/adapters/openaiAgents.ts',
  },
  outExtension: { '.js': format === 'esm' ? '.mjs' : '.js' },
});

/** Writes the library with its types. TypeScript wants types of their own for each way of importing. */
async function buildLibrary(/** @type {string} */ outdir) {
  mkdirSync(outdir, { recursive: true });
  for (const name of readdirSync(LIBRARY_TYPES)) {
    const text = readFileSync(join(LIBRARY_TYPES, name), 'utf8');
    writeFileSync(join(outdir, name), text);
    const moduleName = `${basename(name, '.d.ts')}.d.mts`;
    writeFileSync(join(outdir, moduleName), text.replaceAll("'./index.js'", "'./index.mjs'"));
  }
  await Promise.all([
    esbuild.build({ ...libraryOptions('cjs'), outdir }),
    esbuild.build({ ...libraryOptions('esm'), outdir }),
  ]);
}

async function main() {
  await Promise.all([
    esbuild.build(options),
    buildExtension(),
    esbuild.build(pluginOptions),
    esbuild.build(repositoryOptions),
    esbuild.build(opencodeOptions),
    esbuild.build(telemetryOptions('dist')),
    esbuild.build(telemetryOptions('plugin')),
    buildLibrary(join(__dirname, 'dist/library')),
  ]);
  // VS Code copies the plugin anew when the time of its folder has changed, which no change inside a file does.
  utimesSync('plugin', new Date(), new Date());
}

if (require.main === module) {
  main().catch(() => process.exit(1));
}

module.exports = {
  options,
  extensionOptions,
  buildExtension,
  pluginOptions,
  telemetryOptions,
  repositoryOptions,
  opencodeOptions,
  libraryOptions,
  buildLibrary,
};
