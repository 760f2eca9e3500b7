import assert from 'node:assert/strict';
import { Conversation } from '../../../src/engine/conversation';
import { Conversations } from '../../../src/engine/conversations';

describe('the remembered conversations', () => {
  it('forget the one that was unused the longest', () => {
    const conversations = new Conversations(2);
    const first = conversations.getOrBegin('first');
    conversations.getOrBegin('second');
    assert.equal(conversations.get('first'), first);
    conversations.getOrBegin('third');
    assert.equal(conversations.get('second'), undefined);
    assert.equal(conversations.get('first'), first);
    assert.equal(conversations.get('third')?.id, 'third');
  });

  it('replace what was known of a conversation, which uses it', () => {
    const conversations = new Conversations(2);
    conversations.getOrBegin('first');
    conversations.getOrBegin('second');
    const restored = conversations.set(new Conversation('first'));
    conversations.getOrBegin('third');
    assert.equal(conversations.get('first'), restored);
    assert.equal(conversations.get('second'), undefined);
  });

  it('know nothing of a conversation that never began', () => {
    assert.equal(new Conversations(1).get('first'), undefined);
  });
});
