import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { discard } from '../../scripts/vscode/discard.mjs';
import { OutsideProject } from '../sdks/outsideProject';

const ROOT = resolve(__dirname, '../..');
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Anything larger would be suspicious; the examples of patterns are 40 kB of it. */
const MOST_BYTES = 265_000;

/** What agents get; see the plugin's contract. */
const PLUGIN = [
  '.claude-plugin/plugin.json',
  '.codex-plugin/plugin.json',
  'engineOfHook.js',
  'hook.cmd',
  'hook.js',
  'hook.sh',
  'hooks/hooks.json',
  'package.json',
  'telemetry.js',
];

interface Condition {
  readonly types: string;
  readonly default: string;
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly main: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<'import' | 'require', Condition>>>>;
};
const entries = Object.keys(manifest.exports).filter((name) => name !== './package.json');
const specifier = (entry: string): string => `tool-loop-guard${entry.slice(1)}`;

/** Code of an outside project; LangChain's types come from the package itself, which isn't there. */
const USE = `
import { Guard, type Call, type Verdict } from 'tool-loop-guard';
import { guardTools, loopFound } from 'tool-loop-guard/ai-sdk';
import { loopHooks as claudeHooks } from 'tool-loop-guard/claude-agent-sdk';
import { loopHooks as copilotHooks } from 'tool-loop-guard/copilot-sdk';
import { loopGuardrails } from 'tool-loop-guard/openai-agents';

const guard = new Guard({
  settings: { mode: 'chance_then_break', actions: ['warn', 'break'], maxRepeats: 5, detectors: ['repeat'] },
  tools: { plan: { operationField: 'operation', exempt: false } },
  now: () => 0,
  onDetection: (finding, action) => \`\${finding.detector} \${action}\`,
});
const call: Call = { tool: 'read', arguments: { path: 'a' } };
const verdict: Verdict = guard.before(call);
if (!verdict.runs) {
  const forModel: string = verdict.forModel;
  void forModel;
}
guard.after(call, { result: 'text' });
guard.after(call, { error: new Error('no') });
const isRestored: boolean = guard.restore(guard.save());
const tools: { read: { execute: () => string } } = guardTools(guard, { read: { execute: () => 'text' } });
void [isRestored, tools, loopFound(guard)(), claudeHooks(guard), copilotHooks(guard), loopGuardrails(guard)];
// @ts-expect-error a number is wanted
new Guard({ settings: { maxRepeats: 'three' } });
// @ts-expect-error there is no such setting
new Guard({ settings: { maxRepeat: 3 } });
// @ts-expect-error an outcome is a result or an error
guard.after(call, {});
`;

/** How projects resolve imports, and the name of their file. */
const PROJECTS = [
  { name: 'node16, import', file: 'use.mts', module: 'node16', resolution: 'node16' },
  { name: 'node16, require', file: 'use.cts', module: 'node16', resolution: 'node16' },
  { name: 'bundler, import', file: 'use.ts', module: 'esnext', resolution: 'bundler' },
  { name: 'bundler, require', file: 'use.ts', module: 'preserve', resolution: 'bundler', isRequire: true },
];

describe('the library', () => {
  let project: OutsideProject;

  before(async () => {
    const using = Object.fromEntries(
      PROJECTS.map(({ name, file, isRequire }) => [
        join(folderOf(name), file),
        isRequire === true ? USE.replace(/^import (\{.*\}) from ('.*');$/gm, required) : USE,
      ]),
    );
    project = await OutsideProject.with(using);
  });
  after(() => project.remove());

  for (const { name, file, module, resolution } of PROJECTS) {
    it(`has types for an outside project (${name})`, () => {
      assert.equal(project.typeErrors([join(folderOf(name), file)], module, resolution), '');
    }).timeout(60_000);
  }

  it('can be imported and required without other packages', () => {
    const names = entries.map(specifier);
    const script = `
      const required = ${JSON.stringify(names)}.map((name) => Object.keys(require(name)));
      Promise.all(${JSON.stringify(names)}.map((name) => import(name))).then((imported) => {
        const { Guard } = imported[0];
        console.log(JSON.stringify({
          required,
          imported: imported.map((each) => Object.keys(each)),
          action: new Guard().before({ tool: 'read' }).action,
        }));
      });`;
    const output = execFileSync(process.execPath, ['-e', script], { cwd: project.folder, encoding: 'utf8' });
    const { required, imported, action } = JSON.parse(output) as Record<'required' | 'imported', string[][]> & {
      readonly action: string;
    };
    assert.equal(action, 'allow');
    assert.deepEqual(imported, required);
    assert.deepEqual(imported[0], ['Guard']);
    assert.ok(imported.every((exported) => exported.length > 0));
  });

  it('has a file for each export in the manifest, and an export for each file', () => {
    const folder = project.path('node_modules/tool-loop-guard');
    const named = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string'
        ? []
        : Object.values(entry).flatMap((condition) => [condition.types, condition.default]),
    );
    for (const file of named) {
      assert.ok(existsSync(join(folder, file)), file);
    }
    const written = readdirSync(join(folder, 'dist/library')).map((name) => `./dist/library/${name}`);
    assert.deepEqual(written.toSorted(), named.toSorted());
  });

  it('is small, and imports neither VS Code, nor a schema library, nor an SDK', async () => {
    const { libraryOptions } = createRequire(__filename)('../../esbuild.js') as {
      readonly libraryOptions: (format: 'esm') => BuildOptions;
    };
    const { metafile } = await build({
      ...libraryOptions('esm'),
      absWorkingDir: ROOT,
      outdir: 'dist/library',
      metafile: true,
      write: false,
      minify: true,
    });
    const asked = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
    assert.deepEqual([...new Set(asked)], ['node:crypto']);
    const packages = Object.keys(metafile.inputs).flatMap((path) => /node_modules\/([^/]+)/.exec(path)?.[1] ?? []);
    assert.deepEqual([...new Set(packages)].toSorted(), [
      'fast-json-stable-stringify',
      'fastest-levenshtein',
      'picomatch',
    ]);
    const bytes = metafile.outputs['dist/library/index.mjs']?.bytes ?? Number.NaN;
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  });
});

describe('npm pack', () => {
  it('packs only the command line, its plugin, and the library', () => {
    execFileSync(process.execPath, ['esbuild.js', '--production'], { cwd: ROOT });
    const output = execFileSync(NPM, ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    });
    const [packed] = JSON.parse(output) as { readonly files: readonly { readonly path: string }[] }[];
    const library = ['index', 'ai-sdk', 'claude-agent-sdk', 'copilot-sdk', 'langchain', 'openai-agents'];
    assert.deepEqual(
      packed?.files.map(({ path }) => path).toSorted(),
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'THIRD-PARTY-NOTICES.md',
        'package.json',
        'dist/cli.js',
        'dist/repositoryHook.js',
        'dist/opencode.mjs',
        'dist/telemetry.js',
        ...PLUGIN.map((name) => `plugin/${name}`),
        ...library.flatMap((name) => ['js', 'mjs', 'd.ts', 'd.mts'].map((ending) => `dist/library/${name}.${ending}`)),
      ].toSorted(),
    );
    assert.ok(statSync(join(ROOT, 'dist/cli.js')).size > 0);
  }).timeout(60_000);

  it('has its own description and entry point, and leaves VS Code’s manifest unchanged', () => {
    const folder = mkdtempSync(join(tmpdir(), 'npm-pack-'));
    try {
      ['scripts', 'api'].forEach((name) => mkdirSync(join(folder, name)));
      // Nothing is built here.
      writeFileSync(join(folder, 'esbuild.js'), '');
      const changed = ['package.json', 'README.md'];
      for (const name of [...changed, 'api/README.md', 'scripts/npmManifest.mjs']) {
        copyFileSync(join(ROOT, name), join(folder, name));
      }
      execFileSync(NPM, ['pack'], { cwd: folder, stdio: 'ignore', shell: process.platform === 'win32' });
      const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
      execFileSync('tar', ['-xzf', archive], { cwd: folder });
      const packed = JSON.parse(readFileSync(join(folder, 'package', 'package.json'), 'utf8')) as {
        readonly description: string;
        readonly main: string;
        readonly exports: { readonly '.': { readonly require: Condition } };
      };
      assert.match(packed.description, /^Stops AI agents/);
      assert.equal(packed.main, packed.exports['.'].require.default);
      const [left, own] = [folder, ROOT].map((each) => changed.map((name) => readFileSync(join(each, name), 'utf8')));
      assert.deepEqual(left, own);
    } finally {
      discard(folder);
    }
    assert.equal(manifest.main, './dist/extension.js');
  });
});

function folderOf(name: string): string {
  return name.replace(', ', '-');
}

/** `import { a, type B } from 'c'` with `require`, as a project with `module: preserve` writes it. */
function required(_: string, names: string, from: string): string {
  const values = names.replace(/,? ?type \w+/g, '');
  const types = [...names.matchAll(/type (\w+)/g)].map(([, name]) => name);
  const typeImport = types.length === 0 ? '' : `import type { ${types.join(', ')} } from ${from};`;
  const name = `module${from.replace(/\W/g, '')}`;
  return `import ${name} = require(${from});\nconst ${values.replace(/ as /g, ': ')} = ${name};${typeImport}`;
}
