import assert from 'node:assert/strict';
import { commands, extensions, lm, workspace } from 'vscode';
import { until } from './agent';
import { page } from './page';
import { noSettings, userSettings } from './settings';

const GUARD = 'tool-loop-guard.tool-loop-guard';
const COPILOT = 'GitHub.copilot-chat';
const DEMONSTRATION_VENDOR = 'tool-loop-guard-demo';

async function offered(): Promise<number> {
  return (await lm.selectChatModels({ vendor: DEMONSTRATION_VENDOR })).length;
}

/** As a person does it, where there is a page. */
async function tryIt(): Promise<void> {
  await (page.isShown ? page.runInPalette('Tool Loop Guard: Try It') : commands.executeCommand('toolLoopGuard.tryIt'));
}

describe('Try It, in a window without any model', () => {
  before(async () => {
    await noSettings();
    for (const id of [COPILOT, GUARD]) {
      await extensions.getExtension(id)?.activate();
    }
  });
  after(async () => {
    await noSettings();
    await workspace.getConfiguration('chat').update('useHooks', undefined, true);
  });

  it('offers no model before', async () => {
    assert.equal(await offered(), 0);
  });

  it(
    'has the agent loop and stops it, though the guard is set to only warn; the model goes when the person ' +
      'goes on',
    async function () {
      await userSettings({ mode: 'warn', guardedModels: ['*'] });
      await tryIt();
      await until(async () => (await offered()) === 1);
      if (!page.isShown) {
        this.skip();
      }
      const text = await page.waitForChat(/Loop stopped[^]*Try a Different Approach/);
      assert.match(text, /Loop stopped\. tool_loop_guard_demo\(src\/example\.ts\) returned the same result 3 times/);
      assert.match(
        text,
        /Why did you stop the agent\?/,
        'it was the agent: the reason is told by @loopguard behind it',
      );
      await page.screenshot('try-it', 'chat');
      assert.equal(
        (await lm.selectChatModels({ vendor: 'tool-loop-guard' })).length,
        0,
        'the demonstration is never offered as guarded',
      );
      await page.click('.interactive-list a:has-text("Continue anyway")');
      await page.waitForChat(/the end of the demo\. A real agent would now continue as you choose/);
      await until(async () => (await offered()) === 0);
    },
  );

  it('goes by way of @loopguard where hooks are off', async function () {
    await workspace.getConfiguration('chat').update('useHooks', false, true);
    await tryIt();
    await until(async () => (await offered()) === 1);
    if (!page.isShown) {
      this.skip();
    }
    await until(async () => !(await page.readChat()).includes('the end of the demo'));
    // The error of an answer stands below its buttons. A warning before it says "3 times".
    await page.waitForChat(/returned the same result 3 times/);
    const text = await page.waitForChat(/Try a Different Approach/);
    assert.doesNotMatch(text, /Why did you stop the agent\?/);
    await page.screenshot('try-it-participant', 'chat');
  });
});
