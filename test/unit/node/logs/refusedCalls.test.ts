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

  it('are those that hadn’t begun when the model is asked again, with their arguments', () => {
    assert.deepEqual(calls.take([round('first', 'a')]), []);
    assert.deepEqual(calls.take([round('second', 'b')]), [
      { callId: 'a', tool: 'tool_a', arguments: '{"path":"a"}', round: 'first', agent: undefined, atMs: 1_000 },
    ]);
  });

  it('are reported once', () => {
    take(round('first', 'a'));
    assert.deepEqual([take(round('second', 'b')), take(round('third'))], [['a'], ['b']]);
    assert.deepEqual(take(round('fourth')), []);
  });

  it('are those that fail without having begun, at once', () => {
    take(round('first', 'a'));
    assert.deepEqual(take(end('a', false)), ['a']);
    assert.deepEqual(take(round('second')), []);
  });

  it('aren’t those that began, had a hook, or may still begin', () => {
    take(round('first', 'runs', 'fails', 'asked', 'never'), start('runs'), start('fails'), end('fails', false));
    calls.asked('asked__vscode-12');
    assert.deepEqual(take(end('asked', false), end('runs', true)), []);
    assert.deepEqual(take(round('second', 'next')), ['never']);
  });

  it('aren’t those of the turn before the latest user message', () => {
    take(round('first', 'a'));
    calls.beginTurn();
    assert.deepEqual(take(round('second', 'b')), []);
  });

  it('aren’t those that are still open when VS Code reports the end of a command', () => {
    const notified = event('user.message', {
      content: '[Terminal 1 notification: command completed with exit code 3.]',
    });
    assert.equal(notified.kind, 'notified');
    assert.deepEqual(take(round('first', 'a'), notified, round('second', 'b')), []);
    assert.deepEqual(take(round('third')), ['b']);
  });

  it('of a parent aren’t reported at its subagent’s answer, but those of the subagent are', () => {
    const agents = ['sub'];
    const taken = (...events: SessionEvent[]): [string, string | undefined][] =>
      calls.take(events, agents).map(({ callId, agent }) => [callId, agent]);
    assert.deepEqual(taken(round('parent', 'sub', 'own'), start('sub'), round('child', 'theirs')), []);
    assert.deepEqual(taken(round('child again')), [['theirs', 'sub']]);
    assert.deepEqual(taken(end('sub', true), round('parent again')), [['own', undefined]]);
  });

  it('of a model that writes calls without a name are ignored', () => {
    take(event('assistant.message', { toolRequests: [{ toolCallId: 'a' }] }));
    assert.deepEqual(take(round('second')), []);
  });

  it('are found in a turn of any length with bounded memory', () => {
    for (let at = 0; at < 5000; at++) {
      take(round(`${at}`, `call${at}`), start(`call${at}`), end(`call${at}`, true));
    }
    take(round('refused', 'late'));
    assert.deepEqual(take(round('last')), ['late']);
  });
});
