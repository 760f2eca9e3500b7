import assert from 'node:assert/strict';
import { extensions } from 'vscode';
import type { DetectionSummary, ToolLoopGuardApi } from '../../api/tool-loop-guard';
import { call, newChat, ready, repeat, report, resultsTheModelRead, script, send } from './agent';
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

  it('stops another extension’s participant, with the error in its own answer', async () => {
    await script('please loop', [...repeat(6, SAME), 'Never said.']);
    await send('@scripted please loop');
    const { executions, requests } = await report();
    assert.deepEqual([executions.length, requests.length], [3, 4]);
    if (page.isShown) {
      await page.waitForChat(/Tool call loop detected: 'scripted_probe' invoked with identical params 4 times/);
    }
  });

  it('gives its model a chance', async () => {
    await userSettings({ mode: 'chance' });
    await script('please loop', [...repeat(4, SAME), 'Something else.']);
    await send('@scripted please loop');
    assert.equal((await report()).executions.length, 3);
    assert.match(resultsTheModelRead(await report()).at(-1) ?? '', /This call was not run/);
  });

  it('judges calls of other loops, and tells of detections without their arguments', () => {
    const heard: DetectionSummary[] = [];
    const listening = api.onDetection((detection) => heard.push(detection));
    const conversation = api.openConversation('api-test');
    const actions = [1, 2, 3, 4, 5].map((id) => {
      const verdict = conversation.check({ id: String(id), tool: 't', arguments: { secret: 'marker' } });
      conversation.record({ callId: String(id), result: 'same', isError: false });
      return verdict;
    });
    listening.dispose();
    assert.deepEqual(actions.map(({ action }) => action), ['allow', 'allow', 'warn', 'break', 'stopped']);
    assert.match(actions[3]?.userText ?? '', /Session stopped/);
    assert.deepEqual(heard.map(({ action, count, limit }) => [action, count, limit]), [['warn', 3, 3], ['break', 4, 4]]);
    assert.doesNotMatch(JSON.stringify([actions, heard]), /marker/);
    conversation.beginTurn();
    assert.equal(conversation.check({ id: '6', tool: 't', arguments: {} }).action, 'allow');
  });
});
