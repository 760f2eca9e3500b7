import assert from 'node:assert/strict';
import { SubAgents } from '../../../../src/core/models/subAgents';

describe('subagents of a conversation', () => {
  let agents: SubAgents;
  beforeEach(() => (agents = new SubAgents()));

  it('have tasks that are distinguished from user messages, once each', () => {
    agents.called('c', 'call_1', { prompt: 'Find the file.', description: 'Find' });
    agents.called('c', 'call_2', { path: 'a' });
    agents.began('c', 'call_1');
    assert.equal(agents.submits('c', 'Another question'), false);
    assert.equal(agents.submits('other', 'Find the file.'), false);
    assert.equal(agents.submits('c', 'Find the file.'), true);
    assert.equal(agents.submits('c', 'Find the file.'), false, 'now a person says the same');
  });

  it('have a known task before they begin, as long as their call isn’t answered', () => {
    agents.called('c', 'call_1', { prompt: 'Find the file.' });
    assert.equal(agents.submits('c', 'Find the file.'), true);
    assert.equal(agents.submits('c', 'Find the file.'), false);
    agents.called('c', 'call_2', { prompt: 'Find the file.' });
    agents.answered('c', ['call_2']);
    assert.equal(agents.submits('c', 'Find the file.'), false);
  });

  it('are recognized by their beginning alone if their call is unknown', () => {
    agents.began('c', 'call_1');
    assert.equal(agents.submits('c', 'Whatever'), true);
    assert.equal(agents.submits('c', 'Whatever'), false);
  });

  it('are found by their task in a request, even in parallel and repeatedly', () => {
    agents.called('c', 'call_1', { prompt: ' Find it. ' });
    agents.called('c', 'call_2', { query: 'Run it.', description: 'x' });
    agents.called('c', 'call_3', { prompt: 'Find it.' });
    assert.equal(agents.startedFor('c', '<userRequest>\nRun it.\n</userRequest>'), 'call_2');
    assert.deepEqual(
      [agents.startedFor('c', 'Find it.'), agents.startedFor('c', 'Find it.'), agents.startedFor('c', 'Find it.')],
      ['call_1', 'call_3', 'call_3'],
    );
    assert.equal(agents.startedFor('c', 'Something else'), undefined);
  });

  it('don’t begin after their call is answered', () => {
    agents.called('c', 'call_1', { prompt: 'Find it.' });
    agents.answered('c', ['call_1']);
    assert.equal(agents.startedFor('c', 'Find it.'), undefined);
  });

  it('end with the next user message', () => {
    agents.called('c', 'call_1', { prompt: 'Find it.' });
    agents.began('c', 'call_1');
    assert.deepEqual(agents.ofTurn('c'), ['call_1']);
    agents.beginTurn('c');
    assert.deepEqual(agents.ofTurn('c'), []);
    assert.equal(agents.submits('c', 'Find it.'), false);
  });

  it('are bounded, whatever the arguments', () => {
    for (let index = 0; index < 1000; index++) {
      agents.called('c', `call_${index}`, { prompt: `Task ${index}.` });
      agents.began('c', `call_${index}`);
    }
    for (const strange of [undefined, null, 'prompt', 1, [], { prompt: 1 }, { prompt: ' ' }]) {
      agents.called('d', 'call', strange);
    }
    assert.equal(agents.ofTurn('c').length, 200);
    assert.equal(agents.startedFor('c', 'Task 3.'), undefined);
    assert.equal(agents.startedFor('d', ''), undefined);
  });
});
