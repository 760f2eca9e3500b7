import assert from 'node:assert/strict';
import { call, newChat, ready, repeat, report, script, send, waitUntilIdle } from './agent';
import { page } from './page';
import { noSettings } from './settings';

const LOOP = [...repeat(6, call('scripted_probe', { path: 'src/app.ts' })), 'I cannot find it.'];

async function executions(): Promise<number> {
  await script('Why?', LOOP);
  await send('Why?');
  await waitUntilIdle({ quietMs: 800 });
  return (await report()).executions.length;
}

// This window was started with TOOL_LOOP_MAX_REPEATS=3 and a TOOL_LOOP_MODE that does not exist.
describe('the environment', () => {
  before(ready);
  beforeEach(async () => {
    await noSettings();
    await newChat();
  });

  it('is obeyed over the default, and a bad variable is ignored', async () => {
    assert.equal(await executions(), 2);
  });

  it('is named in the status, with what cannot be used', async function () {
    await send('@loopguard /tool-loop-status');
    if (!page.isShown) {
      this.skip();
    }
    const text = await page.waitForChat(/Invalid settings \(ignored\)/);
    assert.match(text, /Set by environment TOOL_LOOP_MAX_REPEATS: maxRepeats: 3/);
    assert.match(text, /"warm" isn’t valid for TOOL_LOOP_MODE/);
  });
});
