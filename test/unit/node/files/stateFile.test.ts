import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConversationState, STATE_VERSION } from '../../../../src/engine/state';
import { type SessionState, StateFolder } from '../../../../src/node/state/stateFile';
import { stateFileSchema } from '../../../../src/node/state/stateFormat';
import { sha256 } from '../../../../src/node/files/hash';
import { defaultStateFolder } from '../../../../src/node/state/statePath';

const state = (nextIndex: number): ConversationState => ({
  version: STATE_VERSION,
  counts: { calls: 0, warnings: 0, chances: 0, breaks: 0, mitigations: 0 },
  detections: 0,
  nextIndex,
  round: { number: 0 },
  hasStarted: false,
  message: { firstIndex: 0 },
  sinceMessage: { tasks: [], answers: [], failures: [], rows: [], compactions: 0 },
  entries: [],
  chances: [],
  nudges: [],
  verdicts: [],
});

const fail = (error: unknown): never => assert.fail(String(error));

describe('state folder', () => {
  let parent: string;
  let sessions: string;
  let folder: StateFolder;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'state-folder-'));
    sessions = join(parent, 'sessions');
    folder = new StateFolder(parent, { patience: 400, stale: 200 });
  });

  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const files = (): string[] => readdirSync(sessions);
  const onlyFile = (): string => join(sessions, files()[0] ?? assert.fail('no file'));
  const increment = (session: string, agent = 'main', onCorrupt: (error: unknown) => void = fail): Promise<number> =>
    folder.update(
      session,
      (before: SessionState) => {
        const next = (before.get(agent)?.nextIndex ?? 0) + 1;
        return {
          state: new Map([...[...before].filter(([name]) => name !== agent), [agent, state(next)]]),
          result: next,
        };
      },
      onCorrupt,
    );

  it('continues where it was, each session and each agent for itself', async () => {
    assert.deepEqual(
      [
        await increment('a'),
        await increment('a'),
        await increment('b'),
        await increment('a', 'sub'),
        await increment('a'),
      ],
      [1, 2, 1, 1, 3],
    );
    assert.equal(files().length, 2);
  });

  it('is this user’s only, with names that tell nothing', async function () {
    await increment('secret session');
    assert.match(files()[0] ?? '', /^[0-9a-f]{40}\.json$/);
    if (process.platform === 'win32') {
      this.skip();
    }
    assert.equal(statSync(sessions).mode & 0o777, 0o700);
    assert.equal(statSync(onlyFile()).mode & 0o777, 0o600);
  });

  it('leaves a folder that is not its own as it is', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    chmodSync(parent, 0o777);
    await increment('a');
    assert.equal(statSync(parent).mode & 0o777, 0o777);
  });

  it('writes nothing when there is nothing to keep', async () => {
    await folder.update('a', () => ({ state: undefined, result: 0 }), fail);
    assert.deepEqual(files(), []);
  });

  for (const [what, content] of Object.entries({
    'half a file': '{"agents":[["main",{"ver',
    'an empty file': '',
    'another version': JSON.stringify({ agents: [['main', { ...state(1), version: 99 }]] }),
    'a version that kept less': JSON.stringify({ agents: [['main', { ...state(1), message: undefined }]] }),
    'something else': '[]',
    'a seal without anything': '{"seal":""}',
  })) {
    it(`starts again over ${what}`, async () => {
      await increment('a');
      writeFileSync(onlyFile(), content);
      const told: unknown[] = [];
      assert.equal(await increment('a', 'main', (error) => told.push(error)), 1);
      assert.equal(told.length, 1);
      assert.equal(await increment('a'), 2);
    });
  }

  it('checks a file in which a character was changed', async () => {
    await increment('a');
    const written = readFileSync(onlyFile(), 'utf8');
    writeFileSync(onlyFile(), written.replace('"nextIndex":1', '"nextIndex":-1'));
    const told: unknown[] = [];
    await increment('a', 'main', (error) => told.push(error));
    assert.equal(told.length, 1);

    writeFileSync(onlyFile(), written.replace('"nextIndex":1', '"nextIndex":7'));
    assert.equal(await increment('a'), 8);
  });

  it('checks a file that another version wrote', async () => {
    await increment('a');
    const agents = JSON.stringify([['main', { ...state(1), round: 'a new form of it' }]]);
    writeFileSync(onlyFile(), `{"seal":"${sha256(`99.0.0\n${agents}`)}","agents":${agents}}`);
    const told: unknown[] = [];
    assert.equal(await increment('a', 'main', (error) => told.push(error)), 1);
    assert.equal(told.length, 1);
  });

  it('is written as it is checked', async () => {
    await increment('a');
    const { agents } = stateFileSchema.parse(JSON.parse(readFileSync(onlyFile(), 'utf8')));
    assert.deepEqual(agents, [['main', state(1)]]);
  });

  it('counts all of many that write at once', async () => {
    const patient = new StateFolder(parent);
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

  it('gives up on a lock that is held and held, and leaves it alone', async () => {
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

  it('writes nothing when its lock was taken over meanwhile', async () => {
    await increment('a');
    const path = onlyFile();
    const before = readFileSync(path, 'utf8');
    const late = folder.update(
      'a',
      () => {
        writeFileSync(`${path}.lock`, 'another');
        return { state: new Map([['main', state(99)]]), result: 0 };
      },
      fail,
    );
    await assert.rejects(late, /lock was lost/);
    assert.equal(readFileSync(path, 'utf8'), before);
    assert.equal(readFileSync(`${path}.lock`, 'utf8'), 'another');
    assert.equal(files().length, 2);
  });

  it('leaves nothing behind when it cannot write', async () => {
    await increment('a');
    const path = onlyFile();
    rmSync(path);
    mkdirSync(join(path, 'in the way'), { recursive: true });
    await assert.rejects(increment('a', 'main', () => undefined));
    assert.equal(files().length, 1);
  });

  it('says so when there can be no folder', async () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    await assert.rejects(
      new StateFolder(join(file, 'below')).update('a', () => ({ state: new Map(), result: 0 }), fail),
    );
  });

  it('forgets the agents of a session that were not used for longest', async () => {
    for (let agent = 0; agent < 32; agent++) {
      await increment('a', `agent ${agent}`);
    }
    assert.deepEqual([await increment('a', 'agent 31'), await increment('a', 'agent 0')], [2, 1]);
  });

  it('removes what nobody touched for a week, once a day', async () => {
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
    const other = onlyJson();
    utimesSync(other, longAgo, longAgo);
    folder.sweep(nowMs + 1000);
    assert.ok(existsSync(other));
    folder.sweep(nowMs + 25 * 3600 * 1000);
    assert.ok(!existsSync(other));
  });

  const onlyJson = (): string =>
    join(sessions, files().find((name) => name.endsWith('.json')) ?? assert.fail('no file'));

  it('lies where the platform keeps such things', () => {
    assert.equal(defaultStateFolder({ XDG_STATE_HOME: '/x' }, 'linux', '/h'), join('/x', 'tool-loop-guard'));
    assert.equal(
      defaultStateFolder({ XDG_STATE_HOME: 'relative' }, 'linux', '/h'),
      join('/h', '.local', 'state', 'tool-loop-guard'),
    );
    assert.equal(
      defaultStateFolder({}, 'darwin', '/Users/u'),
      join('/Users/u', 'Library', 'Application Support', 'tool-loop-guard'),
    );
    assert.equal(defaultStateFolder({ LOCALAPPDATA: '/local' }, 'win32', '/u'), join('/local', 'tool-loop-guard'));
  });
});
