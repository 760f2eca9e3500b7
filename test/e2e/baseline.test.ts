import assert from 'node:assert/strict';
import { extensions } from 'vscode';
import { call, newChat, ready, repeat, report, script, send } from './agent';
import { page } from './page';

describe('VS Code without Tool Loop Guard', () => {
  before(ready);
  beforeEach(newChat);

  it('has no guard installed', () => {
    assert.equal(extensions.getExtension('tool-loop-guard.tool-loop-guard'), undefined);
  });

  it('lets the agent make six identical calls and says nothing', async function () {
    await script('Why does the build fail?', [
      ...repeat(6, call('scripted_probe', { path: 'src/app.ts' })),
      'I cannot find it.',
    ]);
    await send('Why does the build fail?');

    const { requests, executions } = await report();
    assert.equal(executions.length, 6);
    assert.ok(executions.every(({ input }) => JSON.stringify(input) === '{"path":"src/app.ts"}'));
    assert.equal(requests.length, 7);
    assert.equal(new Set(requests.map(({ conversation }) => conversation)).size, 1);
    assert.ok(
      requests
        .at(-1)
        ?.messages.flatMap(({ results }) => results)
        .every(({ text }) => text === 'nothing new'),
    );

    if (page.isShown) {
      await page.waitForChat(/I cannot find it\./);
      await page.openAllParts();
      assert.doesNotMatch(await page.readChat(), /loop|warning|blocked/i);
    }
  });
});
