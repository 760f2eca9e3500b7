import { only } from '../../fakes/only';
import assert from 'node:assert/strict';
import { type Moment, MOMENT_NAMES } from '../../../src/engine/facts/call';
import { GuardHarness } from '../../fakes/guardHarness';

const ALL = { detectors: only(['repeat', 'reread', 'idleTurns']) };

const happen = (harness: GuardHarness, moment: Moment): string => {
  harness.nowMs += 300_000;
  return harness.check(MOMENT_NAMES[moment], {}, { moment, result: undefined }).action;
};
const row = (times: number, next: () => string): string[] => Array.from({ length: times }, next);

describe('an agent that is told to continue', () => {
  it('leads to a warning at the third time without anything new, and is stopped at the sixth', () => {
    const harness = new GuardHarness(ALL);
    const actions = row(6, () => happen(harness, 'continued'));
    assert.deepEqual(actions, ['allow', 'allow', 'warn', 'allow', 'allow', 'break']);
    assert.equal(harness.guard.status('conversation-1').stopped?.finding.detector, 'idleTurns');
    assert.equal(harness.check('read', { path: 'a' }).action, 'stopped');
    const again = harness.check(MOMENT_NAMES.continued, {}, { moment: 'continued', result: undefined });
    assert.equal(again.action, 'allow');
  });

  it('has nothing new if calls failed or were known and had known answers', () => {
    const harness = new GuardHarness(ALL);
    const next = (): string => {
      harness.check('read', { path: 'a' }, { result: 'the text of a' });
      harness.check('read', { path: `missing ${harness.nowMs}` }, { result: 'not found', isError: true });
      return happen(harness, 'continued');
    };
    assert.deepEqual(row(6, next), ['allow', 'allow', 'warn', 'allow', 'allow', 'break']);
  });

  it('isn’t stopped if a check fails in a new way, or an edit is accepted again', () => {
    const edit = { path: 'a', old_string: 'x', new_string: 'y' };
    const nexts = [
      (harness: GuardHarness) => harness.check('test', {}, { result: `Error: a${harness.nowMs}b`, isError: true }),
      (harness: GuardHarness) => harness.check('edit', edit, { result: 'The file was updated.' }),
    ];
    for (const work of nexts) {
      const harness = new GuardHarness({ ...ALL, detectors: ['idleTurns'] });
      const next = (): string => {
        work(harness);
        return happen(harness, 'continued');
      };
      assert.deepEqual(new Set(row(12, next)), new Set(['allow']));
    }
  });

  it('is counted from zero after a message, and never refused or asked about', () => {
    const harness = new GuardHarness({ ...ALL, mode: 'chance_then_break' });
    assert.deepEqual(
      row(7, () => happen(harness, 'continued')),
      ['allow', 'allow', 'warn', 'allow', 'allow', 'warn', 'break'],
    );
    harness.guard.beginTurn('conversation-1');
    assert.equal(happen(harness, 'continued'), 'allow');
    const asking = new GuardHarness({ ...ALL, actions: ['ask', 'nudge', 'break'] });
    assert.deepEqual(
      row(8, () => happen(asking, 'continued')),
      ['allow', 'allow', 'warn', 'allow', 'allow', 'warn', 'warn', 'break'],
    );
  });

  it('isn’t a call: it isn’t counted or waited for, and hides no loop', () => {
    const harness = new GuardHarness(ALL);
    const between = (): string => {
      harness.nowMs -= 300_000;
      happen(harness, 'continued');
      return harness.check('read', { path: 'a' }, { result: 'the text' }).action;
    };
    assert.deepEqual(row(4, between).at(-1), 'break');
    assert.equal(harness.guard.status('conversation-1').counts.calls, 4);
    assert.deepEqual(harness.guard.unanswered('conversation-1'), []);
  });
});

describe('a compaction', () => {
  it('excuses only one repetition of each known call', () => {
    const harness = new GuardHarness(ALL);
    const read = (path: string): string => harness.check('read', { path }, { result: `the text of ${path}` }).action;
    assert.deepEqual([read('a'), read('a'), read('b'), read('b')], ['allow', 'allow', 'allow', 'allow']);
    harness.check(MOMENT_NAMES.compacted, {}, { moment: 'compacted', result: undefined });
    assert.deepEqual([read('a'), read('b')], ['allow', 'allow']);
    assert.deepEqual([read('b'), read('b')], ['warn', 'break']);
  });

  it('forgets the lines read so far, so that they may be read again in other parts', () => {
    const harness = new GuardHarness(ALL);
    const lines = (from: number): string =>
      harness.check('read', { path: 'a', offset: from, limit: 90 - from }, { result: 'x\n'.repeat(90 - from) }).action;
    const before = [1, 10, 20, 30].map(lines);
    harness.check(MOMENT_NAMES.compacted, {}, { moment: 'compacted', result: undefined });
    const after = [5, 15, 25, 28].map(lines);
    assert.deepEqual(
      [...before, ...after],
      Array.from({ length: 8 }, () => 'allow'),
    );
    assert.equal(lines(35), 'warn');
  });
});
