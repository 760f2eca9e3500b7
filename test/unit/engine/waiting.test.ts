import assert from 'node:assert/strict';
import type { Call } from '../../../src/engine/facts/call';
import { handlesIn, handlesOf } from '../../../src/engine/facts/handles';
import { runningIn } from '../../../src/engine/facts/signs';
import { GuardHarness } from '../../fakes/guardHarness';

interface Asked {
  readonly tool: string;
  readonly arguments: unknown;
  readonly result: string;
  readonly tookSeconds: number | undefined;
  readonly isError?: boolean | undefined;
}

/** The actions on a repeated call of this duration, with two seconds in between. */
function asked(times: number, { tool, arguments: given, result, tookSeconds, isError }: Asked, user = {}): string[] {
  const harness = new GuardHarness(user);
  return Array.from({ length: times }, (_, index) =>
    one(harness, index, { tool, arguments: given, result, tookSeconds, isError }),
  );
}

function one(
  harness: GuardHarness,
  index: number,
  { tool, arguments: given, result, tookSeconds, isError = false }: Asked,
): string {
  const call: Call = { id: `${tool} ${index}`, tool, arguments: given };
  const { action } = harness.guard.check('c', call, harness.nowMs);
  harness.nowMs += (tookSeconds ?? 0) * 1000;
  if (action === 'allow' || action === 'warn') {
    const doneMs = tookSeconds === undefined ? undefined : harness.nowMs;
    harness.guard.record('c', { callId: call.id, result, isError }, doneMs);
  }
  harness.nowMs += 2000;
  return action;
}

/** The actions on calls that are repeated each time the end of a command wakes the agent. */
function startedAgain(...calls: readonly Asked[]): string[] {
  const harness = new GuardHarness();
  return Array.from({ length: 4 }, (_, turn) => {
    const actions = calls.map((call, at) => one(harness, turn * calls.length + at, call));
    const woken: Call = { id: `woken ${turn}`, tool: 'agent_woken', arguments: { turn }, moment: 'woken' };
    harness.guard.check('c', woken, harness.nowMs);
    harness.nowMs += 2000;
    return actions;
  }).flat();
}

const never = (times: number): string[] => Array.from({ length: times }, () => 'allow');
const LOOP = ['allow', 'allow', 'warn', 'break', 'stopped', 'stopped'];

const POLL: Asked = {
  tool: 'write_stdin',
  arguments: { session_id: 7, chars: '', yield_time_ms: 10_000 },
  result: 'Wall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\n',
  tookSeconds: 10,
};

describe('waiting', () => {
  it('finds a loop if a command is restarted each time its end wakes the agent', () => {
    const start: Asked = {
      tool: 'run_in_terminal',
      arguments: { command: 'npm run serve', mode: 'async' },
      result: 'Timed out waiting for the command. It is still running in terminal 4f1c.',
      tookSeconds: 1.2,
    };
    assert.deepEqual(startedAgain(start).indexOf('break'), 3);
    assert.deepEqual(asked(4, start).indexOf('break'), 3, 'also as long as nothing has ended');
  });

  it('finds a loop if a timer is restarted each time its end wakes the agent', () => {
    const timer: Asked = {
      tool: 'run_in_terminal',
      arguments: { command: 'sleep 20; false', mode: 'async' },
      result: 'Command is running in terminal with ID=4f1c',
      tookSeconds: 1.2,
    };
    const look: Asked = {
      tool: 'run_in_terminal',
      arguments: { command: 'gh run view 7 --json status', mode: 'sync' },
      result: '{"status":"in_progress"}',
      tookSeconds: 1,
    };
    assert.deepEqual(startedAgain(timer).indexOf('break'), 3);
    assert.ok(!startedAgain(timer, look).includes('break'), 'in between, it looks at something');
    const paused = { ...timer, arguments: { command: 'sleep 20; cat build.log', mode: 'async' } };
    assert.deepEqual(startedAgain(paused), never(4), 'it looks at something itself');
  });

  it('treats refused clients and silent commands that have ended as not running', () => {
    const refused =
      'connection to server at "localhost", port 5432 failed: Connection refused\n' +
      '\tIs the server running on that host and accepting TCP/IP connections?';
    for (const result of [refused, 'Is the postgres server running locally?', '(Bash completed with no output)']) {
      const again = asked(6, { tool: 'Bash', arguments: { command: 'npm run migrate' }, result, tookSeconds: 3 });
      assert.deepEqual(again, LOOP, result);
    }
    for (const result of [
      'The server is running.',
      'server running',
      'Process 7 is running with no output.',
      'no output yet',
    ]) {
      assert.equal(runningIn(result).life, 'running', result);
    }
  });

  it('counts only calls that aren’t waits toward the hard limit', () => {
    const harness = new GuardHarness({ detectors: { waiting: { limit: 0 } } });
    const actions = Array.from({ length: 20 }, (_, index) => one(harness, index, POLL));
    assert.deepEqual(actions, never(20));
    const ended = { ...POLL, result: 'Process exited with code 0' };
    assert.deepEqual(
      [20, 21].map((index) => one(harness, index, ended)),
      never(2),
    );
  });

  it('recognizes a handle from an answer in the arguments of a call', () => {
    const named: [answer: string, given: object][] = [
      ['Command is running in terminal with ID=b7\n> build', { id: 'b7' }],
      ['Process running with session ID 12', { session_id: 12 }],
      ['Command running in background with ID: bash_1.', { bash_id: 'bash_1' }],
      ['Command running in background with ID: bqsxtewjt. Output is being written', { id: 'bqsxtewjt' }],
      ['<task_id>a1</task_id>\n<status>running</status>', { task_id: 'a1' }],
      ['{"processId":"p1","status":"running"}', { processId: 'p1' }],
      ['The server (pid 4711) is still running', { pid: '4711' }],
      ['Process 4711 is running', { process: 'web', pid: 4711 }],
      ['terminalId: 3f2b8c1e-0000-4000-8000-000000000001', { id: '3f2b8c1e-0000-4000-8000-000000000001' }],
    ];
    for (const [answer, given] of named) {
      const handles = handlesIn(answer) ?? assert.fail(answer);
      assert.ok(
        handlesOf(given).some((handle) => handles.includes(handle)),
        answer,
      );
      assert.ok(!handles.includes(handlesOf({ id: 'c9' })[0] ?? ''), answer);
    }
    for (const answer of [
      'The command is still running after 60 s.',
      'Module 3 of 64',
      'a valid 7',
      'ID: none',
      'id terminal',
    ]) {
      assert.equal(handlesIn(answer), undefined, answer);
    }
    assert.deepEqual(handlesOf({ path: 'a1', timeout: 7, ids: ['b7'] }), []);
  });
});
