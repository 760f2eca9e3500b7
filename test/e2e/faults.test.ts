import assert from 'node:assert/strict';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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

describe('while something is broken, the agent continues', () => {
  before(ready);
  beforeEach(noSettings);
  after(noSettings);

  it('when pipe and socket are taken away: hooks decide alone until they are back', async () => {
    const socket = process.env['TOOL_LOOP_GUARD_ADDRESS'] ?? '';
    const paths = [await hookPipe(), socket];
    paths.forEach((path) => renameSync(path, `${path}.away`));
    try {
      assert.equal(await run(LOOP), 3);
      assert.equal((await report()).requests.length, LOOP.length, 'each call is denied, nothing is cancelled');
    } finally {
      paths.forEach((path) => renameSync(`${path}.away`, path));
    }
    assert.equal(await run(LOOP), 3);
    assert.equal((await report()).requests.length, 4, 'the agent is stopped');
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
