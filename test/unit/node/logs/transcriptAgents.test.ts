import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import type { SessionEvent } from '../../../../src/node/logs/copilot';
import { agentsOfRounds, viewTranscript } from '../../../../src/node/logs/transcript';

const RECORDED = resolve('test/fixtures/recorded');
const atMs = undefined;
const of = { tool: undefined, arguments: undefined, model: undefined, isOfSubAgent: false, atMs };
const round = (...callIds: string[]): SessionEvent => ({
  ...of,
  kind: 'round',
  id: '',
  calls: callIds.map((callId) => ({ ...of, callId })),
});
const start = (callId: string): SessionEvent => ({ ...of, kind: 'callStart', callId });
const end = (callId: string): SessionEvent => ({
  kind: 'callEnd',
  callId,
  succeeded: true,
  result: undefined,
  error: undefined,
  atMs,
});
const turnEnd = (turn: number): SessionEvent => ({ kind: 'turnEnd', turn, atMs });

describe('the agent of a round', () => {
  it('is found in a transcript of VS Code, for consecutive subagents', () => {
    const path = `${RECORDED}/subAgent.jsonl`;
    const agents = [1, 2, 3, 4, 5, 6].map((call) => viewTranscript(path, `call_${call}__vscode-9`, ['call_3']).agent);
    assert.deepEqual(agents, [undefined, undefined, undefined, 'call_3', 'call_3', undefined]);
  });

  it('is found in a transcript of VS Code, for two parallel subagents', () => {
    const path = `${RECORDED}/subAgentsSideBySide.jsonl`;
    const agents = [7, 8, 9, 10, 11, 12].map(
      (call) => viewTranscript(path, `call_${call}`, ['call_7', 'call_8']).agent,
    );
    const [first, second] = [agents[2], agents[3]];
    assert.deepEqual(agents.slice(0, 2), [undefined, undefined]);
    assert.deepEqual([first, second].toSorted(), ['call_7', 'call_8']);
    // call_10 was answered before the model asked for call_11, and call_9 before call_12.
    assert.deepEqual(agents.slice(4), [second, first]);
  });

  it('is the main agent if no subagent has begun', () => {
    assert.equal(viewTranscript(`${RECORDED}/subAgent.jsonl`, 'call_4').agent, undefined);
  });

  it('is the parent for calls made next to the one that starts a subagent', () => {
    assert.deepEqual(agentsOfRounds([round('sub', 'own'), start('sub'), round('theirs')], ['sub']), [undefined, 'sub']);
  });

  it('is found by the number of the turn if several are free', () => {
    const both = [
      round('a', 'b'),
      start('a'),
      start('b'),
      round('a1'),
      turnEnd(0),
      turnEnd(0),
      end('a1'),
      round('a2'),
      turnEnd(1),
      end('a2'),
    ];
    assert.deepEqual(agentsOfRounds([...both, round('next'), turnEnd(0)], ['a', 'b']).at(-1), 'b');
    assert.deepEqual(agentsOfRounds([...both, round('next'), turnEnd(2)], ['a', 'b']).at(-1), 'a');
  });

  it('is the one that has been free the longest if the turns are equal', () => {
    const both = [round('a', 'b'), start('a'), start('b'), round('a1'), round('b1'), end('b1'), end('a1')];
    const [, first, second, third] = agentsOfRounds([...both, round('next')], ['a', 'b']);
    assert.notEqual(first, second);
    assert.equal(third, second);
  });

  it('is another once a subagent has answered', () => {
    assert.deepEqual(agentsOfRounds([round('a', 'b'), start('a'), start('b'), round(), round('x')], ['a', 'b']), [
      undefined,
      'a',
      'b',
    ]);
  });

  it('can be a subagent whose beginning is cut off', () => {
    assert.deepEqual(agentsOfRounds([round('x'), end('x'), round('y')], ['cut']).length, 2);
    assert.deepEqual(agentsOfRounds([start('other'), round('x')], ['cut', 'other']).length, 1);
  });

  it('is found despite a call without an end', () => {
    assert.deepEqual(agentsOfRounds([round('a'), start('a'), round('x'), round('y')], ['a']), [undefined, 'a', 'a']);
    assert.deepEqual(agentsOfRounds([round('x'), round('y')], []), [undefined, undefined]);
  });
});
