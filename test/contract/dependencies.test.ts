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
        readonly license?: string;
        readonly hasInstallScript?: boolean;
      }
    >
  >;
}

/** Licences under which our own (MIT) may hand on other people's code. */
const FREE = /^(?:MIT|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0)$/;

describe('dependencies', () => {
  const lock = JSON.parse(read('package-lock.json')) as Lock;
  const manifest = JSON.parse(read('package.json')) as { readonly dependencies: Readonly<Record<string, string>> };
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '');

  it('are pinned: every package has one version and a digest of what it holds', () => {
    assert.equal(lock.lockfileVersion, 3);
    for (const [path, { version, integrity }] of installed) {
      assert.match(version ?? '', /^\d+\.\d+\.\d+/, path);
      assert.match(integrity ?? '', /^sha512-/, path);
    }
  });

  it('that are shipped are few, free, and run nothing when they are installed', () => {
    const shipped = installed.filter(([, { dev }]) => dev !== true);
    assert.deepEqual(
      shipped.map(([path]) => path.replace('node_modules/', '')).toSorted(),
      Object.keys(manifest.dependencies).toSorted(),
    );
    for (const [path, { license, hasInstallScript }] of shipped) {
      assert.match(license ?? '', FREE, path);
      assert.notEqual(hasInstallScript, true, path);
    }
  });

  it('are named in THIRD-PARTY-NOTICES.md as far as they are bundled (else run: node scripts/notices.mjs)', () => {
    const wanted = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', "process.stdout.write(await (await import('./scripts/notices.mjs')).notices())"],
      { cwd: ROOT, encoding: 'utf8' },
    );
    assert.equal(read('THIRD-PARTY-NOTICES.md'), wanted);
    for (const name of wanted.matchAll(/^## (\S+) \S+ \((.+)\)$/gm)) {
      assert.ok(Object.hasOwn(manifest.dependencies, name[1] as string), name[1]);
      assert.match(name[2] as string, FREE, name[1]);
    }
  });
});
