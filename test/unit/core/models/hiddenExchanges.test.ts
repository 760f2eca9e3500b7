import assert from 'node:assert/strict';
import { HiddenExchanges } from '../../../../src/core/models/hiddenExchanges';
import { CallIds } from '../../../../src/core/models/callIds';

interface Message {
  readonly text: string;
  readonly calls: readonly string[];
}

const message = (text: string, ...calls: string[]): Message => ({ text, calls });
const callIdsOf = ({ calls }: Message): readonly string[] => calls;
const EXCHANGE = [message('refused', 'r1'), message('guidance')];

describe('hidden exchanges', () => {
  it('come before the answer with the next call, in every later request', () => {
    const hiddenExchanges = new HiddenExchanges<Message>();
    hiddenExchanges.remember('c', 'call-2', 1, EXCHANGE);
    const messages = [
      message('prompt'),
      message('', 'call-1'),
      message('result'),
      message('', 'call-2', 'call-3'),
      message('results'),
      message('', 'call-4'),
    ];
    const expected = [...messages.slice(0, 3), ...EXCHANGE, ...messages.slice(3)];
    assert.deepEqual(hiddenExchanges.insertInto('c', messages, callIdsOf), expected);
    assert.deepEqual(hiddenExchanges.insertInto('c', messages, callIdsOf), expected);
  });

  it('stay in one place if the vendor reuses an ID in each answer', () => {
    const hiddenExchanges = new HiddenExchanges<Message>();
    const messages = [
      message('prompt'),
      message('one', 'call_0'),
      message('two', 'call_0'),
      message('three', 'call_0'),
    ];
    hiddenExchanges.remember('c', 'call_0', 2, EXCHANGE);
    assert.deepEqual(hiddenExchanges.insertInto('c', messages, callIdsOf), [
      ...messages.slice(0, 2),
      ...EXCHANGE,
      ...messages.slice(2),
    ]);
  });

  it('don’t end the run of a later message that reuses an ID', () => {
    const hiddenExchanges = new HiddenExchanges<Message>();
    hiddenExchanges.end('c', 'call_0');
    hiddenExchanges.end('d', 'call_0');
    hiddenExchanges.beginTurn('c');
    assert.equal(hiddenExchanges.hasEnded('c', ['call_0']), false);
    assert.equal(hiddenExchanges.hasEnded('d', ['call_0']), true);
  });

  it('are left out if their place is gone, and in other conversations', () => {
    const hiddenExchanges = new HiddenExchanges<Message>();
    hiddenExchanges.remember('c', 'call-2', 1, EXCHANGE);
    const messages = [message('prompt'), message('', 'call-9')];
    assert.deepEqual(hiddenExchanges.insertInto('c', messages, callIdsOf), messages);
    assert.deepEqual(hiddenExchanges.insertInto('d', [message('', 'call-2')], callIdsOf), [message('', 'call-2')]);
  });

  it('stay few', () => {
    const hiddenExchanges = new HiddenExchanges<Message>();
    for (let index = 0; index < 100; index++) {
      hiddenExchanges.remember('c', `call-${index}`, 1, EXCHANGE);
    }
    const all = Array.from({ length: 100 }, (_, index) => message('', `call-${index}`));
    assert.equal(hiddenExchanges.insertInto('c', all, callIdsOf).length, 100 + 20 * EXCHANGE.length);
  });

  it('report the end of a run once', () => {
    const hiddenExchanges = new HiddenExchanges<Message>();
    hiddenExchanges.end('c', 'call-1');
    assert.equal(hiddenExchanges.hasEnded('d', ['call-1']), false);
    assert.equal(hiddenExchanges.hasEnded('c', ['call-0', 'call-1']), true);
    assert.equal(hiddenExchanges.hasEnded('c', ['call-1']), false);
  });
});

describe('names of calls', () => {
  it('are the vendor’s IDs, unless the vendor reuses one', () => {
    const names = new CallIds();
    assert.equal(names.add('c', 'call_0'), 'call_0');
    assert.equal(names.add('c', 'call_0'), 'call_0~2');
    assert.equal(names.add('d', 'call_0'), 'call_0');
    assert.equal(names.latest('c', 'call_0'), 'call_0~2');
    assert.equal(names.latest('c', 'call_1'), undefined);
  });

  it('lead back to the conversation', () => {
    const names = new CallIds();
    names.add('c', 'call_a');
    assert.equal(names.conversationOf(['call_x', 'call_a']), 'c');
    assert.equal(names.conversationOf(['call_x']), undefined);
  });
});
