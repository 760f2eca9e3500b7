import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { ADDRESS_VARIABLE, createHookAddress, TOKEN_VARIABLE } from '../../src/node/transport/hookAddress';
import { type HookAnswer, HookServer } from '../../src/node/transport/hookServer';
import { buildDoor, type Ended, ended, hookLine, writeProgram } from '../robustness/hookProcess';

const ROOT = resolve(__dirname, '../..');

/** Without a window's address. */
const HOME = mkdtempSync(join(tmpdir(), 'hook-home-'));
writeProgram(HOME);

/** With an address of a missing program. */
const HOME_WITHOUT = join(HOME, 'without');
writeProgram(HOME_WITHOUT, '/nowhere/node');

/** A PATH with only what the hook's shell needs: no node. */
const TOOLS = mkdtempSync(join(tmpdir(), 'hook-path-'));
symlinkSync('/bin/cat', join(TOOLS, 'cat'));

let started: ChildProcessWithoutNullStreams | undefined;

/** Runs the command of hooks.json like VS Code; fails if the command closes its input pipe. */
function runHook(event: string, input: string, environment: NodeJS.ProcessEnv): Promise<Ended> {
  started = spawn(hookLine(event), { shell: true, stdio: 'pipe', env: { PATH: TOOLS, HOME, ...environment } });
  return ended(started, input);
}

describe('hook process', () => {
  const address = createHookAddress();
  const inputs: string[] = [];
  const faults: unknown[] = [];
  let answer: (input: string, gone: AbortSignal) => HookAnswer | Promise<HookAnswer> = () => ({ output: '' });
  const server = new HookServer(
    address,
    (input, gone) => answer(input, gone),
    (error) => faults.push(error),
  );
  const environment = {
    [ADDRESS_VARIABLE]: address.path,
    [TOKEN_VARIABLE]: address.token,
  };

  before(async () => {
    await buildDoor('hook');
    await buildDoor('engineOfHook');
    await server.listen();
  });

  beforeEach(() => {
    inputs.length = 0;
    faults.length = 0;
    answer = (input) => {
      inputs.push(input);
      return { output: '{"systemMessage":"heard"}' };
    };
  });

  after(() => {
    server.dispose();
    discard(TOOLS);
    discard(HOME);
  });

  it('passes its input on and prints the answer, with no node on PATH', async () => {
    const result = await runHook('PreToolUse', '{"a":"ü"}', environment);
    assert.deepEqual(result, { code: 0, stdout: '{"systemMessage":"heard"}', stderr: '' });
    assert.deepEqual(inputs, ['{"a":"ü"}']);
  });

  it('ends when VS Code ends the command, and the extension is notified', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const end = new Promise<void>((done) => {
      answer = (_input, gone) => {
        gone.addEventListener('abort', () => done());
        started?.kill('SIGTERM');
        return new Promise(() => undefined);
      };
    });
    void runHook('PreToolUse', '{}', environment);
    await end;
  });

  it('runs follow-up work only after the hook has its answer', async () => {
    const afterwards = new Promise<void>((done) => {
      answer = () => ({ output: '{}', afterwards: done });
    });
    await runHook('PreToolUse', '{}', environment);
    await afterwards;
  });

  it('runs no program that a repository names, and loads none for Node', async () => {
    const evil = join(HOME, 'evil');
    writeFileSync(evil, '#!/bin/sh\necho evil\n', { mode: 0o700 });
    writeFileSync(join(HOME, 'evil.cjs'), 'console.log("evil")');
    symlinkSync(evil, join(HOME, 'cat'));
    const more = { TOOL_LOOP_GUARD_NODE: evil, NODE_OPTIONS: `--require ${HOME}/evil.cjs`, PATH: `${HOME}:${TOOLS}` };
    const { stdout } = await runHook('PreToolUse', '{"a":1}', { ...environment, ...more });
    assert.deepEqual([stdout, inputs], ['{"systemMessage":"heard"}', ['{"a":1}']]);
  });

  it('asks no address that a repository names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stranger-'));
    const told: string[] = [];
    const stranger = createServer(() => told.push('asked'));
    await new Promise<void>((done) => stranger.listen(join(folder, 'docker.sock'), done));
    try {
      const more = { [ADDRESS_VARIABLE]: join(folder, 'docker.sock'), [TOKEN_VARIABLE]: 'x' };
      const outputs: string[] = [];
      for (const id of [1, 2, 3, 4]) {
        const input = { timestamp: 't', session_id: 'stranger', hook_event_name: 'PreToolUse', tool_name: 'x' };
        outputs.push((await runHook('PreToolUse', JSON.stringify({ ...input, tool_use_id: `${id}` }), more)).stdout);
      }
      assert.match(outputs[3] ?? '', /"permissionDecision":"deny"/);
      assert.deepEqual(told, []);
    } finally {
      stranger.close();
      discard(folder);
    }
  });

  for (const [what, more] of [
    ['gone', { [ADDRESS_VARIABLE]: '/nowhere/hook.sock' }],
    ['without its Node binary', { HOME: HOME_WITHOUT }],
    ['absent', { [ADDRESS_VARIABLE]: undefined }],
  ] as const) {
    it(`reads its input to the end if the guard is ${what}, so that VS Code’s pipe isn’t closed early`, async () => {
      const broken = await runHook('PreToolUse', 'x'.repeat(3_000_000), { ...environment, ...more });
      assert.deepEqual([broken.code, broken.stdout], [0, '']);
    });
  }

  it('allows the call if the extension throws, and reports the fault', async () => {
    answer = () => {
      throw new Error('broken');
    };
    assert.deepEqual(await runHook('PreToolUse', '{}', environment), { code: 0, stdout: '', stderr: '' });
    assert.equal(faults.length, 1);
  });

  for (const [what, more] of [
    ['the answer of a window', {}],
    ['what is wrong', { [TOKEN_VARIABLE]: 'wrong' }],
  ] as const) {
    it(`allows the call if nobody reads ${what}`, async () => {
      const hook = spawn(process.execPath, [join(ROOT, 'plugin/hook.js'), 'call'], {
        stdio: 'pipe',
        env: { HOME, ...environment, ...more },
      });
      hook.stdout.destroy();
      hook.stderr.destroy();
      hook.stdin.end('{}');
      assert.equal(await new Promise((done) => hook.on('close', done)), 0);
    });
  }

  it('passes on 5 MB completely', async () => {
    const input = JSON.stringify({ text: 'x'.repeat(5_000_000) });
    await runHook('PostToolUse', input, environment);
    assert.equal(inputs[0]?.length, input.length);
  });

  it('leaves nothing behind', async () => {
    const short = createHookAddress();
    const other = new HookServer(
      short,
      () => ({ output: '' }),
      () => undefined,
    );
    await other.listen();
    other.dispose();
    assert.ok(!existsSync(dirname(short.path)));
  });
});
