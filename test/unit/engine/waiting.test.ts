import assert from 'node:assert/strict';
import type { Call } from '../../../src/engine/facts/call';
import { handlesIn, handlesOf } from '../../../src/engine/facts/handles';
import { asksToWait, ownLimitMs, runningIn } from '../../../src/engine/facts/waitingSigns';
import { GuardHarness } from '../../fakes/guardHarness';

interface Asked {
  readonly tool: string;
  readonly arguments: unknown;
  readonly result: string;
  readonly tookSeconds: number | undefined;
  readonly isError?: boolean | undefined;
}

/** The actions on the same call made again and again, with the time that each took and two seconds between them. */
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

/** The actions on calls that are made again each time the end of a command wakes the agent. */
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
  it('stops an agent that asks for the state of a build without a pause at the hard limit only', () => {
    const build: Asked = { tool: 'get_build_status', arguments: { id: 'b1' }, result: '', tookSeconds: 0.1 };
    const running = asked(16, { ...build, result: '{"status":"running"}' });
    assert.deepEqual([running.indexOf('warn'), running.indexOf('break')], [2, 15]);
    assert.deepEqual(asked(6, { ...build, result: '{"status":"succeeded"}' }), LOOP);
  });

  it('takes a command for a loop that is started again each time its end wakes the agent', () => {
    const start: Asked = {
      tool: 'run_in_terminal',
      arguments: { command: 'npm run serve', mode: 'async' },
      result: 'Timed out waiting for the command. It is still running in terminal 4f1c.',
      tookSeconds: 1.2,
    };
    assert.deepEqual(startedAgain(start).indexOf('break'), 3);
    assert.deepEqual(asked(4, start).indexOf('break'), 3, 'also as long as nothing has ended');
  });

  it('takes a timer that is only started again each time its end wakes the agent for a loop', () => {
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
    assert.deepEqual(startedAgain(timer, look), never(8), 'in between, it looks at something');
    const paused = { ...timer, arguments: { command: 'sleep 20; cat build.log', mode: 'async' } };
    assert.deepEqual(startedAgain(paused), never(4), 'it looks at something itself');
  });

  it('takes no refused client and no silent command that has ended for something that goes on', () => {
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

  it('is never stopped by count', () => {
    const waits: Asked[] = [
      POLL,
      { tool: 'get_terminal_output', arguments: { id: 'a' }, result: 'building ...', tookSeconds: 2 },
      { tool: 'BashOutput', arguments: { bash_id: 'x' }, result: '<status>running</status>', tookSeconds: 3 },
      { tool: 'Bash', arguments: { command: 'sleep 20 && cat build.log' }, result: 'compiling', tookSeconds: 20 },
      { tool: 'frobnicate', arguments: { what: 'nobody knows' }, result: 'It is still running.', tookSeconds: 10 },
      {
        tool: 'exec',
        arguments: { code: 'await tools.write_stdin({session_id: 1, chars: ""})' },
        result: '',
        tookSeconds: 5,
      },
      { tool: 'list_agents', arguments: {}, result: 'agent 1: status: running', tookSeconds: undefined },
    ];
    for (const wait of waits) {
      assert.deepEqual(asked(12, wait, { detectors: { waiting: { warn: 0 } } }), never(12), wait.tool);
    }
  });

  it('is none when only one sign of three is there', () => {
    const loops: Asked[] = [
      { tool: 'run', arguments: { command: 'cargo test' }, result: '1 failed; exit code: 101', tookSeconds: 40 },
      { tool: 'run', arguments: { command: 'cargo test' }, result: 'running 3 tests\n1 failed', tookSeconds: 40 },
      { tool: 'get_output', arguments: { file: 'a' }, result: 'the very same text', tookSeconds: 0.1 },
      { tool: 'read', arguments: { file: 'plan.md' }, result: 'The work is still in progress.', tookSeconds: 0.1 },
    ];
    for (const loop of loops) {
      assert.deepEqual(asked(6, loop), LOOP, loop.result);
    }
  });

  it('ends with an announced end, and with a failure', () => {
    assert.deepEqual(asked(6, { ...POLL, result: 'Process exited with code 0' }), LOOP);
    assert.deepEqual(asked(6, { ...POLL, result: 'Unknown process id 7', isError: true }), LOOP);
    const tests = { tool: 'run', arguments: { command: 'sleep 5 && npm test' }, tookSeconds: 9 };
    assert.deepEqual(asked(6, { ...tests, result: '1 failed', isError: true }), LOOP);
  });

  it('is patience when the answers come at once: warned of, and stopped at the ceiling only', () => {
    const actions = asked(18, { ...POLL, tookSeconds: 0.1 });
    assert.equal(actions.indexOf('warn'), 2);
    assert.equal(actions.indexOf('break'), 15);
  });

  it('counts only calls that were no wait toward the hard limit', () => {
    const harness = new GuardHarness({ detectors: { waiting: { warn: 0 } } });
    const actions = Array.from({ length: 20 }, (_, index) => one(harness, index, POLL));
    assert.deepEqual(actions, never(20));
    const ended = { ...POLL, result: 'Process exited with code 0' };
    assert.deepEqual(
      [20, 21].map((index) => one(harness, index, ended)),
      never(2),
    );
  });

  it('may stand in a call of its own between two looks', () => {
    const harness = new GuardHarness({ detectors: { waiting: { warn: 0 } } });
    const actions = Array.from({ length: 16 }, (_, index) =>
      one(
        harness,
        index,
        index % 2 === 0
          ? { tool: 'run', arguments: { command: 'sleep 30' }, result: '', tookSeconds: 30 }
          : { tool: 'read', arguments: { file: 'build.log' }, result: 'compiling', tookSeconds: 0.1 },
      ),
    );
    assert.deepEqual(actions, never(16));
  });

  it('gets one hint after ten silent minutes, and none while something new is heard', () => {
    const silent = asked(60, POLL);
    assert.equal(silent.filter((action) => action === 'warn').length, 1);
    assert.equal(silent.filter((action) => action !== 'allow').length, 1);
    // 12 seconds each, after the first answer: the 51st question comes 600 seconds later.
    assert.equal(silent.indexOf('warn'), 51);
    const harness = new GuardHarness({});
    const lively = Array.from({ length: 60 }, (_, index) =>
      one(harness, index, { ...POLL, result: `${POLL.result}Compiling crate${'x'.repeat(Math.floor(index / 10))}` }),
    );
    assert.deepEqual(lively, never(60));
  });

  it('gets no hint for a single answer that came late', () => {
    const harness = new GuardHarness({});
    const took = [10, 10, 900, 10];
    assert.deepEqual(
      took.map((tookSeconds, index) => one(harness, index, { ...POLL, tookSeconds })),
      never(4),
    );
  });

  it('is stopped when a setting says so', () => {
    const actions = asked(40, POLL, { detectors: { waiting: { limit: 120 } } });
    assert.equal(actions.indexOf('break'), 11);
    assert.deepEqual(asked(12, POLL, { detectors: { waiting: { warn: 5 } } }), never(12), 'below the bounds: ignored');
  });

  it('reads life, limits and questions', () => {
    assert.deepEqual(
      [
        'Script running with cell ID 4',
        'Process exited with code 1',
        'plain',
        'lint\tpending\t0',
        'job 7 not found',
      ].map((result) => runningIn(result).life),
      ['running', 'ended', undefined, 'running', 'ended'],
    );
    assert.deepEqual(
      [ownLimitMs({ timeout: 5 }), ownLimitMs({ yield_time_ms: 500 }), ownLimitMs({ a: 1 })],
      [5000, 500, undefined],
    );
    assert.equal(asksToWait('Bash', { command: 'gh run watch 7' }), 'command');
    assert.equal(asksToWait('Read', { path: '/waiting/room' }), undefined);
    for (const tool of ['get_build_status', 'getDeploymentStatus', 'workflow_status']) {
      assert.equal(asksToWait(tool, { id: 'b1' }), 'handle', tool);
    }
    assert.equal(asksToWait('git_status', {}), undefined);
    assert.equal(asksToWait('send', { session_id: 1, text: '' }), 'handle');
    assert.equal(asksToWait('write_stdin', { session_id: 1, chars: 'yes' }), 'no');
    assert.equal(asksToWait('run_code', { code: 'time.sleep(30)' }), 'command');
  });

  it('knows a handle of an answer in the arguments of a call', () => {
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
