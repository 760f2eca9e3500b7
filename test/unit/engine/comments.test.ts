import assert from 'node:assert/strict';
import { countedArguments, withoutComments } from '../../../src/engine/facts/comments';
import { GuardHarness } from '../../fakes/guardHarness';

describe('comments for the user', () => {
  it('are ignored if their name, wording, and content all match', () => {
    const without = { command: 'npm test' };
    for (const comment of [
      { description: 'Run the tests' },
      { explanation: 'Now let us see whether it works' },
      { purpose: 'Look again' },
    ]) {
      assert.deepEqual(withoutComments({ ...without, ...comment }), without);
    }
    assert.deepEqual(withoutComments({ path: 'a.ts', explanation: 'Look at it' }), { path: 'a.ts' });
  });

  it('aren’t recognized if one of the three is missing', () => {
    for (const call of [
      { command: 'npm test', title: 'Run the tests' },
      { command: 'npm test', description: 'ls --all | sort; true' },
      { command: 'npm test', description: 'two\nlines' },
      { command: '', description: 'Run the tests' },
      { summary: 'The printer is broken', description: 'It prints no page' },
      { explanation: 'Only this and nothing else' },
      { room: 'blue', description: 'A meeting of the board' },
      'a text',
      ['Run the tests'],
      null,
    ]) {
      assert.equal(withoutComments(call), call, JSON.stringify(call));
    }
  });

  it('don’t depend on the order of fields', () => {
    assert.deepEqual(withoutComments({ why: 'To be sure of it', query: 'a = 1' }), { query: 'a = 1' });
  });
});

describe('arguments that are ignored', () => {
  it('are left out like comments, unless the list is empty', () => {
    const given = { command: 'npm test', timeout: 1000, description: 'Run the tests' };
    assert.deepEqual(countedArguments(given, ['timeout']), { command: 'npm test' });
    assert.deepEqual(countedArguments(given), { command: 'npm test', timeout: 1000 });
    assert.equal(countedArguments(given, []), given);
  });

  it('are by default only limits on a call’s time and output', () => {
    const stopsAt = (tool: string, calls: readonly object[], settings = {}) => {
      const harness = new GuardHarness({ detectors: ['repeat'], ...settings });
      return calls.findIndex((given) => harness.check(tool, given).action === 'break');
    };
    const numbers = [1000, 2000, 3000, 4000];
    for (const name of ['timeout', 'timeout_ms', 'yield_time_ms', 'initial_wait', 'head_limit']) {
      const calls = numbers.map((value) => ({ command: 'npm test', [name]: value }));
      assert.equal(stopsAt('some_tool', calls), 3, name);
      assert.equal(stopsAt('some_tool', calls, { tools: { some_tool: { ignoredArguments: [] } } }), -1, name);
    }
    const timed = numbers.map((timeout) => ({ command: 'npm test', timeout }));
    assert.equal(stopsAt('Bash', timed), 3);
    const pages = numbers.map((offset) => ({ path: 'a.ts', offset }));
    assert.equal(stopsAt('Read', pages), -1);
  });

  it('count if a call has timed out and gets more time', () => {
    const harness = new GuardHarness();
    const run = (timeout: number, tookMs: number) => {
      const id = `run-${harness.nowMs}`;
      const verdict = harness.guard.check(
        'one',
        { id, tool: 'bash', arguments: { command: 'make', timeout } },
        harness.nowMs,
      );
      harness.nowMs += tookMs;
      harness.guard.record('one', { callId: id, result: 'Terminated', isError: true }, harness.nowMs);
      harness.nowMs += 1000;
      return verdict.action;
    };
    const grown = [10_000, 20_000, 40_000, 80_000, 160_000].map((timeout) => run(timeout, timeout));
    assert.deepEqual(grown, ['allow', 'allow', 'allow', 'allow', 'allow']);
    const failed = [300_000, 400_000, 500_000, 600_000].map((timeout) => run(timeout, 2000));
    assert.deepEqual(failed, ['allow', 'allow', 'warn', 'break']);
  });
});
