import assert from 'node:assert/strict';
import { workspace } from 'vscode';
import { call, newChatForEach, repeat, report, resultsTheModelRead, script, send, waitUntilIdle } from './agent';
import { page } from './page';

describe('a tool of another extension that is wrapped', () => {
  const GUARDED = call('scripted_guarded', { path: 'a' });
  const hooks = (areUsed: boolean | undefined) => workspace.getConfiguration('chat').update('useHooks', areUsed, true);

  newChatForEach();
  afterEach(() => hooks(undefined));

  it('counts its calls once although the hooks see them too, and blocks once', async () => {
    await script('call the guarded tool', [...repeat(6, GUARDED), 'Never said.']);
    await send('call the guarded tool');
    await waitUntilIdle();
    const { executions, requests } = await report();
    assert.deepEqual([executions.length, requests.length], [3, 4]);
    if (page.isShown) {
      await page.waitForChat(/Loop stopped/);
      for (const chat of await page.readChats()) {
        assert.equal(chat.match(/Try a Different Approach/g)?.length, 1);
      }
      await send('@loopguard /tool-loop-status');
      await page.waitForChat(/4 calls checked, 1 warning, 1 loop stopped/);
      await page.screenshot('guarded-tool', 'chat');
    }
  });

  it('blocks it without hooks, and the model reads why', async () => {
    await hooks(false);
    await script('call the guarded tool', [...repeat(5, GUARDED), 'I give up.']);
    await send('call the guarded tool');
    assert.equal((await report()).executions.length, 3);
    assert.match(resultsTheModelRead(await report())[3] ?? '', /the session was stopped because of a tool call loop/);
  });
});
