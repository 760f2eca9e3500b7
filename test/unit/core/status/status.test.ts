import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import { emptyTally } from '../../../../src/core/metrics/tally';
import type { Gap } from '../../../../src/core/protection/gap';
import { Activity } from '../../../../src/core/status/activity';
import { conversationLabel } from '../../../../src/core/status/conversationLabel';
import { statusBarLook, type StatusBarLook } from '../../../../src/core/status/statusBarLook';
import { GuardHarness, SEED_000 } from '../../../fakes/guardHarness';

const TALLY = {
  ...emptyTally(),
  calls: 4,
  stops: 1,
  warnings: 1,
  loops: { ...emptyTally().loops, repeat: 1 },
};

/** A guard whose reports an activity follows at once, as in the window. */
function followed(user: Record<string, unknown> = {}): {
  readonly harness: GuardHarness;
  readonly look: (isOn?: boolean, gap?: Gap) => StatusBarLook;
  readonly activity: Activity;
} {
  const harness = new GuardHarness({ ...SEED_000, ...user });
  const activity = new Activity();
  let told = 0;
  const look = (isOn = true, gap?: Gap): StatusBarLook => {
    harness.events.slice(told).forEach((event) => activity.note(event));
    told = harness.events.length;
    return statusBarLook(
      { status: activity.status, isOn, tally: TALLY, totals: TALLY, gap, notGuarded: [] },
      inEnglish,
    );
  };
  return { harness, look, activity };
}

describe('the status bar', () => {
  it('is a shield without words while nothing happens, and tells no counts of a conversation there is none of', () => {
    const { look } = followed();
    assert.deepEqual(look(), {
      text: '$(shield)',
      isAlert: false,
      tooltip: [
        'On. No tool call has been checked in this window yet.',
        'In all: calls checked 4, not run 1, warnings 1, loops 1',
      ],
      spoken: 'Tool Loop Guard: On. No tool call has been checked in this window yet.',
    });
  });

  it('asks for attention when an agent was stopped, and says why', () => {
    const { harness, look } = followed();
    harness.actions('aaaa');
    const { text, isAlert, tooltip, spoken } = look();
    assert.deepEqual([text, isAlert], ['$(shield) Loop stopped', true]);
    assert.equal(
      tooltip[0],
      "An agent was stopped: 'tool_a' invoked with identical params 4 times within 120s. " +
        'Your next message lets it go on.',
    );
    assert.match(tooltip[1] ?? '', /^This chat: calls checked 4/);
    assert.match(spoken, /^Tool Loop Guard: An agent was stopped/);
  });

  it('goes on asking while others work, and stops at the next message of the person, wherever it is', () => {
    const { harness, look } = followed();
    harness.actions('aaaa');
    harness.check('read', {}, { conversation: 'conversation-2' });
    assert.equal(look().isAlert, true);
    harness.guard.beginTurn('conversation-2', 'Something else');
    assert.deepEqual([look().isAlert, look().text], [false, '$(shield)']);
  });

  it('stops asking when the count of that conversation is reset, not when another one is', () => {
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
      assert.deepEqual([look().text, look().isAlert], ['$(shield) Loop?', false]);
      harness.check('read', {}, { conversation: 'conversation-2' });
      assert.equal(look().text, '$(shield)', 'another conversation is at work');
    });
  }

  it('says that it is off, unless an agent is stopped', () => {
    const { harness, look } = followed();
    assert.deepEqual([look(false).text, look(false).isAlert], ['$(circle-slash) Guard off', false]);
    harness.actions('aaaa');
    assert.equal(look(false).isAlert, true);
  });

  it('is told of every event until nobody listens', () => {
    const { harness, look, activity } = followed();
    let changes = 0;
    const subscription = activity.onDidChange(() => changes++);
    harness.guard.beginTurn('conversation-1');
    look();
    subscription.dispose();
    harness.guard.beginTurn('conversation-1');
    look();
    assert.equal(changes, 1);
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
    assert.equal(label(turns, 10 * 86_400_000 - 1, 1).description, 'now · 1 calls');
    assert.equal(label(turns, 10 * 86_400_000 - 3 * 3_600_000, 1).description, '3 h ago · 1 calls');
    assert.equal(label(turns, 8 * 86_400_000, 1).description, '2 days ago · 1 calls');
  });

  it('is its id where no surface told a prompt', () => {
    assert.deepEqual(label([], 0, 0), { label: 'Conversation 01234567', description: 'no calls yet' });
  });
});
