import assert from 'node:assert/strict';
import { type Call, MOMENT_NAMES, noted } from '../../../../src/engine/facts/call';
import { digestOf } from '../../../../src/node/files/hash';
import { GuardHarness } from '../../../fakes/guardHarness';

const HOUR_MS = 3_600_000;
const ON = { detectors: ['repeat', 'idleTurns'] };
const HEARTBEAT = 'Look whether there is something to do.';

/** An hour after the previous turn. */
function wake(harness: GuardHarness, notice = HEARTBEAT): string {
  harness.nowMs += HOUR_MS;
  const id = `woken ${harness.nowMs}`;
  const call: Partial<Call> & { result: undefined } = { id, moment: 'woken', result: undefined };
  return harness.check(MOMENT_NAMES.woken, noted(notice, digestOf), call).action;
}

/** Six calls with the same answers each time, as in a session of 84 such turns. */
function lookAround(harness: GuardHarness): void {
  for (const path of ['a', 'b', 'c', 'd', 'e']) {
    harness.check('read', { path }, { id: `${path} ${harness.nowMs}`, result: `the text of ${path}` });
  }
  const id = `make ${harness.nowMs}`;
  harness.check('run', { command: 'make' }, { id, result: 'make: nothing to do', isError: true });
}

const turns = (harness: GuardHarness, count: number, turn: (each: number) => void, notice?: string): string[] =>
  Array.from({ length: count }, (_, each) => {
    const action = wake(harness, notice);
    turn(each);
    return action;
  });

describe('an agent that is woken for nothing', () => {
  it('leads to a warning after three turns without anything new, and is stopped after six', () => {
    const harness = new GuardHarness(ON);
    const actions = turns(harness, 8, () => lookAround(harness));
    assert.deepEqual(actions, ['allow', 'allow', 'allow', 'allow', 'warn', 'allow', 'allow', 'break']);
    const [, stop] = harness.eventsOf('detection');
    assert.deepEqual([stop?.detection.finding.detector, stop?.detection.finding.count], ['idleTurns', 6]);
    lookAround(harness);
    assert.equal(wake(harness), 'stopped', 'only a message of the person lets it go on');
    harness.guard.beginTurn('conversation-1');
    assert.equal(wake(harness), 'allow');
  });

  it('is found across processes, by digests', () => {
    const actions: string[] = [];
    let harness = new GuardHarness(ON);
    for (let turn = 0; turn < 9; turn++) {
      actions.push(wake(harness));
      lookAround(harness);
      const snapshot = harness.guard.snapshot('conversation-1');
      const { nowMs } = harness;
      harness = new GuardHarness(ON);
      harness.nowMs = nowMs;
      harness.guard.restore('conversation-1', JSON.parse(JSON.stringify(snapshot)) as NonNullable<typeof snapshot>);
    }
    assert.deepEqual(actions, ['allow', 'allow', 'allow', 'allow', 'warn', 'allow', 'allow', 'break', 'stopped']);
  });

  it('isn’t stopped if a notice contains something new', () => {
    const harness = new GuardHarness(ON);
    const parts = Array.from({ length: 12 }, (_, each) => `Background command "part ${each}" completed`);
    const actions = parts.flatMap((notice) => turns(harness, 1, () => lookAround(harness), notice));
    assert.deepEqual(new Set(actions), new Set(['allow']));
  });

  it('isn’t stopped if it waits without a call, or checks on something that still runs', () => {
    const harness = new GuardHarness(ON);
    lookAround(harness);
    assert.deepEqual(new Set(turns(harness, 12, () => undefined)), new Set(['allow']));
    const look = () => harness.check('run', { command: 'gh run view 7' }, { result: 'The build is still running.' });
    assert.deepEqual(new Set(turns(harness, 12, look)), new Set(['allow']));
  });

  it('is found if it keeps restarting something that keeps ending', () => {
    const harness = new GuardHarness({ detectors: ['idleTurns'] });
    const start = (each: number) =>
      harness.check(
        'Bash',
        { command: 'make', run_in_background: true },
        {
          result: `Command running in background with ID: b25ir1mu${each}. You will be notified when it completes.`,
        },
      );
    assert.equal(turns(harness, 8, start, 'Background command "make" failed').at(-1), 'break');
  });

  it('isn’t stopped if the results of its calls are unknown', () => {
    const harness = new GuardHarness(ON);
    const actions = turns(harness, 12, () => harness.check('read', { path: 'a' }, { result: undefined }));
    assert.deepEqual(new Set(actions), new Set(['allow']));
  });
});
