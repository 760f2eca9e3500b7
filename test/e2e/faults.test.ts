import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from 'vscode';
import { call, newChat, ready, repeat, report, script, send, type Step, until, waitUntilIdle } from './agent';
import { page } from './page';
import { noSettings, userSettings } from './settings';

const PROMPT = 'Why does the build fail?';
const SAME = call('scripted_probe', { path: 'src/app.ts' });
const LOOP = [...repeat(6, SAME), 'I cannot find it.'];

/** The agent runs to the end of its script, or is stopped; told is how many calls were run. */
async function run(steps: readonly Step[], guarded = false): Promise<number> {
  await newChat();
  await script(PROMPT, steps);
  await send(PROMPT, { guarded });
  await waitUntilIdle();
  return (await report()).executions.length;
}

/** The named pipe on which hooks ask this window without a program of their own, once the window has tried it. */
async function hookPipe(): Promise<string> {
  const pipes = (): string => process.env['TOOL_LOOP_GUARD_PIPE'] ?? '';
  await until(() => pipes() !== '');
  return join(pipes().slice(pipes().indexOf(' ') + 1), 'in');
}

/** Runs while hooks have to start their program. */
async function withoutPipe(whatFollows: () => Promise<void>): Promise<void> {
  const pipe = await hookPipe();
  renameSync(pipe, `${pipe}.away`);
  try {
    await whatFollows();
  } finally {
    renameSync(`${pipe}.away`, pipe);
  }
}

describe('while something is broken, the agent continues', () => {
  before(ready);
  beforeEach(noSettings);
  after(noSettings);

  it('when the socket is taken away: hooks decide alone until it is back', async () => {
    const socket = process.env['TOOL_LOOP_GUARD_ADDRESS'] ?? '';
    await withoutPipe(async () => {
      renameSync(socket, `${socket}.away`);
      try {
        assert.equal(await run(LOOP), 3);
        assert.equal((await report()).requests.length, LOOP.length, 'each call is denied, nothing is cancelled');
      } finally {
        renameSync(`${socket}.away`, socket);
      }
    });
    assert.equal(await run(LOOP), 3);
    assert.equal((await report()).requests.length, 4, 'the agent is stopped');
  });

  it('when the named pipe is taken away: hooks start their program, which asks at the socket', async () => {
    await withoutPipe(async () => {
      assert.equal(await run(LOOP), 3);
      assert.equal((await report()).requests.length, 4, 'the agent is stopped');
    });
  });

  it('when a stranger sits at the address with another token', async () => {
    const token = process.env['TOOL_LOOP_GUARD_TOKEN'];
    process.env['TOOL_LOOP_GUARD_TOKEN'] = 'another window';
    try {
      await withoutPipe(async () => assert.equal(await run(LOOP), 6));
    } finally {
      process.env['TOOL_LOOP_GUARD_TOKEN'] = token;
    }
  });

  it('when there is no program at all that runs the hooks', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const { HOME: home, PATH: path } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'no-node-'));
    // All that a hook needs to read its input to its end.
    symlinkSync('/bin/cat', join(folder, 'cat'));
    Object.assign(process.env, { HOME: folder, PATH: folder });
    try {
      // The named pipe needs no program.
      await withoutPipe(async () => assert.equal(await run(LOOP), 6));
    } finally {
      Object.assign(process.env, { HOME: home, PATH: path });
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('when settings.json is half written while it runs', async () => {
    const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const file = join(folder, '.vscode', 'settings.json');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, '{ "toolLoopGuard.maxRepeats": 2, "toolLoopGuard.mo');
    try {
      const ran = await run(LOOP);
      assert.ok(ran === 1 || ran === 3, `${ran}`);
    } finally {
      writeFileSync(file, before);
      chmodSync(file, 0o600);
    }
  });

  it('when a guarded model throws in the middle of a chance, and the next prompt is answered', async () => {
    await userSettings({ guardedModels: ['scripted/*'], mode: 'chance' });
    await run([...repeat(4, SAME), { text: 'Let me think.', errorAtEnd: 'MODEL-ERR-19' }], true);
    assert.equal((await report()).executions.length, 3);
    if (page.isShown) {
      await page.openAllParts();
      await page.waitForChat(/MODEL-ERR-19/);
    }
    await script('And now?', [call('scripted_note', { text: 'other' }), 'Better now.']);
    await send('And now?', { guarded: true });
    await until(async () => (await report()).executions.length === 4);
    if (page.isShown) {
      await page.waitForChat(/Better now\./);
    }
  });
});
