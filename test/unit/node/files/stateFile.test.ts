import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StateFolder, stateName } from '../../../../src/node/state/stateFolder';
import { sha256 } from '../../../../src/node/files/hash';
import { newFolderForEach } from '../../../fakes/newFolder';

interface Count {
  readonly count: number;
}

const fail = (error: unknown): never => assert.fail(String(error));

describe('state folder', () => {
  let parent: string;
  let sessions: string;
  let folder: StateFolder<Count>;

  newFolderForEach((made) => {
    parent = made;
    sessions = join(parent, 'sessions');
    folder = new StateFolder(parent, { patience: 400, stale: 200 });
  });

  const files = (): string[] => readdirSync(sessions);
  const onlyFile = (): string =>
    join(sessions, files().find((name) => name.endsWith('.json')) ?? assert.fail('no file'));
  const increment = (session: string, onCorrupt: (error: unknown) => void = fail): Promise<number> =>
    folder.update(
      stateName(session),
      (before) => {
        const count = (before?.count ?? 0) + 1;
        return { state: { count }, result: count };
      },
      onCorrupt,
    );

  it('continues each session separately', async () => {
    assert.deepEqual(
      [await increment('a'), await increment('a'), await increment('b'), await increment('a')],
      [1, 2, 1, 3],
    );
    assert.equal(files().length, 2);
  });

  it('is accessible only to this user, with meaningless names', async function () {
    await increment('secret session');
    assert.match(files()[0] ?? '', /^[0-9a-f]{40}\.json$/);
    if (process.platform === 'win32') {
      this.skip();
    }
    assert.equal(statSync(sessions).mode & 0o777, 0o700);
    assert.equal(statSync(onlyFile()).mode & 0o777, 0o600);
  });

  it('doesn’t change a folder that isn’t its own', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    chmodSync(parent, 0o777);
    await increment('a');
    assert.equal(statSync(parent).mode & 0o777, 0o777);
  });

  it('writes nothing if there is nothing to store', async () => {
    await folder.update(stateName('a'), () => ({ state: undefined, result: 0 }), fail);
    assert.deepEqual(files(), []);
  });

  for (const [what, broken] of Object.entries<(written: string) => string>({
    'half a file': (written) => written.slice(0, -8),
    'an empty file': () => '',
    'something else': () => '[]',
    'a seal without anything': () => '{"seal":""}',
    'a file that was written twice': (written) => written + written,
    'a file of zeros': (written) => '\0'.repeat(written.length),
    'a file in which a character was changed': (written) => written.replace('"count":1', '"count":7'),
    'a file in which a part is missing': (written) => written.slice(0, 20) + written.slice(40),
    'a file that another version wrote': (written) =>
      written.replace(/[0-9a-f]{64}/, sha256(`99.0.0\n${sha256('a').slice(0, 40)}\n{"count":1}`)),
  })) {
    it(`starts over with ${what}`, async () => {
      await increment('a');
      writeFileSync(onlyFile(), broken(readFileSync(onlyFile(), 'utf8')));
      const told: unknown[] = [];
      assert.equal(await increment('a', (error) => told.push(error)), 1);
      assert.equal(told.length, 1);
      assert.equal(await increment('a'), 2);
    });
  }

  it('ignores the state of another session under its name', async () => {
    await increment('a');
    const other = readFileSync(onlyFile(), 'utf8');
    await increment('b');
    files().forEach((name) => writeFileSync(join(sessions, name), other));
    const told: unknown[] = [];
    assert.equal(await increment('b', (error) => told.push(error)), 1);
    assert.equal(told.length, 1);
  });

  it('counts all of many simultaneous writes', async () => {
    const patient = new StateFolder<Count>(parent);
    folder = patient;
    const results = await Promise.all(Array.from({ length: 40 }, () => increment('a')));
    assert.deepEqual(
      results.sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    assert.equal(files().length, 1);
  });

  it('takes over from a process that ended while it held the lock', async () => {
    await increment('a');
    writeFileSync(`${onlyFile()}.lock`, 'somebody');
    assert.equal(await increment('a'), 2);
    assert.equal(files().length, 1);
  });

  it('gives up on a lock that isn’t released, and keeps it', async () => {
    await increment('a');
    const lock = `${onlyFile()}.lock`;
    writeFileSync(lock, 'somebody');
    const holder = setInterval(() => utimesSync(lock, new Date(), new Date()), 20);
    try {
      await assert.rejects(increment('a'), /holds the lock/);
    } finally {
      clearInterval(holder);
    }
    assert.equal(readFileSync(lock, 'utf8'), 'somebody');
  });

  it('writes nothing if its lock was taken over', async () => {
    await increment('a');
    const path = onlyFile();
    const before = readFileSync(path, 'utf8');
    const late = folder.update(
      stateName('a'),
      () => {
        writeFileSync(`${path}.lock`, 'another');
        return { state: { count: 99 }, result: 0 };
      },
      fail,
    );
    await assert.rejects(late, /lock was lost/);
    assert.equal(readFileSync(path, 'utf8'), before);
    assert.equal(readFileSync(`${path}.lock`, 'utf8'), 'another');
    assert.equal(files().length, 2);
  });

  it('leaves no files if it can’t write', async () => {
    await increment('a');
    const path = onlyFile();
    rmSync(path);
    mkdirSync(join(path, 'in the way'), { recursive: true });
    await assert.rejects(increment('a', () => undefined));
    assert.equal(files().length, 1);
  });

  it('reports it if there can be no folder', async () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    await assert.rejects(new StateFolder(join(file, 'below')).update('a', () => ({ state: {}, result: 0 }), fail));
  });

  it('removes files that are a week old, once a day', async () => {
    await increment('old');
    const old = onlyFile();
    const nowMs = Date.now();
    const longAgo = new Date(nowMs - 8 * 24 * 3600 * 1000);
    utimesSync(old, longAgo, longAgo);
    await increment('new');
    writeFileSync(join(sessions, 'notes.txt'), 'somebody else’s');
    utimesSync(join(sessions, 'notes.txt'), longAgo, longAgo);
    folder.sweep(nowMs);
    assert.ok(!existsSync(old) && existsSync(join(sessions, 'notes.txt')));
    assert.equal(files().filter((name) => name.endsWith('.json')).length, 1);
    const other = onlyFile();
    utimesSync(other, longAgo, longAgo);
    folder.sweep(nowMs + 1000);
    assert.ok(existsSync(other));
    folder.sweep(nowMs + 25 * 3600 * 1000);
    assert.ok(!existsSync(other));
  });
});
