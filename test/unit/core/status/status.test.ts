import { only } from '../../../fakes/only';
import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import { emptyTally } from '../../../../src/core/metrics/tally';
import type { Gap } from '../../../../src/core/protection/gap';
import { Activity } from '../../../../src/core/status/activity';
import { conversationLabel } from '../../../../src/core/timeline/conversationLabel';
import { statusBarLook, type StatusBarLook, type StatusBarState } from '../../../../src/core/status/statusBarLook';
import { countsText } from '../../../../src/core/metrics/countTexts';
import { GuardHarness, SEED_000 } from '../../../fakes/guardHarness';
import { Watched } from '../../../fakes/watched';

const WORDS = { translate: inEnglish, language: 'en' };

const TALLY = {
  ...emptyTally(),
  calls: 4,
  stops: 1,
  warnings: 1,
  loops: { ...emptyTally().loops, repeat: 1 },
};

function followed(user: Record<string, unknown> = {}): {
  readonly harness: GuardHarness;
  readonly look: (isOn?: boolean, gap?: Gap, budget?: StatusBarState['budget']) => StatusBarLook;
  readonly activity: Activity;
} {
  const harness = new GuardHarness({ ...SEED_000, ...user });
  const activity = new Activity();
  let told = 0;
  const look = (isOn = true, gap?: Gap, budget: StatusBarState['budget'] = []): StatusBarLook => {
    harness.events.slice(told).forEach((event) => activity.note(event));
    told = harness.events.length;
    return statusBarLook(
      {
        status: activity.statusAt(harness.nowMs),
        isOn,
        tally: TALLY,
        week: { calls: 312, loops: 0 },
        gap,
        notGuarded: [],
        budget,
      },
      WORDS,
    );
  };
  return { harness, look, activity };
}

describe('the status bar', () => {
  it('is a shield without text while nothing happens, with this week’s checks in its tooltip', () => {
    const { look } = followed();
    assert.deepEqual(look(), {
      text: '$(shield)',
      isAlert: false,
      tooltip: ['On. This week: 312 calls checked, no loops.'],
      links: [],
      spoken: 'Tool Loop Guard: On. This week: 312 calls checked, no loops.',
    });
  });

  it('asks for attention after a stop, and says why', () => {
    const { harness, look } = followed();
    harness.actions('aaaa');
    const { text, isAlert, tooltip, spoken } = look();
    assert.deepEqual([text, isAlert], ['$(shield) Loop stopped', true]);
    assert.match(tooltip[0] ?? '', /^Loop stopped\. tool_a.* 3 times/);
    assert.equal(tooltip.length, 1, 'nothing beside the stop');
    assert.match(spoken, /^Tool Loop Guard: Loop stopped/);
  });

  it('stops asking for attention once the user has seen the stop, until the next one', () => {
    const { harness, look, activity } = followed();
    harness.actions('aaaa');
    assert.equal(look().isAlert, true);
    activity.see('conversation-2');
    assert.equal(look().isAlert, true, 'another chat was looked at');
    activity.see();
    assert.deepEqual([look().text, look().isAlert], ['$(shield)', false]);
    assert.match(look().tooltip[0] ?? '', /^Loop stopped\. /, 'who points at it is still told');
    harness.guard.beginTurn('conversation-1', 'Go on');
    harness.actions('aaaa');
    assert.equal(look().isAlert, true);
  });

  it('shows a nearly exhausted budget, with digits grouped as in the language', () => {
    const { harness, look } = followed();
    harness.actions('a');
    const use = (used: number) => [{ scope: 'message', measure: 'calls', limit: 50, used } as const];
    assert.equal(look(true, undefined, use(39)).text, '$(shield)');
    assert.equal(look(true, undefined, use(40)).text, '$(shield) Budget 40/50');
    assert.ok(look(true, undefined, use(39)).tooltip.includes('Budget: 39 of 50 tool calls for this message.'));
    assert.equal(countsText({ ...emptyTally(), calls: 5823 }, WORDS), '5,823 calls checked, no loops');
    assert.match(countsText({ ...emptyTally(), calls: 5823 }, { ...WORDS, language: 'de' }), /^5\.823 /);
    assert.match(countsText({ ...emptyTally(), calls: 5823 }, { ...WORDS, language: 'no language' }), /^5,823 /);
  });

  it('shows first that a running session isn’t guarded', () => {
    const { harness, look } = followed({ mode: 'warn' });
    harness.actions('aaaa');
    const gap: Gap = { session: 'Codex session', why: 'Nobody asks.', remedy: 'Do something.' };
    assert.equal(look(true, gap).text, '$(unverified) Not guarding this session');
  });

  it('asks for attention while other agents work, until the next user message in any chat', () => {
    const { harness, look } = followed();
    harness.actions('aaaa');
    harness.check('read', {}, { conversation: 'conversation-2' });
    assert.equal(look().isAlert, true);
    harness.guard.beginTurn('conversation-2', 'Something else');
    assert.deepEqual([look().isAlert, look().text], [false, '$(shield)']);
  });

  it('stops asking for attention if that conversation is reset, but not if another one is', () => {
    const { harness, look } = followed();
    harness.actions('aaaa');
    harness.guard.reset('conversation-2');
    assert.equal(look().isAlert, true);
    harness.guard.reset('conversation-1');
    assert.equal(look().isAlert, false);
  });

  for (const mode of ['warn', 'chance']) {
    it(`has a question, without asking for attention, after a ${mode}`, () => {
      const { harness, look } = followed({ mode });
      harness.actions('aaaa');
      assert.deepEqual([look().text, look().isAlert], ['$(shield) Possible loop', false]);
      harness.check('read', {}, { conversation: 'conversation-2' });
      assert.equal(look().text, '$(shield)', 'another conversation is at work');
    });
  }

  it('stops warning if the agent changes course, ends, or makes no call for two minutes', () => {
    const warned = (): ReturnType<typeof followed> => {
      const followedWarning = followed({ mode: 'chance' });
      followedWarning.harness.actions('aaaa');
      assert.equal(followedWarning.look().text, '$(shield) Possible loop');
      return followedWarning;
    };
    const heeding = warned();
    heeding.harness.actions('b');
    assert.equal(heeding.look().text, '$(shield)');
    const ending = warned();
    ending.activity.ended('conversation-2');
    assert.equal(ending.look().text, '$(shield) Possible loop', 'another one has ended');
    ending.activity.ended('conversation-1');
    assert.equal(ending.look().text, '$(shield)');
    const quiet = warned();
    quiet.harness.nowMs += 119_999;
    assert.equal(quiet.look().text, '$(shield) Possible loop');
    quiet.harness.nowMs += 1;
    assert.equal(quiet.look().text, '$(shield)');
  });

  it('counts identical calls in a row from the second on', () => {
    const after = (calls: string, laterMs = 0): StatusBarLook => {
      const { harness, look } = followed();
      harness.actions(calls);
      harness.nowMs += laterMs;
      return look();
    };
    assert.deepEqual(
      ['A', 'AA', 'AB', 'ABB', 'AAB'].map((calls) => after(calls).text),
      ['$(shield)', '$(shield) ×2', '$(shield)', '$(shield) ×2', '$(shield)'],
    );
    assert.equal(after('AA', 600_000).text, '$(shield)');
    assert.match(after('ABB').tooltip[0] ?? '', /\. The last 2 calls are identical\.$/);
    assert.doesNotMatch(after('AB').tooltip[0] ?? '', /identical/);
  });

  it('says that it is off, unless an agent is stopped', () => {
    const { harness, look } = followed();
    assert.deepEqual([look(false).text, look(false).isAlert], ['$(circle-slash) Guard off', false]);
    harness.actions('aaaa');
    assert.equal(look(false).isAlert, true);
  });
});

describe('the label of a conversation', () => {
  const label = (turns: { number: number; prompt: string | undefined }[], lastAtMs: number, size: number) =>
    conversationLabel({ id: '0123456789abcdef', turns, lastAtMs, size }, 10 * 86_400_000, inEnglish);

  it('is its first known prompt with age and calls', () => {
    const turns = [
      { number: 1, prompt: undefined },
      { number: 2, prompt: 'Fix the build' },
    ];
    assert.deepEqual(label(turns, 10 * 86_400_000 - 5 * 60_000, 12), {
      label: 'Fix the build',
      description: '5 min ago · 12 calls',
    });
    assert.equal(label(turns, 10 * 86_400_000 - 1, 1).description, 'now · 1 call');
    assert.equal(label(turns, 10 * 86_400_000 - 3 * 3_600_000, 1).description, '3 h ago · 1 call');
    assert.equal(label(turns, 8 * 86_400_000, 1).description, '2 days ago · 1 call');
  });

  it('is its calls and loops without a known prompt, or its ID without calls', () => {
    assert.deepEqual(label([], 0, 0), { label: 'Chat 01234567', description: 'no calls yet' });
    const watched = new Watched({ detectors: only(['repeat']) });
    ['read', 'list', 'find'].forEach((tool) => watched.call(tool));
    assert.equal(conversationLabel(watched.conversation, 3, inEnglish).label, 'read, list …');
    watched.times(4, 'read', { path: 'a' });
    assert.equal(conversationLabel(watched.conversation, 7, inEnglish).description, 'now · 7 calls · 1 loop');
  });
});
