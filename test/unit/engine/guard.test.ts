import { ConversationSettings } from '../../../src/core/settings/conversationSettings';
import { NO_MESSAGES } from '../../../src/core/words/messages';
import assert from 'node:assert/strict';
import { inEnglish } from '../../../src/core/words/language';
import { guidanceText } from '../../../src/core/words/modelTexts';
import { breakText } from '../../../src/core/words/words';
import { Guard } from '../../../src/engine/guard';
import { parseConfiguration } from '../../../src/core/settings/parse';
import type { ConversationState } from '../../../src/engine/conversation';
import type { Verdict } from '../../../src/engine/decision/verdict';
import { GuardHarness, SEED_000 } from '../../fakes/guardHarness';

/** Identical searches that end one after the other, their results kept from the guard. */
function unseen(harness: GuardHarness, times: number, query: object = {}): Verdict[] {
  return Array.from({ length: times }, () => {
    const verdict = harness.check('search', query, { result: undefined });
    const id = harness.eventsOf('recorded').at(-1)?.call.id ?? '';
    harness.guard.record('conversation-1', { callId: id, result: undefined, isError: false });
    return verdict;
  });
}

describe('a result that nobody could see', () => {
  it('is unknown, and not the same as another one that was not seen', () => {
    const harness = new GuardHarness();
    const [last] = unseen(harness, 8, { query: 'needle' }).slice(-1);
    assert.ok(last?.action === 'break');
    assert.equal(last.detection.finding.results, 'unknown');
    assert.equal(harness.eventsOf('outcome').length, 0);
    assert.match(breakText(last.detection, inEnglish, NO_MESSAGES), /ran 7 times; its results couldn’t be seen/);
  });

  it('may be new: identical calls, and cycles, are stopped at twice the limit', () => {
    const actions = unseen(new GuardHarness(), 8).map(({ action }) => action);
    assert.deepEqual(actions, [...Array<string>(7).fill('allow'), 'break']);
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

  it('is taken for the same where nothing ever tells of an end', () => {
    assert.equal(new GuardHarness().actions('AAAA').at(-1), 'break');
  });

  it('does not excuse one that was seen before', () => {
    const harness = new GuardHarness();
    harness.check('search', {}, { result: 'found a' });
    assert.equal(unseen(harness, 3).at(-1)?.action, 'break');
  });

  it('is remembered between processes', () => {
    const harness = new GuardHarness();
    unseen(harness, 3);
    const snapshot = JSON.parse(JSON.stringify(harness.guard.snapshot('conversation-1'))) as ConversationState;
    harness.guard.restore('conversation-1', snapshot);
    assert.deepEqual(
      unseen(harness, 2).map(({ action }) => action),
      ['allow', 'allow'],
    );
  });

  it('is known as a failure where that is told', () => {
    const harness = new GuardHarness();
    harness.check('search', {}, { result: undefined, id: 'one' });
    harness.guard.record('conversation-1', { callId: 'one', result: undefined, isError: true });
    assert.equal(harness.eventsOf('outcome').at(-1)?.recorded.kind, 'failed');
  });
});

describe('guard in mode break', () => {
  it('refuses the fourth identical call and everything after it', () => {
    assert.deepEqual(new GuardHarness().actions('AAAABA'), ['allow', 'allow', 'allow', 'break', 'stopped', 'stopped']);
  });

  it('starts again after other work', () => {
    assert.deepEqual(new GuardHarness().actions('AAABCDAAAEFGAAA'), Array(15).fill('allow'));
  });

  it('is not fooled by one call in between', () => {
    assert.equal(new GuardHarness().actions('AAABAA').at(-1), 'break');
  });

  it('continues after a user message, with a new count', () => {
    const harness = new GuardHarness();
    harness.actions('AAAA');
    harness.guard.beginTurn('conversation-1');
    assert.deepEqual(harness.actions('AAAA'), ['allow', 'allow', 'allow', 'break']);
  });

  it('starts a new count at a user message in the middle', () => {
    const harness = new GuardHarness();
    harness.actions('AAA');
    harness.guard.beginTurn('conversation-1');
    assert.deepEqual(harness.actions('AAA'), ['allow', 'allow', 'allow']);
  });

  it('does not stay stopped forever when user messages are not seen', () => {
    const harness = new GuardHarness();
    harness.actions('AAAA');
    harness.nowMs += 121_000;
    assert.deepEqual(harness.actions('A'), ['allow']);
  });

  it('says what happened', () => {
    const harness = new GuardHarness();
    harness.actions('AAA');
    const verdict = harness.check('tool_A');
    assert.ok(verdict.action === 'break');
    assert.equal(
      breakText(verdict.detection, inEnglish, NO_MESSAGES),
      'Loop stopped. tool_A returned the same result 3 times. The next identical call was blocked.',
    );
    assert.deepEqual(verdict.detection.finding.calls, [0, 1, 2, 3]);
  });
});

describe('guard in mode chance_then_break', () => {
  const chance = () => new GuardHarness({ ...SEED_000, mode: 'chance', maxRepeats: 3 });

  it('refuses with guidance first, and breaks when the same call comes again', () => {
    assert.deepEqual(chance().actions('AAAA'), ['allow', 'allow', 'chance', 'break']);
  });

  it('allows a different call', () => {
    const harness = chance();
    assert.deepEqual(harness.actions('AAABCD'), ['allow', 'allow', 'chance', 'allow', 'allow', 'allow']);
    assert.equal(harness.eventsOf('mitigated').length, 1);
    assert.equal(harness.guard.status('conversation-1').counts.mitigations, 1);
  });

  it('breaks at the same call also after known calls in between, and starts over after new ones', () => {
    assert.deepEqual(chance().actions('BCAAABCA').slice(4), ['chance', 'allow', 'allow', 'break']);
    assert.deepEqual(chance().actions('AAABCA').slice(2), ['chance', 'allow', 'allow', 'allow']);
  });

  it('does not warn forever when loops are interleaved', () => {
    const harness = new GuardHarness({ ...SEED_000, mode: 'chance', maxRepeats: 2 });
    const actions = ['allow', 'chance', 'allow', 'allow', 'chance', 'chance', 'break'];
    assert.deepEqual(harness.actions('AABAABA'), actions);
  });

  it('gives a fresh chance after a user message and after the TTL', () => {
    const harness = chance();
    harness.actions('AAAB');
    harness.nowMs += 121_000;
    assert.deepEqual(harness.actions('AAA'), ['allow', 'allow', 'chance']);
    harness.guard.beginTurn('conversation-1');
    assert.deepEqual(harness.actions('AAA'), ['allow', 'allow', 'chance']);
  });

  it('refuses parallel copies of the refused call without breaking', () => {
    const harness = chance();
    harness.actions('AA');
    const actions = [1, 2, 3].map(() => harness.check('tool_A', {}, { round: 'turn-3' }).action);
    assert.deepEqual(actions, ['chance', 'chance', 'chance']);
    assert.equal(harness.check('tool_A', {}, { round: 'turn-4' }).action, 'break');
  });

  it('tells the model what repeats, how often, in what window, the call, and the ways out', () => {
    const harness = chance();
    harness.check('search', { query: 'x', apiKey: 'marker' });
    harness.check('search', { query: 'x', apiKey: 'marker' });
    const verdict = harness.check('search', { query: 'x', apiKey: 'marker' });
    assert.ok(verdict.action === 'chance');
    const guidance = guidanceText(verdict.detection, NO_MESSAGES);
    for (const part of [
      /'search'/,
      /3 times/,
      /120s/,
      /"query":"x"/,
      /different arguments/,
      /another tool/,
      /tell the user/,
    ]) {
      assert.match(guidance, part);
    }
    assert.doesNotMatch(guidance, /marker/);
  });
});

describe('guard in mode warn', () => {
  it('runs every call and warns once, then each time the count has doubled', () => {
    const harness = new GuardHarness({ ...SEED_000, mode: 'warn', maxRepeats: 3 });
    assert.deepEqual(
      harness
        .actions('AAAAAAAAAAAA')
        .map((action, index) => (action === 'warn' ? index + 1 : 0))
        .filter(Boolean),
      [3, 6, 12],
    );
  });

  it('warns again about a new run of the same call', () => {
    const harness = new GuardHarness({ ...SEED_000, mode: 'warn', maxRepeats: 3 });
    assert.deepEqual(harness.actions('AAABCDEAAA').filter((action) => action === 'warn').length, 2);
  });
});

describe('guard switched off', () => {
  it('tracks nothing and reports nothing', () => {
    const harness = new GuardHarness({ ...SEED_000, enabled: false });
    assert.deepEqual(harness.actions('AAAAAAAA'), Array(8).fill('allow'));
    assert.equal(harness.events.length, 0);
    assert.equal(harness.guard.status('conversation-1').counts.calls, 0);
    assert.equal(harness.conversations.mayBeEnabled(), false);
  });

  it('for one conversation watches the others', () => {
    const harness = new GuardHarness();
    harness.conversations.overrides.set('conversation-1', 'enabled', false);
    assert.deepEqual(harness.actions('AAAAAA'), Array(6).fill('allow'));
    const other = [1, 2, 3, 4].map(() => harness.check('tool_A', {}, { conversation: 'conversation-2' }).action);
    assert.equal(other.at(-1), 'break');
  });

  it('for one tool watches the others, and does not let the exempt one interrupt', () => {
    const harness = new GuardHarness({ ...SEED_000, tools: { tool_B: { exempt: true } } });
    assert.deepEqual(harness.actions('BBBBBBAABAA').at(-1), 'break');
  });

  it('in general may be on for one conversation', () => {
    const harness = new GuardHarness({ ...SEED_000, enabled: false });
    harness.conversations.overrides.set('conversation-1', 'enabled', true);
    assert.equal(harness.conversations.mayBeEnabled(), true);
    assert.equal(harness.actions('AAAA').at(-1), 'break');
  });
});

describe('guard counting', () => {
  it('counts a call once that is seen again, after a pause or after many others, too', () => {
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

  it('takes identical parallel calls of one model turn for one', () => {
    const harness = new GuardHarness();
    const turn = (round: string) => [1, 2, 3].map(() => harness.check('tool_A', {}, { round }).action);
    assert.deepEqual([turn('1'), turn('2'), turn('3')].flat(), Array(9).fill('allow'));
    assert.equal(turn('4')[0], 'break');
  });

  it('counts a repeated batch of different calls', () => {
    const harness = new GuardHarness({ ...SEED_000, maxRepeats: 3 });
    const batch = (round: string) => ['A', 'B'].map((letter) => harness.check(`tool_${letter}`, {}, { round }).action);
    assert.deepEqual([batch('1'), batch('2')].flat(), Array(4).fill('allow'));
    assert.equal(batch('3')[0], 'break');
  });

  it('ignores a call id that was seen before', () => {
    const harness = new GuardHarness();
    for (let time = 0; time < 10; time++) {
      assert.equal(harness.check('tool_A', {}, { id: 'same' }).action, 'allow');
    }
    assert.equal(harness.guard.status('conversation-1').counts.calls, 1);
  });

  it('counts a repeat within the TTL after the call before, and drops what is older once another call follows', () => {
    const harness = new GuardHarness({ ...SEED_000, ttlSeconds: 60 });
    const actionAfter = (seconds: number): string => {
      harness.nowMs += seconds * 1000;
      return harness.check('tool_A').action;
    };
    assert.deepEqual([25, 25, 25, 61, 60, 60, 60].map(actionAfter), [...Array<string>(6).fill('allow'), 'break']);
    assert.equal(harness.guard.status('conversation-1').callsInWindow, 6);
    harness.nowMs += 61_000;
    harness.check('tool_B');
    assert.equal(harness.guard.status('conversation-1').callsInWindow, 1);
  });

  it('counts 1 after a pause longer than the TTL, and keeps calls of exactly that age', () => {
    const harness = new GuardHarness();
    harness.actions('AAA');
    harness.nowMs += 120_000;
    assert.equal(harness.actions('A')[0], 'break');
    const later = new GuardHarness();
    later.actions('AAA');
    later.nowMs += 120_001;
    assert.deepEqual(later.actions('AAA'), ['allow', 'allow', 'allow']);
  });

  it('survives a clock that is set back', () => {
    const harness = new GuardHarness();
    harness.actions('AAA');
    harness.nowMs -= 3_600_000;
    assert.deepEqual(harness.actions('AAA'), ['allow', 'allow', 'allow']);
  });

  it('keeps conversations apart', () => {
    const harness = new GuardHarness();
    const actions = Array.from(
      { length: 6 },
      (_, index) => harness.check('tool_A', {}, { conversation: `conversation-${index % 2}` }).action,
    );
    assert.deepEqual(actions, Array(6).fill('allow'));
  });

  it('tells tools and arguments apart, not key order', () => {
    const harness = new GuardHarness();
    for (const callArguments of [{ a: 1, b: [1, 2] }, '{"b":[1,2],"a":1}', { b: [1, 2], a: 1 }]) {
      assert.equal(harness.check('x', callArguments).action, 'allow');
    }
    const apart = new GuardHarness();
    for (const [tool, callArguments] of [
      ['x', { a: [1, 2] }],
      ['y', { a: [1, 2] }],
      ['x', { a: [2, 1] }],
      ['x', { a: [1, 2, 3] }],
    ] as const) {
      assert.equal(apart.check(tool, callArguments).action, 'allow');
    }
    assert.equal(harness.check('x', { b: [1, 2], a: 1 }).action, 'break');
  });

  it('counts {} and equal invalid JSON', () => {
    for (const callArguments of [{}, '{"a":', '', null, undefined]) {
      const harness = new GuardHarness();
      const actions = [1, 2, 3, 4].map(() => harness.check('x', callArguments).action);
      assert.equal(actions.at(-1), 'break');
    }
  });
});

describe('guard settings', () => {
  it('take effect in a running conversation at once', () => {
    const harness = new GuardHarness({ ...SEED_000, maxRepeats: 6 });
    harness.actions('AAA');
    harness.settings = { user: { ...SEED_000, maxRepeats: 4 } };
    assert.equal(harness.actions('A')[0], 'break');
  });

  it('come from chat before everything else, and go back when unset', () => {
    const harness = new GuardHarness({ ...SEED_000, tools: { tool_A: { maxRepeats: 9 } } });
    harness.conversations.overrides.set('conversation-1', 'maxRepeats', 2);
    assert.deepEqual(harness.actions('AA'), ['allow', 'break']);
    harness.guard.reset('conversation-1');
    harness.conversations.overrides.unset('conversation-1', 'maxRepeats');
    assert.deepEqual(harness.actions('AAAAA'), Array(5).fill('allow'));
  });

  it('of a model apply when the conversation is known to use it', () => {
    const harness = new GuardHarness({ ...SEED_000, modelOverrides: { 'copilot/*': { maxRepeats: 2 } } });
    assert.deepEqual(harness.actions('AA'), ['allow', 'allow']);
    harness.guard.reset('conversation-1');
    harness.guard.setModel('conversation-1', { vendor: 'copilot', family: 'x', id: 'y' });
    assert.deepEqual(harness.actions('AA'), ['allow', 'break']);
  });
});

describe('guard at fault', () => {
  it('allows the call and reports once', () => {
    const events: string[] = [];
    const guard = new Guard({
      hash: () => {
        throw new Error('no hash');
      },
      settingsFor: new ConversationSettings(() => parseConfiguration({})).settingsFor,
      report: (event) => events.push(event.kind),
    });
    assert.equal(guard.check('c', { id: '1', tool: 't', arguments: {} }, 0).action, 'allow');
    assert.deepEqual(events, ['fault']);
  });

  it('allows the call when even the report fails', () => {
    const guard = new Guard({
      hash: () => 'x',
      settingsFor: new ConversationSettings(() => parseConfiguration({})).settingsFor,
      report: () => {
        throw new Error('no report');
      },
    });
    assert.equal(guard.check('c', { id: '1', tool: 't', arguments: {} }, 0).action, 'allow');
  });

  it('survives hostile arguments', () => {
    const harness = new GuardHarness();
    const hostile = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('getter');
      },
    });
    for (const callArguments of [hostile, '['.repeat(200_000), 'x'.repeat(1_000_000), Symbol('s')]) {
      assert.equal(harness.check('t', callArguments).action, 'allow');
    }
  });
});

describe('guard hearing of one call from several surfaces', () => {
  it('counts it once, whatever ids they use, and takes the outcome of the first that saw it', () => {
    const harness = new GuardHarness({ ...SEED_000, maxRepeats: 3 });
    for (let time = 1; time <= 2; time++) {
      assert.equal(
        harness.check('x', { a: 1 }, { id: `m${time}`, surface: 'model', result: undefined }).action,
        'allow',
      );
      assert.equal(
        harness.check('x', { a: 1 }, { id: `m${time}__vscode-7`, surface: 'hook', result: undefined }).action,
        'allow',
      );
      assert.equal(
        harness.check('x', { a: 1 }, { id: `tool-${time}`, surface: 'tool', result: undefined }).action,
        'allow',
      );
      harness.guard.record('conversation-1', {
        callId: `tool-${time}`,
        result: `another wording ${time}`,
        isError: false,
      });
      harness.guard.record('conversation-1', { callId: `m${time}`, result: 'same', isError: false });
    }
    assert.equal(harness.guard.status('conversation-1').counts.calls, 2);
    assert.equal(harness.eventsOf('outcome').length, 2);
    assert.equal(harness.check('x', { a: 1 }, { surface: 'model' }).action, 'break');
  });

  it('counts calls that one surface sees each time, answered or not', () => {
    const harness = new GuardHarness();
    const actions = [1, 2, 3, 4].map(() => harness.check('x', {}, { surface: 'hook', result: undefined }).action);
    assert.equal(actions.at(-1), 'break');
  });

  it('tells parallel calls of one answer from their second sighting', () => {
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

  it('checks each by its own calls', () => {
    assert.deepEqual(by(new GuardHarness(), '--xx-xyy-xyxy').slice(0, 11), [
      'allow',
      'allow',
      'allow',
      'allow',
      'allow',
      'allow',
      'allow',
      'allow',
      'break',
      'stopped',
      'stopped',
    ]);
    assert.ok(by(new GuardHarness(), '-xy-xy-xy').every((action) => action === 'allow'));
  });

  it('stops the whole run, and a reset is for all', () => {
    const harness = new GuardHarness();
    assert.deepEqual(by(harness, 'xxxx-y'), ['allow', 'allow', 'allow', 'break', 'stopped', 'stopped']);
    assert.equal(harness.guard.status('conversation-1').stopped?.tool, 'tool_A');
    harness.guard.reset('conversation-1');
    assert.equal(harness.guard.status('conversation-1').callsInWindow, 0);
    assert.deepEqual(by(harness, 'xxx-'), ['allow', 'allow', 'allow', 'allow']);
  });

  it('stops only the one that is to be stopped alone, and tells whose stop it is', () => {
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

  it('lets a stopped one go on, and stops it again at the first repeat of its loop', () => {
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

  it('remembers all calls of a cycle, also when they have left the window while they were refused', () => {
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

  it('shares what was set in chat, and the counts', () => {
    const harness = new GuardHarness();
    harness.conversations.overrides.set('conversation-1', 'maxRepeats', 2);
    assert.deepEqual(by(harness, '-xx'), ['allow', 'allow', 'break']);
    assert.equal(harness.guard.status('conversation-1').counts.calls, 3);
    assert.equal(harness.guard.status('conversation-1').callsInWindow, 2);
  });

  it('continues each from a state', () => {
    const before = new GuardHarness();
    let id = 0;
    const check = (harness: GuardHarness, agent: string): string =>
      harness.check('tool_A', {}, { id: `id-${++id}`, agent, stopsAgentOnly: true }).action;
    assert.deepEqual(
      Array.from('aaaabbb', (agent) => check(before, agent)),
      ['allow', 'allow', 'allow', 'break', 'allow', 'allow', 'allow'],
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

  it('knows whose call it is, and which have no outcome yet', () => {
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
