import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { createHookAddress, type HookAddress } from '../../src/node/transport/hookAddress';
import { HookServer } from '../../src/node/transport/hookServer';
import { sharedFolder } from '../../src/node/plugin/sharedFolder';
import { denyOutput } from '../fakes/windowHooks';
import { buildDoor, call, type Ended, ended, hookLimit, runHook, windowAt } from './hookProcess';

const DENIED = denyOutput('a verdict of somebody else');

function assertWentOn({ code, stdout, stderr }: Ended, why: RegExp): void {
  assert.deepEqual([code, stdout], [0, '']);
  assert.match(stderr, /^tool-loop-guard: This call was not checked, the agent goes on: [^\n]+\n$/);
  assert.match(stderr, why);
}

describe('a hook of VS Code’s agent', function () {
  this.timeout(60_000);
  let address: HookAddress;
  let home: string;
  const closers: (() => void)[] = [];

  before(() => Promise.all([buildDoor('hook'), buildDoor('engineOfHook')]));
  beforeEach(() => {
    address = createHookAddress();
    home = mkdtempSync(join(tmpdir(), 'faults-home-'));
  });
  afterEach(() => {
    closers.splice(0).forEach((close) => close());
    address.dispose();
    discard(home);
  });

  /** Another server at our address that does anything with a connection. */
  async function stranger(onConnection: (socket: Socket) => void): Promise<void> {
    const server = createServer((socket) => {
      closers.push(() => socket.destroy());
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    closers.push(() => server.close());
    await new Promise<void>((done) => server.listen(address.path, done));
  }

  const ask = (environment: NodeJS.ProcessEnv = {}, id = '1'): Promise<Ended> =>
    runHook('PreToolUse', call('s', id), { ...windowAt(address), HOME: home, USERPROFILE: home, ...environment });

  it('lets the call run, with one line, if the extension host is killed in the middle of the hook', async () => {
    const script =
      `require('net').createServer((socket) => socket.on('data', () => ` +
      `process.kill(process.pid, 'SIGKILL'))).listen(${JSON.stringify(address.path)}, () ` +
      `=> console.log('listening'))`;
    const host = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(host, 'exit');
    await once(host.stdout, 'data');
    assertWentOn(await ask(), /ECONNRESET|went away|hang up|aborted/);
    assert.deepEqual(await exited, [null, 'SIGKILL']);
  });

  it('lets the call run, with one line, if the extension is busy for longer than a hook may take', async () => {
    const server = new HookServer(
      address,
      () => new Promise(() => undefined),
      () => undefined,
    );
    await server.listen();
    closers.push(() => server.dispose());
    const answer = await ask();
    assertWentOn(answer, /did not answer within \d+ ms/);
    const waited = Number(/within (\d+) ms/.exec(answer.stderr)?.[1]);
    assert.ok(waited * 2 <= hookLimit('PreToolUse'), 'VS Code waits longer, even if the machine is slow');
  });

  const line = (output: unknown): string => `${JSON.stringify(output)}\n`;
  for (const [what, answer] of Object.entries({
    garbage: '\u0000\u0001 no JSON at all\n',
    'text that is no JSON': line('you may not'),
    'a list': line('[1]'),
    'half a verdict': line(DENIED.slice(0, 40)),
    'a number': line(0),
    'too much': ' '.repeat(2_000_000),
  })) {
    it(`lets the call run, with one line, if another server answers ${what}`, async () => {
      await stranger((socket) => void socket.write(answer));
      assertWentOn(await ask(), /did not answer as it should/);
    });
  }

  it('lets the call run, with one line, if another server closes in the middle of an answer', async () => {
    await stranger((socket) => socket.write(line(DENIED).slice(0, 20), () => socket.destroy()));
    assertWentOn(await ask(), /went away|ECONNRESET|EPIPE/);
  });

  it('lets the call run, with one line, if another server slowly answers byte by byte', async () => {
    await stranger((socket) => {
      const drip = setInterval(() => socket.write(' '), 300);
      closers.push(() => clearInterval(drip));
    });
    assertWentOn(await ask(), /within 5000 ms/);
  });

  /** The first three calls run silently; the fourth is the loop of the default settings. */
  async function assertJudgesAlone(): Promise<void> {
    const answers: Ended[] = [];
    for (const id of ['1', '2', '3', '4']) {
      answers.push(await ask({}, id));
    }
    assert.deepEqual(
      answers.map(({ code, stderr }) => [code, stderr]),
      answers.map(() => [0, '']),
    );
    assert.deepEqual(
      answers.map(({ stdout }) => stdout.includes('"deny"')),
      [false, false, false, true],
    );
    const states = readdirSync(join(sharedFolder(home), 'sessions')).filter((name) => name.endsWith('.json'));
    assert.equal(states.length, 1, 'the count is kept in the home folder of the hook');
  }

  it('decides alone, and still finds the loop, if the socket is gone', assertJudgesAlone);

  it('decides alone, and still finds the loop, if nobody listens on the socket’s file', async () => {
    const script =
      `require('net').createServer().listen(${JSON.stringify(address.path)}, () => ` +
      `process.kill(process.pid, 'SIGKILL'))`;
    await ended(spawn(process.execPath, ['-e', script], { stdio: 'pipe' }), '');
    assert.ok(existsSync(address.path));
    await assertJudgesAlone();
  });

  it('decides alone, and still finds the loop, if the path is a file', async () => {
    writeFileSync(address.path, DENIED);
    await assertJudgesAlone();
  });
});

describe('the hook on the command line lets the call run, with one line,', function () {
  this.timeout(60_000);
  const home = mkdtempSync(join(tmpdir(), 'faults-'));
  const isRoot = process.getuid?.() === 0;
  /** An unused user, because for root no folder is read-only. */
  const uid = 65_534;
  let cli: string;
  let state: string;

  before(async () => {
    chmodSync(home, 0o755);
    cli = await buildDoor('cli', join(home, 'cli.js'));
  });
  beforeEach(() => (state = mkdtempSync(join(home, 'state-'))));
  after(() => discard(home));

  const sessions = (): string => join(state, 'sessions');
  const names = (): string[] => (existsSync(sessions()) ? readdirSync(sessions()).sort() : []);
  const options = (): string[] => [cli, 'hook', '--harness', 'claude', '--state', state];
  const run = (id: string, environment: NodeJS.ProcessEnv = {}): Promise<Ended> =>
    ended(
      spawn(process.execPath, options(), { stdio: 'pipe', env: { TOOL_LOOP_MAX_REPEATS: '3', ...environment } }),
      JSON.stringify(call('s', id)),
    );
  const limited = (id: string, blocks: number): Promise<Ended> =>
    ended(
      spawn('sh', ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, ...options()], {
        stdio: 'pipe',
        env: { ...process.env, TOOL_LOOP_MAX_REPEATS: '3' },
      }),
      JSON.stringify(call('s', id)),
    );

  function assertAllowed({ code, stdout, stderr }: Ended, why: RegExp): void {
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /^tool-loop-guard: [^\n]+\n$/);
    assert.match(stderr, why);
  }

  const denied = ({ stdout }: Ended): boolean => stdout.includes('"deny"');

  for (const [what, blocks] of [
    ['is full', 0],
    ['takes the lock and no more', 1],
  ] as const) {
    it(`if the disk ${what}, and continues counting when there is room again`, async function () {
      if (process.platform === 'win32') {
        this.skip();
      }
      // Earlier calls, so that the file is larger than a block.
      for (const file of ['a', 'b', 'c', 'd', 'e']) {
        await ended(
          spawn(process.execPath, options(), { stdio: 'pipe' }),
          JSON.stringify(call('s', file, { tool_input: { path: `${file}.ts` } })),
        );
      }
      await run('1');
      const before = names();
      const content = readFileSync(join(sessions(), before[0] ?? ''), 'utf8');
      // A limit on the file size fails like a full disk, in the middle of a write.
      assert.ok(content.length > 1024, `${content.length} characters`);
      for (const id of ['2', '3', '4']) {
        const failed = await limited(id, blocks);
        assertAllowed(failed, /EFBIG|ENOSPC/);
      }
      assert.deepEqual(
        names().filter((name) => name !== 'swept'),
        before.filter((name) => name !== 'swept'),
        'no lock and no half file is left',
      );
      assert.equal(readFileSync(join(sessions(), before[0] ?? ''), 'utf8'), content);
      assert.ok(!denied(await run('5')));
      assert.ok(denied(await run('6')), 'the first, the fifth and this one');
    });
  }

  it('if the state folder is read-only', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    mkdirSync(sessions(), { mode: 0o700 });
    if (isRoot) {
      chownSync(state, uid, uid);
      chownSync(sessions(), uid, uid);
    }
    chmodSync(sessions(), 0o500);
    const child = spawn(process.execPath, options(), { stdio: 'pipe', env: {}, ...(isRoot ? { uid, gid: uid } : {}) });
    assertAllowed(await ended(child, JSON.stringify(call('s', '1'))), /EACCES|EROFS/);
    chmodSync(sessions(), 0o700);
  });
});
