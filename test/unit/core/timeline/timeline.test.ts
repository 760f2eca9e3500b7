import { only } from '../../../fakes/only';
import assert from 'node:assert/strict';
import type { TimelineBounds } from '../../../../src/core/timeline/timeline';
import { FORGOTTEN } from '../../../../src/core/timeline/timelineCall';
import { ONE, Watched } from '../../../fakes/watched';

const bounded = (bounds: Partial<TimelineBounds> = {}, user = {}): Watched =>
  new Watched({ detectors: only(['repeat']), ...user }, bounds);

describe('timeline', () => {
  it('contains the calls of each conversation in order, with their outcomes', () => {
    const watched = bounded();
    watched.call('read', { path: 'x' }, 'text of x');
    watched.call('write', {}, null, { conversation: 'two' });
    const [latest, ...rest] = watched.timeline.conversations;
    assert.equal(latest?.id, 'two');
    assert.equal(rest.length, 1);
    const [first] = rest[0]?.calls ?? [];
    assert.deepEqual(
      [first?.number, first?.tool, first?.arguments, first?.resultText, first?.ran],
      [1, 'read', { path: 'x' }, 'text of x', true],
    );
  });

  it('shows the refused call with its detection, and later refusals without', () => {
    const watched = bounded();
    watched.times(5, 'read');
    const { calls } = watched.conversation;
    assert.deepEqual(
      calls.map(({ ran }) => ran),
      [true, true, true, false, false],
    );
    assert.deepEqual(
      calls.map(({ detection }) => detection?.action),
      [undefined, undefined, 'nudge', 'break', undefined],
    );
    assert.deepEqual(
      calls[3]?.detection?.finding.calls.map((index) => watched.conversation.callAt(index, undefined)?.number),
      [1, 2, 3, 4],
    );
  });

  it('notes that the model took its second chance', () => {
    const watched = bounded({}, { mode: 'chance' });
    watched.times(4, 'read');
    watched.call('write');
    assert.deepEqual(
      watched.conversation.calls.map(({ mitigated }) => mitigated),
      [false, false, false, true, false],
    );
  });

  it('separates user messages, each once even if several surfaces report it', () => {
    const watched = bounded();
    watched.guard.beginTurn(ONE, 'Fix the   test with password=hunter22');
    watched.guard.beginTurn(ONE);
    assert.equal(watched.conversation.lastAtMs, undefined, 'nothing was called yet');
    watched.call('read');
    watched.guard.beginTurn(ONE, 'Go on');
    watched.call('read');
    const { conversation } = watched;
    assert.deepEqual(
      conversation.turns.map(({ prompt }) => prompt),
      ['Fix the   test with password=***', 'Go on'],
    );
    assert.deepEqual(
      conversation.calls.map(({ turn }) => turn),
      [1, 2],
    );
  });

  it('separates the calls of subagents, which are counted separately', () => {
    const watched = bounded();
    watched.guard.check(ONE, { id: 'a', tool: 'search', arguments: {} }, 1);
    watched.guard.check(ONE, { id: 'b', tool: 'read', arguments: {}, agent: 'sub' }, 2);
    const { conversation } = watched;
    assert.equal(conversation.callAt(0, undefined)?.tool, 'search');
    assert.equal(conversation.callAt(0, 'sub')?.tool, 'read');
    assert.deepEqual(
      conversation.calls.map(({ agent }) => agent),
      [undefined, 'sub'],
    );
  });

  it('forgets the oldest calls beyond its bound and continues numbering', () => {
    const watched = bounded({ callsPerConversation: 3 });
    for (let n = 0; n < 5; n++) {
      watched.call(`tool ${n}`);
    }
    const { conversation } = watched;
    assert.deepEqual(
      conversation.calls.map(({ number }) => number),
      [3, 4, 5],
    );
    assert.equal(conversation.size, 5);
    assert.equal(conversation.callAt(0, undefined), undefined);
    assert.equal(conversation.callNumbered(4)?.tool, 'tool 3');
    assert.equal(conversation.callNumbered(2), undefined);
  });

  it('drops large arguments, and keeps all texts within its total', () => {
    const watched = bounded({ argumentCharacters: 100, totalCharacters: 250, resultCharacters: 10 });
    const { timeline } = watched;
    watched.call('write', { text: 'x'.repeat(200) }, null);
    watched.call('write', { text: 'a'.repeat(80) }, null);
    watched.call('write', { text: 'b'.repeat(80) }, null);
    watched.call('write', { text: 'c'.repeat(80) }, 'y'.repeat(100), { conversation: 'two' });
    const isKept = (conversation: string): boolean[] =>
      (timeline.conversation(conversation)?.calls ?? []).map((kept) => kept.arguments !== FORGOTTEN);
    assert.deepEqual(isKept('one'), [false, false, true]);
    assert.deepEqual(isKept('two'), [true]);
    assert.equal(timeline.conversation('two')?.calls[0]?.resultText, 'yyyyyyyyyy');
  });

  it('keeps no half of a secret where it cuts a result', () => {
    const watched = bounded({ resultCharacters: 100 });
    for (let before = 60; before < 100; before++) {
      const result = `${'x'.repeat(before - 1)} ghp_0123456789abcdefghijABCDEFGHIJ and more`;
      watched.call('read', {}, result, { conversation: `at ${before}` });
      const kept = watched.timeline.conversation(`at ${before}`)?.calls[0]?.resultText ?? '';
      assert.ok(kept.length > 50 && !kept.includes('ghp_'), kept);
    }
  });

  it('takes cyclic arguments', () => {
    const watched = bounded();
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    watched.call('read', cyclic);
    assert.equal(watched.conversation.calls[0]?.arguments, FORGOTTEN);
  });

  it('forgets the least recently used conversation, and can forget all of them', () => {
    const watched = bounded({ conversations: 2 });
    const { timeline } = watched;
    const changed: string[] = [];
    timeline.onDidChange((id) => changed.push(id));
    for (const conversation of ['one', 'two', 'three']) {
      watched.call('read', {}, null, { conversation });
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
