import assert from 'node:assert/strict';
import { extensions, workspace } from 'vscode';
import type { DetectionSummary, ToolLoopGuardApi } from '../../api/tool-loop-guard';
import { call, newChat, ready, repeat, report, resultsTheModelRead, script, send, waitUntilIdle } from './agent';
import { page } from './page';
import { noSettings, userSettings } from './settings';

const SAME = call('scripted_probe', { path: 'a' });

describe('the API for other extensions', () => {
  let api: ToolLoopGuardApi;

  before(async () => {
    await ready();
    api = (await extensions.getExtension('tool-loop-guard.tool-loop-guard')?.activate()) as ToolLoopGuardApi;
  });
  beforeEach(async () => {
    await noSettings();
    await newChat();
  });
  after(noSettings);

  it('gives its model a chance', async () => {
    await userSettings({ mode: 'chance' });
    await script('please loop', [...repeat(4, SAME), 'Something else.']);
    await send('@scripted please loop');
    assert.equal((await report()).executions.length, 3);
    assert.match(resultsTheModelRead(await report()).at(-1) ?? '', /This call was blocked/);
  });

  describe('and a tool of another extension that is wrapped', () => {
    const GUARDED = call('scripted_guarded', { path: 'a' });
    const hooks = (areUsed: boolean | undefined) =>
      workspace.getConfiguration('chat').update('useHooks', areUsed, true);

    afterEach(async () => {
      await waitUntilIdle({ quietMs: 800 });
      await hooks(undefined);
    });

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

  it('checks calls of other loops, and reports detections without their arguments', () => {
    const heard: DetectionSummary[] = [];
    const listening = api.onDetection((detection) => heard.push(detection));
    const conversation = api.openConversation('api-test');
    const actions = [1, 2, 3, 4, 5].map((id) => {
      const verdict = conversation.check({ id: String(id), tool: 't', arguments: { secret: 'marker' } });
      conversation.record({ callId: String(id), result: 'same', isError: false });
      return verdict;
    });
    listening.dispose();
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['allow', 'allow', 'warn', 'break', 'stopped'],
    );
    assert.match(actions[3]?.userText ?? '', /Loop stopped/);
    assert.deepEqual(
      heard.map(({ action, count, limit }) => [action, count, limit]),
      [
        ['warn', 3, 3],
        ['break', 4, 4],
      ],
    );
    assert.doesNotMatch(JSON.stringify([actions, heard]), /marker/);
    conversation.beginTurn();
    assert.equal(conversation.check({ id: '6', tool: 't', arguments: {} }).action, 'allow');
  });
});
