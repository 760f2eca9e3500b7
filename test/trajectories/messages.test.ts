import assert from 'node:assert/strict';
import type { ConversationState } from '../../src/engine/conversation';
import { Guard } from '../../src/engine/guard';
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import { parseConfiguration } from '../../src/core/settings/parse';
import { digestOf } from '../../src/node/files/hash';
import type { Answer } from './notation';

type Act =
  | 'fail'
  | 'fail otherwise'
  | 'fail elsewhere'
  | 'work'
  | { readonly says: string | undefined }
  | { readonly repeats: string };

const CONVERSATION = 'c';
const RESULTS = {
  fail: 'Error: port 3000 in use',
  'fail otherwise': 'Error: no such file',
  'fail elsewhere': 'Error: port 3000 in use',
  work: 'listening',
};
const says = (text?: string): Act => ({ says: text });

/** The verdicts on the same call, with user messages in between; each act gets a new guard. */
function verdicts(...acts: readonly Act[]): Answer[] {
  const conversations = new ConversationSettings(() => parseConfiguration({}));
  let state: string | undefined;
  return acts.flatMap((act, index): Answer[] => {
    const guard = new Guard({ hash: digestOf, settingsFor: conversations.settingsFor, report: () => undefined });
    if (state !== undefined) {
      guard.restore(CONVERSATION, JSON.parse(state) as ConversationState);
    }
    const found: Answer[] = [];
    if (typeof act === 'object' && 'repeats' in act) {
      guard.beginTurn(CONVERSATION, act.repeats, 'program');
    } else if (typeof act === 'object') {
      guard.beginTurn(CONVERSATION, act.says);
    } else {
      const id = `call ${index}`;
      const call = { id, tool: 'start', arguments: { port: act === 'fail elsewhere' ? 3001 : 3000 } };
      const { action } = guard.check(CONVERSATION, call, 1000 * index);
      found.push(action);
      if (action === 'allow' || action === 'warn') {
        guard.record(CONVERSATION, { callId: id, result: RESULTS[act], isError: act !== 'work' }, 1000 * index);
      }
    }
    state = JSON.stringify(guard.snapshot(CONVERSATION));
    return found;
  });
}

describe('a user message', () => {
  it('that changes nothing keeps earlier calls for a warning, if the first call fails as before', () => {
    const acts: Act[] = ['fail', 'fail', 'fail', says(), 'fail', 'fail', 'fail', 'fail'];
    assert.deepEqual(verdicts(...acts), ['allow', 'allow', 'warn', 'allow', 'warn', 'allow', 'break']);
    assert.deepEqual(verdicts('fail', 'fail', says('go on'), 'fail', 'fail').slice(2), ['allow', 'warn']);
  });

  it('discards earlier calls for warnings if another failure or call comes first', () => {
    for (const acts of [
      ['fail', 'fail otherwise', says(), 'fail', 'fail'],
      ['fail', 'fail', says(), 'fail elsewhere', 'fail'],
    ] satisfies Act[][]) {
      assert.deepEqual(verdicts(...acts), ['allow', 'allow', 'allow', 'allow']);
    }
  });

  it('is never followed by a block at the first call, whatever the number of messages', () => {
    const each = verdicts('fail', 'fail', 'fail', 'fail', says('a'), 'fail', says('b'), 'fail', says('c'), 'fail');
    assert.deepEqual(each, ['allow', 'allow', 'warn', 'break', 'allow', 'warn', 'warn']);
  });

  it('that a program repeats ends a stop, but resets no counters', () => {
    const acts: Act[] = ['work', 'work', 'work', 'work', { repeats: 'go on' }, 'work', 'work'];
    assert.deepEqual(verdicts(...acts), ['allow', 'allow', 'warn', 'break', 'break', 'stopped']);
  });
});
