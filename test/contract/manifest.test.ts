import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { derive, DERIVED_FILES, readDerived } from '../../scripts/manifest';
import { settingsTables } from '../../scripts/settingsManifest';

const ROOT = resolve(__dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly chatPlugins: { readonly path: string }[];
    readonly chatParticipants: {
      readonly id: string;
      readonly name: string;
      readonly commands: { readonly name: string }[];
    }[];
    readonly commands: { readonly command: string; readonly category: string }[];
    readonly walkthroughs: {
      readonly steps: { readonly id: string; readonly media: { readonly image: Readonly<Record<string, string>> } }[];
    }[];
    readonly configuration: readonly {
      readonly properties: Record<
        string,
        {
          readonly default: unknown;
          readonly order: number;
          readonly tags?: string[];
          readonly enum?: string[];
        }
      >;
    }[];
  };
  readonly scripts: Readonly<Record<string, string>>;
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: string[] } };
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const settings = Object.assign(
  {},
  ...manifest.contributes.configuration.map(({ properties }) => properties),
) as Manifest['contributes']['configuration'][number]['properties'];

describe('package.json, README, documents and API', () => {
  it('are derived from the code (else run: npm run manifest)', () => {
    const derived = derive(readDerived(read));
    for (const [key, name] of Object.entries(DERIVED_FILES)) {
      assert.equal(read(name), derived[key as keyof typeof derived], name);
    }
  });

  it('translate every title, and have no unused translations', () => {
    const used = new Set([...read('package.json').matchAll(/"%([\w.-]+)%"/g)].map((match) => match[1]));
    assert.deepEqual(Object.keys(JSON.parse(read('package.nls.json')) as object).toSorted(), [...used].toSorted());
  });

  it('restrict every setting in untrusted workspaces', () => {
    assert.deepEqual(
      manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.toSorted(),
      Object.keys(settings).toSorted(),
    );
  });

  it('declare at most twenty settings, show six at once, and tag all others as advanced', () => {
    const properties = manifest.contributes.configuration.flatMap((group) => Object.entries(group.properties));
    const shown = properties.filter(([, { tags }]) => tags?.includes('advanced') !== true);
    assert.deepEqual(
      shown.toSorted(([, a], [, b]) => a.order - b.order).map(([name]) => name),
      ['enabled', 'mode', 'maxRepeats', 'preset', 'excludedTools', 'budget'].map((key) => `toolLoopGuard.${key}`),
    );
    assert.equal(new Set(properties.map(([, { order }]) => order)).size, properties.length);
    assert.ok(properties.length <= 20);
    assert.ok(!read('package.json').includes('agentHost'), 'a hidden setting is declared nowhere');
  });

  it('explain every selectable value', () => {
    const visited = JSON.stringify(manifest.contributes.configuration, (_, value: unknown) => {
      const { enum: values, enumDescriptions } = (value ?? {}) as { enum?: unknown[]; enumDescriptions?: unknown[] };
      assert.equal(enumDescriptions?.length, values?.length, JSON.stringify(values));
      return value;
    });
    assert.ok(visited.includes('"enumDescriptions"'));
  });

  it('link only to existing settings', () => {
    const links = [...read('package.nls.json').matchAll(/`#([^`#]+)#`/g)].map(([, name]) => name as string);
    assert.ok(links.length > 2);
    assert.deepEqual(
      links.filter((name) => !Object.hasOwn(settings, name)),
      [],
    );
    assert.ok(!settingsTables().includes('#toolLoopGuard'), 'documents have no use for such links');
  });

  it('agree on the version with plugin and changelog', () => {
    assert.equal((JSON.parse(read('plugin/.claude-plugin/plugin.json')) as Manifest).version, manifest.version);
    const [, newest] = /^## (.+)$/m.exec(read('CHANGELOG.md')) ?? [];
    assert.ok(newest === 'Unreleased' || newest === manifest.version, newest);
  });
});

/** Without Git, as in an unpacked archive, the test is skipped. */
function trackedFiles(test: Mocha.Context): string[] {
  const { status, stdout } = spawnSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n') : test.skip();
}

describe('VSIX', function () {
  this.timeout(180_000);

  it('contains exactly the files on the list', function () {
    const tracked = trackedFiles(this);
    execFileSync(process.execPath, ['esbuild.js', '--production'], { cwd: ROOT });
    // In a copy, because vsce checks every file, and tests have downloaded hundreds of thousands.
    const copy = mkdtempSync(join(tmpdir(), 'vsix-'));
    for (const name of [...tracked, 'dist', 'plugin'].filter((each) => existsSync(join(ROOT, each)))) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    }
    for (const folder of ['.vscode-test', 'out', '.eval', 'node_modules/some']) {
      mkdirSync(join(copy, folder), { recursive: true });
      writeFileSync(join(copy, folder, 'left.js'), '');
    }
    // What an extension that runs from the repository leaves in its plugin's folder.
    writeFileSync(join(copy, 'plugin', '.stamp'), '');
    const vsce = join(ROOT, 'node_modules/@vscode/vsce/vsce');
    const listed = execFileSync(process.execPath, [vsce, 'ls', '--no-dependencies'], { cwd: copy, encoding: 'utf8' });
    discard(copy);
    const expected = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'THIRD-PARTY-NOTICES.md',
      'api/tool-loop-guard.d.ts',
      'dist/chunk.js',
      'dist/cli.js',
      'dist/extension.js',
      'dist/features.js',
      'dist/opencode.mjs',
      'dist/repositoryHook.js',
      'dist/telemetry.js',
      'l10n/bundle.l10n.de.json',
      'l10n/bundle.l10n.json',
      'media/graph-dark.svg',
      'media/graph-light.svg',
      'media/icon.png',
      'media/menu-dark.png',
      'media/menu-light.png',
      'media/mode-dark.png',
      'media/mode-light.png',
      'media/protection-dark.png',
      'media/protection-light.png',
      'media/shield-dark.svg',
      'media/shield-light.svg',
      'media/stop-dark.png',
      'media/stop-light.png',
      'media/timeline.svg',
      'package.json',
      'package.nls.de.json',
      'package.nls.json',
      'plugin/.claude-plugin/plugin.json',
      'plugin/.codex-plugin/plugin.json',
      'plugin/engineOfHook.js',
      'plugin/hook.cmd',
      'plugin/hook.js',
      'plugin/hook.sh',
      'plugin/hooks/hooks.json',
      'plugin/package.json',
      'plugin/telemetry.js',
    ];
    assert.deepEqual(
      listed
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith(' '))
        .toSorted(),
      expected,
    );
  });

  it('has a program that cleans up after VS Code has removed the extension', () => {
    assert.equal(manifest.scripts['vscode:uninstall'], 'node ./dist/cli.js after-extension');
    assert.match(read('src/cli.ts'), /= 'after-extension';/);
  });

  it('contains every file that the manifest refers to', () => {
    for (const { path } of manifest.contributes.chatPlugins) {
      assert.ok(existsSync(join(ROOT, path, '.claude-plugin/plugin.json')));
      assert.ok(existsSync(join(ROOT, path, 'hooks/hooks.json')));
    }
    for (const { steps } of manifest.contributes.walkthroughs) {
      assert.equal(steps.length, 4);
      for (const { media } of steps) {
        assert.deepEqual(Object.keys(media.image).toSorted(), ['dark', 'hc', 'hcLight', 'light']);
        for (const path of Object.values(media.image)) {
          assert.ok(existsSync(join(ROOT, path)), path);
        }
      }
    }
    for (const picture of read('README.md').matchAll(/!\[[^\]]*\]\((?!https:)([^)]+)\)/g)) {
      assert.ok(existsSync(join(ROOT, picture[1] as string)), picture[1]);
    }
  });
});

describe('repository', () => {
  it('names no registry host and no path of a machine', function () {
    for (const name of trackedFiles(this).filter(
      (file) => /\.(ts|mjs|js|json|md|yml|sh)$|^\.|run$/.test(file) && existsSync(join(ROOT, file)),
    )) {
      const host = ['registry', 'npmjs', 'org'].join('.');
      assert.ok(!read(name).includes(host), `${name} names the registry`);
      assert.doesNotMatch(
        read(name),
        new RegExp(`["'\\s(]/(?:${['work', 'root', 'home'].join('|')})/[a-z]`),
        `${name} holds a path`,
      );
    }
  });
});
