import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/words/language';
import { breakText } from '../../../src/core/words/words';
import type { ConversationState } from '../../../src/engine/conversation';
import type { Verdict } from '../../../src/engine/decision/verdict';
import { GuardHarness, SEED_000 } from '../../fakes/guardHarness';

/** Consecutive identical searches whose results the guard doesn't get. */
function unseen(harness: GuardHarness, times: number, query: object = {}): Verdict[] {
  return Array.from({ length: times }, () => {
    const verdict = harness.check('search', query, { result: undefined });
    const id = harness.eventsOf('recorded').at(-1)?.call.id ?? '';
    harness.guard.record('conversation-1', { callId: id, result: undefined, isError: false });
    return verdict;
  });
}

describe('a result that only says that the file is unchanged', () => {
  const stopAt = (results: readonly string[]): number => {
    const harness = new GuardHarness();
    return results.findIndex((result) => harness.check('read_file', { path: 'a.ts' }, { result }).action === 'break');
  };
  const UNCHANGED = '[File a.ts unchanged since last read in this session. Its content was given before.]';

  it('counts as the one that an identical call got before', () => {
    assert.equal(stopAt(['one', UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED]), 3);
    assert.equal(stopAt(['one', 'two', UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED]), 4);
  });

  it('stands for what was read, not for a failure in between', () => {
    const harness = new GuardHarness();
    const check = (result: string, isError = false): string =>
      harness.check('read_file', { path: 'a.ts' }, { result, isError }).action;
    const actions = ['one', 'EBUSY: resource busy', UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED].map((result) =>
      check(result, result.startsWith('EBUSY')),
    );
    assert.deepEqual(actions, ['allow', 'allow', 'allow', 'allow', 'warn', 'break']);
  });

  it('must be all of the answer: what is new beside it counts', () => {
    const lines = (at: number): string => `${UNCHANGED}\nline ${at}`;
    assert.equal(stopAt(Array.from({ length: 8 }, (_, at) => lines(at))), -1);
  });

  it('is a result of its own for the first call that is known', () => {
    assert.equal(stopAt([UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED]), 3);
  });
});

describe('an unseen result', () => {
  it('is unknown, and differs from another unseen one', () => {
    const harness = new GuardHarness();
    const [last] = unseen(harness, 8, { query: 'needle' }).slice(-1);
    assert.ok(last?.action === 'break');
    assert.equal(last.detection.finding.results, 'unknown');
    assert.equal(harness.eventsOf('outcome').length, 0);
    assert.match(breakText(last.detection, { translate: inEnglish }), /ran 7 times; its results couldn’t be seen/);
  });

  it('may be new: identical calls, and cycles, are stopped at twice the limit', () => {
    const actions = unseen(new GuardHarness(), 8).map(({ action }) => action);
    assert.deepEqual(actions.indexOf('break'), 7);
    const stopsAt = (check: (harness: GuardHarness, query: string) => Verdict | undefined): number => {
      const harness = new GuardHarness({ detectors: ['cycle'] });
      const passes = Array.from({ length: 8 }, () => ['a', 'b']).flat();
      return passes.findIndex((query) => {
        harness.nowMs += 2_000;
        return check(harness, query)?.action === 'break';
      });
    };
    const seen = stopsAt((harness, query) => harness.check('search', { query }));
    const passes = (index: number): number => Math.ceil(index / 2);
    assert.equal(passes(stopsAt((harness, query) => unseen(harness, 1, { query })[0])), 2 * passes(seen));
  });

  it('doesn’t excuse one that was seen before', () => {
    const harness = new GuardHarness();
    harness.check('search', {}, { result: 'found a' });
    assert.equal(unseen(harness, 3).at(-1)?.action, 'break');
  });

  it('is a failure if that is reported', () => {
    const harness = new GuardHarness();
    harness.check('search', {}, { result: undefined, id: 'one' });
    harness.guard.record('conversation-1', { callId: 'one', result: undefined, isError: true });
    assert.equal(harness.eventsOf('outcome').at(-1)?.recorded.kind, 'failed');
  });
});

describe('guard in mode chance_then_break', () => {
  const chance = () => new GuardHarness({ ...SEED_000, mode: 'chance', maxRepeats: 3 });

  it('refuses parallel copies of the refused call without breaking', () => {
    const harness = chance();
    harness.actions('AA');
    const actions = [1, 2, 3].map(() => harness.check('tool_A', {}, { round: 'turn-3' }).action);
    assert.deepEqual(actions, ['chance', 'chance', 'chance']);
    assert.equal(harness.check('tool_A', {}, { round: 'turn-4' }).action, 'break');
  });
});

describe('guard switched off', () => {
  it('for one tool watches the others, which the exempt tool doesn’t interrupt', () => {
    const harness = new GuardHarness({ ...SEED_000, tools: { tool_B: { exempt: true } } });
    assert.deepEqual(harness.actions('BBBBBBAABAA').at(-1), 'break');
  });
});

describe('guard counting', () => {
  it('counts a repeatedly seen call once, even after a pause or many other calls', () => {
    for (const wait of [
      (harness: GuardHarness): void => void (harness.nowMs += 1_000_000),
      (harness: GuardHarness): void => Array.from({ length: 60 }).forEach((_, page) => harness.check('open', { page })),
    ]) {
      const harness = new GuardHarness();
      harness.check('read', { path: 'a.txt' }, { id: 'seen twice' });
      wait(harness);
      harness.check('list');
      harness.events.length = 0;
      harness.check('read', { path: 'a.txt' }, { id: 'seen twice' });
      assert.deepEqual(harness.events, []);
    }
  });

  it('ignores a result of a conversation that it doesn’t know', () => {
    const harness = new GuardHarness();
    harness.guard.record('unknown', { callId: 'nobody', result: 'text', isError: false });
    assert.deepEqual([harness.events, harness.guard.status('unknown').callsInWindow], [[], 0]);
  });
});

describe('guard settings', () => {
  it('of a model apply if the conversation uses it', () => {
    const harness = new GuardHarness({ ...SEED_000, modelOverrides: { 'copilot/*': { maxRepeats: 2 } } });
    assert.deepEqual(harness.actions('AA'), ['allow', 'allow']);
    harness.guard.reset('conversation-1');
    harness.guard.setModel('conversation-1', { vendor: 'copilot', family: 'x', id: 'y' });
    assert.deepEqual(harness.actions('AA'), ['allow', 'break']);
  });
});

describe('guard with one call from several surfaces', () => {
  it('distinguishes parallel calls of one answer from the same call seen twice', () => {
    const harness = new GuardHarness();
    for (const surface of ['model', 'hook']) {
      for (let copy = 0; copy < 2; copy++) {
        assert.equal(harness.check('x', {}, { surface, round: surface, result: undefined }).action, 'allow');
      }
    }
    assert.equal(harness.guard.status('conversation-1').counts.calls, 2);
  });
});

describe('guard with subagents', () => {
  const by = (harness: GuardHarness, agents: string) =>
    Array.from(agents, (agent) => harness.check('tool_A', {}, { agent: agent === '-' ? undefined : agent }).action);

  it('checks each subagent separately', () => {
    assert.deepEqual(by(new GuardHarness(), '--xx-xyy-xyxy').slice(0, 11), [
      'allow',
      'allow',
      'allow',
      'allow',
      'warn',
      'warn',
      'allow',
      'allow',
      'break',
      'stopped',
      'stopped',
    ]);
    assert.ok(by(new GuardHarness(), '-xy-xy-xy').every((action) => action !== 'break'));
  });

  it('stops the whole run, and resets all subagents', () => {
    const harness = new GuardHarness();
    assert.deepEqual(by(harness, 'xxxx-y'), ['allow', 'allow', 'warn', 'break', 'stopped', 'stopped']);
    assert.equal(harness.guard.status('conversation-1').stopped?.tool, 'tool_A');
    harness.guard.reset('conversation-1');
    assert.equal(harness.guard.status('conversation-1').callsInWindow, 0);
    assert.deepEqual(by(harness, 'xxx-'), ['allow', 'allow', 'warn', 'allow']);
  });

  it('can stop one subagent alone, and reports whose stop it is', () => {
    const harness = new GuardHarness();
    const check = (agent: string | undefined, tool: string): string =>
      harness.check(tool, {}, { agent, stopsAgentOnly: true }).action;
    const repeated = (agent: string | undefined, tool: string): string[] =>
      [1, 2, 3, 4].map(() => check(agent, tool)).slice(3);
    assert.deepEqual(repeated('a', 'read'), ['break']);
    assert.deepEqual([check('b', 'other'), check(undefined, 'other')], ['allow', 'allow']);
    assert.equal(check('a', 'other'), 'stopped');
    assert.equal(harness.guard.status('conversation-1').stopped, undefined);
    assert.equal(harness.guard.status('conversation-1', 'a').stopped?.tool, 'read');
    assert.deepEqual(repeated(undefined, 'write'), ['break']);
    assert.equal(check('b', 'third'), 'allow');
    harness.guard.beginTurn('conversation-1');
    assert.deepEqual([check('a', 'read'), check(undefined, 'write')], ['allow', 'allow']);
  });

  it('lets a stopped subagent continue, and stops it again at the first repeat of its loop', () => {
    const harness = new GuardHarness();
    const check = (agent: string | undefined, tool: string): string =>
      harness.check(tool, {}, { agent, stopsAgentOnly: true }).action;
    for (let at = 0; at < 4; at++) {
      check('a', 'read');
      check('b', 'read');
    }
    harness.guard.reset('conversation-1', { agent: 'a', nowMs: harness.nowMs });
    assert.equal(check('b', 'other'), 'stopped');
    assert.deepEqual([check('a', 'read'), check('a', 'other')], ['stopped', 'stopped']);
    harness.guard.reset('conversation-1');
    assert.deepEqual([check('a', 'read'), check('b', 'read')], ['allow', 'allow'], 'the user resets for all');
  });

  it('remembers all calls of a cycle, even if they have left the window while being refused', () => {
    const harness = new GuardHarness({});
    const checked = (tool: string): string => harness.check(tool, {}, {}).action;
    const actions = ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'].map(checked);
    assert.ok(actions.includes('break'), actions.join(' '));
    for (let at = 0; at < 4; at++) {
      harness.nowMs += 100_000;
      assert.equal(checked('a'), 'stopped');
    }
    harness.guard.reset('conversation-1', { nowMs: harness.nowMs });
    assert.equal(checked('b'), 'stopped');
    harness.guard.reset('conversation-1', { nowMs: harness.nowMs });
    assert.equal(checked('a'), 'stopped', 'it still knows the whole loop');
  });

  it('continues each subagent from a state', () => {
    const before = new GuardHarness();
    let id = 0;
    const check = (harness: GuardHarness, agent: string): string =>
      harness.check('tool_A', {}, { id: `id-${++id}`, agent, stopsAgentOnly: true }).action;
    assert.deepEqual(
      Array.from('aaaabbb', (agent) => check(before, agent)),
      ['allow', 'allow', 'warn', 'break', 'allow', 'allow', 'warn'],
    );
    const after = new GuardHarness();
    after.nowMs = before.nowMs;
    const state = JSON.stringify(before.guard.snapshot('conversation-1'));
    after.guard.restore('conversation-1', JSON.parse(state) as ConversationState);
    assert.equal(after.guard.status('conversation-1').stopped, undefined);
    assert.deepEqual(
      Array.from('abc', (agent) => check(after, agent)),
      ['stopped', 'break', 'allow'],
    );
  });

  it('knows which subagent made a call, and which calls have no outcome yet', () => {
    const harness = new GuardHarness();
    harness.check('tool_A', {}, { id: 'main', result: undefined });
    harness.check('tool_A', {}, { id: 'sub', agent: 'x', result: undefined });
    assert.deepEqual(
      [harness.guard.callerOf('conversation-1', 'main'), harness.guard.callerOf('conversation-1', 'sub')],
      [{ agent: undefined }, { agent: 'x' }],
    );
    assert.equal(harness.guard.callerOf('conversation-1', 'other'), undefined);
    assert.deepEqual(
      [harness.guard.unanswered('conversation-1'), harness.guard.unanswered('conversation-1', 'x')],
      [['main'], ['sub']],
    );
    harness.guard.record('conversation-1', { callId: 'sub', result: 'r', isError: false });
    assert.deepEqual(harness.guard.unanswered('conversation-1', 'x'), []);
  });
});
