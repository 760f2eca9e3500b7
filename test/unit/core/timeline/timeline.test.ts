import { only } from '../../../fakes/only';
import { ConversationSettings } from '../../../../src/core/settings/conversationSettings';
import assert from 'node:assert/strict';
import { Guard } from '../../../../src/engine/guard';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { Timeline, TIMELINE_BOUNDS, type TimelineBounds } from '../../../../src/core/timeline/timeline';
import { FORGOTTEN } from '../../../../src/core/timeline/timelineCall';
import { sha256 } from '../../../../src/node/files/hash';

function watched(
  bounds: Partial<TimelineBounds> = {},
  user: Record<string, unknown> = { detectors: only(['repeat']) },
) {
  const timeline = new Timeline({ ...TIMELINE_BOUNDS, ...bounds });
  const configuration = parseConfiguration({ user });
  const guard = new Guard({
    hash: sha256,
    settingsFor: new ConversationSettings(() => configuration).settingsFor,
    report: (event) => timeline.note(event),
  });
  let nowMs = 0;
  const call = (conversation: string, id: string, tool: string, callArguments: unknown = {}): string =>
    guard.check(conversation, { id, tool, arguments: callArguments }, ++nowMs).action;
  return { timeline, guard, call };
}

describe('timeline', () => {
  it('contains the calls of each conversation in order, with their outcomes', () => {
    const { timeline, guard, call } = watched();
    call('one', 'a', 'read', { path: 'x' });
    call('two', 'b', 'write');
    guard.record('one', { callId: 'a', result: 'text of x', isError: false });
    const [latest, ...rest] = timeline.conversations;
    assert.equal(latest?.id, 'two');
    assert.equal(rest.length, 1);
    const [first] = rest[0]?.calls ?? [];
    assert.deepEqual(
      [first?.number, first?.tool, first?.arguments, first?.resultText, first?.ran],
      [1, 'read', { path: 'x' }, 'text of x', true],
    );
  });

  it('shows the refused call with its detection, and later refusals without', () => {
    const { timeline, call } = watched();
    for (const id of 'abcde') {
      call('one', id, 'read');
    }
    const calls = timeline.conversation('one')?.calls ?? [];
    assert.deepEqual(
      calls.map(({ ran }) => ran),
      [true, true, true, false, false],
    );
    assert.deepEqual(
      calls.map(({ detection }) => detection?.action),
      [undefined, undefined, 'nudge', 'break', undefined],
    );
    assert.deepEqual(
      calls[3]?.detection?.finding.calls.map((index) => timeline.conversation('one')?.callAt(index, undefined)?.number),
      [1, 2, 3, 4],
    );
  });

  it('notes that the model took its second chance', () => {
    const { timeline, call } = watched({}, { mode: 'chance', detectors: only(['repeat']) });
    for (const id of 'abcd') {
      call('one', id, 'read');
    }
    call('one', 'e', 'write');
    assert.deepEqual(
      timeline.conversation('one')?.calls.map(({ mitigated }) => mitigated),
      [false, false, false, true, false],
    );
  });

  it('separates user messages, each once even if several surfaces report it', () => {
    const { timeline, guard, call } = watched();
    guard.beginTurn('one', 'Fix the   test with password=hunter22');
    guard.beginTurn('one');
    assert.equal(timeline.conversation('one')?.lastAtMs, undefined, 'nothing was called yet');
    call('one', 'a', 'read');
    guard.beginTurn('one', 'Go on');
    call('one', 'b', 'read');
    const conversation = timeline.conversation('one');
    assert.deepEqual(
      conversation?.turns.map(({ prompt }) => prompt),
      ['Fix the   test with password=***', 'Go on'],
    );
    assert.deepEqual(
      conversation.calls.map(({ turn }) => turn),
      [1, 2],
    );
  });

  it('separates the calls of subagents, which are counted separately', () => {
    const { timeline, guard } = watched();
    guard.check('one', { id: 'a', tool: 'search', arguments: {} }, 1);
    guard.check('one', { id: 'b', tool: 'read', arguments: {}, agent: 'sub' }, 2);
    const conversation = timeline.conversation('one');
    assert.equal(conversation?.callAt(0, undefined)?.tool, 'search');
    assert.equal(conversation.callAt(0, 'sub')?.tool, 'read');
    assert.deepEqual(
      conversation.calls.map(({ agent }) => agent),
      [undefined, 'sub'],
    );
  });

  it('forgets the oldest calls beyond its bound and continues numbering', () => {
    const { timeline, call } = watched({ callsPerConversation: 3 });
    for (let n = 0; n < 5; n++) {
      call('one', `id ${n}`, `tool ${n}`);
    }
    const conversation = timeline.conversation('one');
    assert.deepEqual(
      conversation?.calls.map(({ number }) => number),
      [3, 4, 5],
    );
    assert.equal(conversation.size, 5);
    assert.equal(conversation.callAt(0, undefined), undefined);
    assert.equal(conversation.callNumbered(4)?.tool, 'tool 3');
    assert.equal(conversation.callNumbered(2), undefined);
  });

  it('drops large arguments, and keeps all texts within its total', () => {
    const { timeline, guard, call } = watched({ argumentCharacters: 100, totalCharacters: 250, resultCharacters: 10 });
    call('one', 'big', 'write', { text: 'x'.repeat(200) });
    call('one', 'a', 'write', { text: 'a'.repeat(80) });
    call('one', 'b', 'write', { text: 'b'.repeat(80) });
    call('two', 'c', 'write', { text: 'c'.repeat(80) });
    guard.record('two', { callId: 'c', result: 'y'.repeat(100), isError: false });
    const isKept = (conversation: string): boolean[] =>
      (timeline.conversation(conversation)?.calls ?? []).map((kept) => kept.arguments !== FORGOTTEN);
    assert.deepEqual(isKept('one'), [false, false, true]);
    assert.deepEqual(isKept('two'), [true]);
    assert.equal(timeline.conversation('two')?.calls[0]?.resultText, 'yyyyyyyyyy');
  });

  it('keeps no half of a secret where it cuts a result', () => {
    const { timeline, guard, call } = watched({ resultCharacters: 100 });
    for (let before = 60; before < 100; before++) {
      call(`at ${before}`, 'a', 'read', {});
      const result = `${'x'.repeat(before - 1)} ghp_0123456789abcdefghijABCDEFGHIJ and more`;
      guard.record(`at ${before}`, { callId: 'a', result, isError: false });
      const kept = timeline.conversation(`at ${before}`)?.calls[0]?.resultText ?? '';
      assert.ok(kept.length > 50 && !kept.includes('ghp_'), kept);
    }
  });

  it('takes cyclic arguments', () => {
    const { timeline, call } = watched();
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    call('one', 'a', 'read', cyclic);
    assert.equal(timeline.conversation('one')?.calls[0]?.arguments, FORGOTTEN);
  });

  it('forgets the least recently used conversation, and can forget all of them', () => {
    const { timeline, call } = watched({ conversations: 2 });
    const changed: string[] = [];
    timeline.onDidChange((id) => changed.push(id));
    for (const id of ['one', 'two', 'three']) {
      call(id, id, 'read');
    }
    assert.deepEqual(
      timeline.conversations.map(({ id }) => id),
      ['three', 'two'],
    );
    timeline.clear();
    assert.deepEqual(timeline.conversations, []);
    assert.deepEqual(changed, ['one', 'two', 'three', 'three', 'two']);
  });
});
