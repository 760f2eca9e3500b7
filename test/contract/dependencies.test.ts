import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly integrity?: string;
        readonly link?: boolean;
        readonly dev?: boolean;
        readonly hasInstallScript?: boolean;
      }
    >
  >;
}

/** Licences that allow us to distribute other people's code under ours (MIT). */
const FREE = /^(?:MIT|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0)$/;

describe('dependencies', () => {
  const lock = JSON.parse(read('package-lock.json')) as Lock;
  const manifest = JSON.parse(read('package.json')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const bundled = [...read('THIRD-PARTY-NOTICES.md').matchAll(/^## (\S+) \S+ \((.+)\)$/gm)];
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '');

  it('are pinned: every package has one version and a digest', () => {
    assert.equal(lock.lockfileVersion, 3);
    for (const [path, { version, integrity }] of installed) {
      assert.match(version ?? '', /^\d+\.\d+\.\d+/, path);
      assert.match(integrity ?? '', /^sha512-/, path);
    }
  });

  it('that are bundled are direct, have a free license, and run nothing when they are installed', () => {
    assert.ok(bundled.length > 0);
    for (const [, name = '', license = ''] of bundled) {
      // Indirect dependencies aren't listed here.
      assert.ok(Object.hasOwn(manifest.devDependencies, name), name);
      assert.match(license, FREE, name);
      const { hasInstallScript } = lock.packages[`node_modules/${name}`] ?? {};
      assert.notEqual(hasInstallScript, true, name);
    }
  });

  it('are not installed with the extension, because they are bundled', () => {
    assert.equal(manifest.dependencies, undefined);
    assert.ok(installed.every(([, { dev }]) => dev === true));
  });

  it('that are bundled are in THIRD-PARTY-NOTICES.md (else run: node scripts/notices.mjs)', () => {
    const wanted = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', "process.stdout.write(await (await import('./scripts/notices.mjs')).notices())"],
      { cwd: ROOT, encoding: 'utf8' },
    );
    assert.equal(read('THIRD-PARTY-NOTICES.md'), wanted);
  });
});
