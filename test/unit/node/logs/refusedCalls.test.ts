import assert from 'node:assert/strict';
import { RefusedCalls } from '../../../../src/node/logs/transcript';
import { readSessionEvent, type SessionEvent } from '../../../../src/node/logs/copilot';

const event = (type: string, data: object, id = ''): SessionEvent =>
  readSessionEvent({ type, id, timestamp: '1970-01-01T00:00:01.000Z', data }) as SessionEvent;
const round = (id: string, ...calls: string[]): SessionEvent =>
  event(
    'assistant.message',
    {
      toolRequests: calls.map((toolCallId) => ({ toolCallId, name: `tool_${toolCallId}`, arguments: '{"path":"a"}' })),
    },
    id,
  );
const start = (toolCallId: string): SessionEvent => event('tool.execution_start', { toolCallId });
const end = (toolCallId: string, success: boolean): SessionEvent =>
  event('tool.execution_complete', { toolCallId, success });

describe('calls that VS Code refuses before they run', () => {
  let calls: RefusedCalls;
  beforeEach(() => (calls = new RefusedCalls()));

  const take = (...events: SessionEvent[]): string[] => calls.take(events).map(({ callId }) => callId);

  it('are those that never began when the model is asked again, with what it asked for', () => {
    assert.deepEqual(calls.take([round('first', 'a')]), []);
    assert.deepEqual(calls.take([round('second', 'b')]), [
      { callId: 'a', tool: 'tool_a', arguments: '{"path":"a"}', round: 'first', agent: undefined, atMs: 1_000 },
    ]);
  });

  it('are told once', () => {
    take(round('first', 'a'));
    assert.deepEqual([take(round('second', 'b')), take(round('third'))], [['a'], ['b']]);
    assert.deepEqual(take(round('fourth')), []);
  });

  it('are those that end in failure without a beginning, at once', () => {
    take(round('first', 'a'));
    assert.deepEqual(take(end('a', false)), ['a']);
    assert.deepEqual(take(round('second')), []);
  });

  it('are none of those that began, that a hook was asked about, or that may begin still', () => {
    take(round('first', 'runs', 'fails', 'asked', 'never'), start('runs'), start('fails'), end('fails', false));
    calls.asked('asked__vscode-12');
    assert.deepEqual(take(end('asked', false), end('runs', true)), []);
    assert.deepEqual(take(round('second', 'next')), ['never']);
  });

  it('are not those of the turn before: the user has spoken since', () => {
    take(round('first', 'a'));
    calls.beginTurn();
    assert.deepEqual(take(round('second', 'b')), []);
  });

  it('are not those that a turn left open, because VS Code told the agent that a command had ended', () => {
    const notified = event('user.message', {
      content: '[Terminal 1 notification: command completed with exit code 3.]',
    });
    assert.equal(notified.kind, 'notified');
    assert.deepEqual(take(round('first', 'a'), notified, round('second', 'b')), []);
    assert.deepEqual(take(round('third')), ['b']);
  });

  it('of a parent are not told by an answer of its subagent, and those of the subagent are', () => {
    const agents = ['sub'];
    const taken = (...events: SessionEvent[]): [string, string | undefined][] =>
      calls.take(events, agents).map(({ callId, agent }) => [callId, agent]);
    assert.deepEqual(taken(round('parent', 'sub', 'own'), start('sub'), round('child', 'theirs')), []);
    assert.deepEqual(taken(round('child again')), [['theirs', 'sub']]);
    assert.deepEqual(taken(end('sub', true), round('parent again')), [['own', undefined]]);
  });

  it('of a model that writes calls without a name are of no interest', () => {
    take(event('assistant.message', { toolRequests: [{ toolCallId: 'a' }] }));
    assert.deepEqual(take(round('second')), []);
  });

  it('are found in a turn of any length, and no more is kept of it', () => {
    for (let at = 0; at < 5000; at++) {
      take(round(`${at}`, `call${at}`), start(`call${at}`), end(`call${at}`, true));
    }
    take(round('refused', 'late'));
    assert.deepEqual(take(round('last')), ['late']);
  });
});
