import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HARNESSES } from '../../../../src/node/agents/harnesses';
import { appServerOf } from '../../../../src/node/agents/codex';
import { threadLines } from '../../../../src/node/commands/stopsCommand';
import { interruptTurn, threadsAtWork } from '../../../../src/node/hooks/appServer';
import { type Answers, FakeRpcServer } from '../../../fakes/rpcServer';

const TAKEN: Answers = () => ({ result: {} });

describe('Codex’s app server', function () {
  let folder: string;
  let server: FakeRpcServer | undefined;

  beforeEach(function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), 'codex-'));
    mkdirSync(join(folder, 'app-server-control'), { mode: 0o700 });
  });
  afterEach(() => {
    server?.close();
    server = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Like Codex: the socket has a short path elsewhere, and a link leads to it. */
  async function listen(answers: Answers): Promise<FakeRpcServer> {
    const socket = join(folder, 'socket');
    server = await FakeRpcServer.start(socket, answers);
    chmodSync(socket, 0o600);
    symlinkSync(socket, join(folder, 'app-server-control/app-server-control.sock'));
    return server;
  }

  const own = (): string => appServerOf({ environment: { CODEX_HOME: folder }, home: '/nowhere' });

  const interrupted = (): Promise<boolean> =>
    interruptTurn(HARNESSES.codex.serverOf?.(join(folder, 'sessions/2026/rollout.jsonl')) ?? '', 'thread', 'turn');

  it('is asked to interrupt the turn, and nothing else', async () => {
    const params: unknown[] = [];
    const { asked } = await listen((method, given) => {
      params.push(method === 'turn/interrupt' ? given : {});
      return { result: {} };
    });
    assert.equal(await interrupted(), true);
    assert.deepEqual(asked, ['initialize', 'initialized', 'turn/interrupt']);
    assert.deepEqual(params.at(-1), { threadId: 'thread', turnId: 'turn' });
  });

  it('returns running threads, by IDs that are safe in a shell', async () => {
    const states: Readonly<Record<string, string>> = {
      'a-1': 'active',
      'b-2': 'idle',
      '$(c)': 'active',
      '--': 'active',
    };
    await listen((method, { threadId }) => {
      const status = { type: states[String(threadId)] };
      const thread = { id: threadId, status, name: null, preview: 'Go on.', cwd: '/project' };
      return { result: method === 'thread/read' ? { thread } : { data: Object.keys(states), nextCursor: null } };
    });
    assert.deepEqual(await threadsAtWork(own()), [{ id: 'a-1', prompt: 'Go on.', folder: '/project' }]);
  });

  it('is asked once for each part of a list without an end', async () => {
    const { asked } = await listen((method) => ({
      result: method === 'thread/read' ? {} : { data: ['a-1'], nextCursor: 'same' },
    }));
    assert.deepEqual(await threadsAtWork(own()), []);
    assert.deepEqual(
      asked.filter((method) => method.startsWith('thread/')),
      ['thread/loaded/list', 'thread/loaded/list', 'thread/read'],
    );
  });

  it('has no threads where only its socket is left', async () => {
    await listen(TAKEN);
    renameSync(join(folder, 'socket'), join(folder, 'left'));
    server?.close();
    renameSync(join(folder, 'left'), join(folder, 'socket'));
    assert.deepEqual(await threadsAtWork(own()), []);
  });

  it('is asked for all threads if it returns them in parts', async () => {
    const parts: Readonly<Record<string, object>> = {
      undefined: { data: ['a-1'], nextCursor: 'more' },
      more: { data: ['b-2'], nextCursor: null },
    };
    await listen((method, { threadId, cursor }) =>
      method === 'thread/read'
        ? { result: { thread: { id: threadId, status: { type: 'active' } } } }
        : { result: parts[String(cursor)] ?? {} },
    );
    assert.deepEqual(
      (await threadsAtWork(own()))?.map(({ id }) => id),
      ['a-1', 'b-2'],
    );
  });

  it('is distinguished from an idle one if it doesn’t answer', async () => {
    await listen((method) => (method === 'initialize' ? { result: {} } : undefined));
    const threads = await threadsAtWork(own());
    assert.equal(threads, undefined);
    assert.match(threadLines(threads), /^Whether Codex is working in the background is unknown/);
  });

  it('returns no threads if it isn’t running', async () => {
    assert.deepEqual(await threadsAtWork(own()), []);
    assert.equal(await interruptTurn(own(), 'a-1'), false);
    (await listen(TAKEN)).close();
    assert.deepEqual(await threadsAtWork(own()), []);
  });

  it('is asked to interrupt a thread’s current turn', async () => {
    const params: unknown[] = [];
    await listen((method, given) => {
      params.push([method, given]);
      return { result: method === 'thread/turns/list' ? { data: [{ id: 'now', status: 'inProgress' }] } : {} };
    });
    assert.equal(await interruptTurn(own(), 'a-1'), true);
    assert.deepEqual(params.slice(-2), [
      ['thread/turns/list', { threadId: 'a-1', limit: 1 }],
      ['turn/interrupt', { threadId: 'a-1', turnId: 'now' }],
    ]);
  });

  it('ends no thread if it can’t list turns, like older versions', async () => {
    await listen((method) => (method === 'initialize' ? { result: {} } : undefined));
    assert.equal(await interruptTurn(own(), 'a-1'), false);
  });

  const withoutEnd: Readonly<Record<string, () => Promise<unknown>>> = {
    'there is none, as for `codex exec`': () => Promise.resolve(),
    'it has ended': async () => {
      (await listen(TAKEN)).close();
    },
    'it is of a version that does not know the request': () =>
      listen((method) => (method === 'initialize' ? { result: {} } : undefined)),
    'it has another turn': () =>
      listen((method) =>
        method === 'initialize' ? { result: {} } : { error: { code: -32600, message: 'no active turn' } },
      ),
    'its socket is open to others': async () => {
      await listen(TAKEN);
      chmodSync(join(folder, 'socket'), 0o666);
    },
    'its folder is open to others': async () => {
      await listen(TAKEN);
      chmodSync(join(folder, 'app-server-control'), 0o755);
    },
  };
  for (const [why, prepare] of Object.entries(withoutEnd)) {
    it(`ends nothing if ${why}`, async () => {
      await prepare();
      assert.equal(await interrupted(), false);
    });
  }
});
