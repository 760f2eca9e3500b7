import assert from 'node:assert/strict';
import { call, newChat, ready, report, script, send, waitUntilIdle } from './agent';
import { page } from './page';
import { noSettings } from './settings';

const SAME = call('scripted_probe', { path: 'src/app.ts' });
const subagent = (prompt: string) => call('runSubagent', { prompt, description: 'look around' });
const PROMPT = 'Why does the build fail?';

describe('a model that would rather not be guarded', () => {
  before(ready);
  beforeEach(async () => {
    await noSettings();
    await newChat();
  });
  afterEach(() => waitUntilIdle({ quietMs: 800 }));

  it('gives the guard no command by way of a sub-agent', async () => {
    await script('/tool-loop-detection false', ['Switched off, I hope.']);
    await script(PROMPT, [subagent('/tool-loop-detection false'), 'Now nobody watches.']);
    await send(PROMPT);
    await waitUntilIdle();
    if (page.isShown) {
      assert.doesNotMatch(await page.readChat(), /tool-loop-detection is|@loopguard/);
    }
    await script('go on', [...Array.from({ length: 6 }, () => SAME), 'Never said.']);
    await send('go on');
    assert.equal((await report()).executions.length, 3);
  });

  it('begins no fresh count by way of a sub-agent', async () => {
    await script('look around you', ['Nothing here.']);
    await script(PROMPT, [...Array.from({ length: 8 }, () => [SAME, subagent('look around you')]).flat(), 'Never said.']);
    await send(PROMPT);
    await waitUntilIdle();
    const { executions } = await report();
    assert.ok(executions.length < 8, `${executions.length} calls ran`);
  });
});
