import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { call, newChatForEach, parallel, repeat, report, script, send, type Step, until, waitUntilIdle } from './agent';
import { page } from './page';
import { userSettings } from './settings';

const SAME = call('scripted_probe', { path: 'src/app.ts' });
const delegated = (task: string) => ({ name: 'runSubagent', input: { prompt: task, description: task } });
const delegate = (task: string): Step => parallel(delegated(task));

/** Runs a parent and its sub-agents, each by a script of its own, and says what happened. */
async function run(guarded: boolean, parent: readonly Step[], tasks: Readonly<Record<string, readonly Step[]>>) {
  await script('Look into the build', parent);
  for (const [task, steps] of Object.entries(tasks)) {
    await script(task, steps);
  }
  await send('Look into the build', { guarded });
  await waitUntilIdle({ quietMs: 800 });
  const { requests, executions } = await report();
  return {
    ran: executions.length,
    asked: (prompt: string) => requests.filter((request) => request.prompt === prompt).length,
  };
}

async function nobodyIsBlamed(checked: number): Promise<void> {
  if (page.isShown) {
    await page.openAllParts();
    assert.doesNotMatch(await page.readChat(), /loop/i);
    await send('@loopguard /tool-loop-status');
    await page.waitForChat(new RegExp(`${checked} calls checked`));
  }
}

for (const guarded of [false, true]) {
  describe(`subagents of ${guarded ? 'a guarded model' : 'the agent'}`, () => {
    newChatForEach();
    beforeEach(async () => {
      if (guarded) {
        await userSettings({ guardedModels: ['scripted/*'] });
        await until(async () => (await vscode.lm.selectChatModels({ vendor: 'tool-loop-guard' })).length === 2);
      }
    });

    it('are not blamed for the same calls of their parent, nor it for theirs', async () => {
      const { ran } = await run(guarded, [SAME, delegate('Sub task one'), SAME, 'Found it.'], {
        'Sub task one': [SAME, SAME, 'Sub work is done.'],
      });
      assert.equal(ran, 4);
      await nobodyIsBlamed(5);
    });

    it('are not blamed for the same calls of one another, side by side', async () => {
      const both = parallel(delegated('Sub task one'), delegated('Sub task two'));
      const work = [SAME, SAME, 'Sub work is done.'];
      const { ran } = await run(guarded, [both, 'Found it.'], { 'Sub task one': work, 'Sub task two': work });
      assert.equal(ran, 4);
      await nobodyIsBlamed(6);
    });

    it('are stopped when they loop, and the whole run with them', async () => {
      const { ran, asked } = await run(guarded, [SAME, delegate('Sub task one'), 'Never said.'], {
        'Sub task one': [...repeat(6, SAME), 'Never said.'],
      });
      assert.equal(ran, 4);
      assert.equal(asked('Sub task one'), 4);
      assert.equal(asked('Look into the build'), 2);
      if (page.isShown) {
        const text = await page.waitForChat(/Loop stopped\./);
        assert.match(text, /scripted_probe.* returned the same result 3 times/);
        assert.match(text, /Try a Different Approach/);
        await page.screenshot(`sub-agent-stopped${guarded ? '-guarded' : ''}`);
      }
    });
  });
}
