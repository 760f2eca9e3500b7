import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepCompiled, sweepCompiled } from '../../../../src/node/transport/compiledPrograms';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW_MS = 1_800_000_000_000;

describe('compiled programs of hooks', () => {
  let home: string;
  let folder: string;
  let used: string[];
  const node = { enableCompileCache: (path: string): unknown => used.push(path) };

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'tool-loop-guard-compiled-'));
    folder = join(home, 'state', 'compiled');
    used = [];
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('are kept in a folder that only this user can read', () => {
    keepCompiled(join(home, 'state'), node);
    assert.deepEqual(used, [folder]);
    for (const made of [folder, join(home, 'state')]) {
      assert.equal(process.platform === 'win32' ? 0 : statSync(made).mode & 0o077, 0, made);
    }
  });

  it('are not taken from a folder that others can write', function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    keepCompiled(join(home, 'state'), node);
    assert.deepEqual(used, []);
  });

  it('are done without where Node keeps none, and where the folder cannot be made', () => {
    keepCompiled(join(home, 'state'), {});
    assert.ok(!existsSync(folder));
    writeFileSync(join(home, 'state'), 'a file');
    keepCompiled(join(home, 'state'), node);
    assert.deepEqual(used, []);
  });

  it('are removed a month after they were compiled', () => {
    const version = join(folder, 'v22.0.0');
    mkdirSync(version, { recursive: true });
    for (const [name, days] of [
      ['old', 31],
      ['new', 29],
    ] as const) {
      writeFileSync(join(version, name), '');
      const atSeconds = (NOW_MS - days * DAY_MS) / 1000;
      utimesSync(join(version, name), atSeconds, atSeconds);
    }
    sweepCompiled(join(home, 'state'), NOW_MS);
    assert.ok(!existsSync(join(version, 'old')));
    assert.ok(existsSync(join(version, 'new')));
  });

  it('are not missed where there are none', () => {
    assert.doesNotThrow(() => sweepCompiled(join(home, 'state'), NOW_MS));
  });
});
