// @ts-check
const esbuild = require('esbuild');
const ts = require('typescript');
const { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } = require('node:fs');
const { basename, join, resolve } = require('node:path');

const production = process.argv.includes('--production');

/** What rows of patterns tell only readers and tests. */
const ROW_DOCUMENTATION = new Set(['examples', 'not', 'from', 'because']);

/** Leaves the documentation of rows out of what is shipped; it is a third of their text. */
const rowsWithoutDocumentation = /** @type {esbuild.Plugin} */ ({
  name: 'rows of patterns without their documentation',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:facts[\\/]patterns|words[\\/]secrets)[\\/]\w+\.ts$/ }, ({ path }) => {
      const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
      const found = /** @type {ts.Node[]} */ ([]);
      const look = (/** @type {ts.Node} */ node) => {
        const isOfRow = ts.isPropertyAssignment(node) && ROW_DOCUMENTATION.has(node.name.getText());
        if (isOfRow) found.push(node);
        else node.forEachChild(look);
      };
      look(source);
      let contents = source.text;
      for (const node of found.toReversed()) {
        const rest = contents.slice(node.end).replace(/^\s*,/, '');
        // The lines stay, for source maps.
        const lines = node.getText().replace(/[^\n]/g, '');
        contents = contents.slice(0, node.getStart()) + lines + rest;
      }
      return { contents, loader: 'ts' };
    });
  },
});

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
  plugins: [rowsWithoutDocumentation],
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

/** What src/extension.ts loads by these names when it is first needed. */
const PARTS = ['afterStart', 'agentHooks', 'onDemand'];

/** Packages that few windows need: each is a file of its own, loaded when it is asked for. */
const PACKAGES = ['jsonc-parser', 'picomatch'];

/** Builds a part to be loaded by an extension that is there already, so that it has to hold nothing of it. */
const partsOfExtension = /** @type {esbuild.Plugin} */ ({
  name: 'parts of the extension',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^part:(?:${PARTS.join('|')})$`) }, ({ path }) => ({ path, namespace: 'part' }));
    onLoad({ filter: /^/, namespace: 'part' }, ({ path }) => ({
      contents: `import './src/extension'; export * from './src/${path.slice('part:'.length)}';`,
      resolveDir: __dirname,
    }));
  },
});

/** Leaves packages that are files of their own to where they are asked for. */
const packagesBeside = /** @type {esbuild.Plugin} */ ({
  name: 'packages in files of their own',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(?:${PACKAGES.join('|')})$`) }, ({ path }) => ({
      path: `./${path}.js`,
      external: true,
    }));
  },
});

/** Has all files take VS Code's API from one module: with CommonJS each would copy the whole of it. */
const apiOnce = /** @type {esbuild.Plugin} */ ({
  name: 'the API of VS Code',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode$/ }, ({ path, namespace }) =>
      namespace === 'api' ? { path, external: true } : { path, namespace: 'api' },
    );
    onLoad({ filter: /^/, namespace: 'api' }, () => ({ contents: "export * from 'vscode';" }));
  },
});

/**
 * The extension, with what it loads on demand in files of their own, and what those share in further ones, so that no
 * module is there twice. esbuild splits nothing but ES modules, so this is the first of two steps; see buildExtension.
 *
 * @type {esbuild.BuildOptions}
 */
const extensionOptions = {
  ...common,
  format: 'esm',
  splitting: true,
  absWorkingDir: __dirname,
  entryPoints: {
    extension: 'src/extension.ts',
    ...Object.fromEntries(PARTS.map((name) => [name, `part:${name}`])),
  },
  chunkNames: 'shared-[hash]',
  outdir: 'dist',
  external: ['./telemetry.js', ...PARTS.map((name) => `./${name}.js`)],
  plugins: [rowsWithoutDocumentation, partsOfExtension, packagesBeside, apiOnce],
  sourcemap: production ? false : 'inline',
};

/** @type {esbuild.BuildOptions} */
const packageOptions = { ...common, absWorkingDir: __dirname, entryPoints: PACKAGES, outdir: 'dist' };

/**
 * Writes the extension as VS Code loads it: the split modules, each turned into CommonJS, and the packages beside them.
 *
 * @param {esbuild.BuildOptions} changes of the options
 * @returns {Promise<Required<Pick<esbuild.Metafile, 'outputs'>>>} what went into the files
 */
async function buildExtension(changes = {}) {
  const outdir = resolve(__dirname, changes.outdir ?? 'dist');
  mkdirSync(outdir, { recursive: true });
  for (const left of readdirSync(outdir).filter((name) => name.startsWith('shared-'))) {
    rmSync(join(outdir, left));
  }
  const [{ outputFiles, metafile }, packages] = await Promise.all([
    esbuild.build({ ...extensionOptions, ...changes, write: false, metafile: true }),
    esbuild.build({ ...packageOptions, ...changes, metafile: true }),
  ]);
  const { minify = production, sourcemap = !production } = changes;
  await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const name = basename(path);
      const { code, map } = await esbuild.transform(text, {
        format: 'cjs',
        platform: 'node',
        target: 'node20',
        minify,
        charset: 'utf8',
        legalComments: 'none',
        sourcefile: name,
        sourcemap: sourcemap === false ? false : 'external',
      });
      writeFileSync(join(outdir, name), map === '' ? code : `${code}//# sourceMappingURL=${name}.map\n`);
      if (map !== '') {
        writeFileSync(join(outdir, `${name}.map`), map);
      }
    }),
  );
  return { outputs: { ...metafile.outputs, ...packages.metafile.outputs } };
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
  packageOptions,
  buildExtension,
  pluginOptions,
  telemetryOptions,
  repositoryOptions,
  opencodeOptions,
  libraryOptions,
  buildLibrary,
};
