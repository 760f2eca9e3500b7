import assert from 'node:assert/strict';
import { answerCommand } from '../../../../src/core/chat/answer';
import { inEnglish } from '../../../../src/core/words/language';
import { parseMessage, parseSlashCommand } from '../../../../src/core/chat/command';
import { CHAT_COMMANDS } from '../../../../src/core/chat/slashCommands';
import { ENGINE_KEYS } from '../../../../src/core/settings/schema';
import { GuardHarness, SEED_000 } from '../../../fakes/guardHarness';

describe('chat commands', () => {
  const understood: [string, object][] = [
    ['/tool-loop-mode warn', { kind: 'set', values: { mode: 'warn' } }],
    ['/tool-loop-mode Chance', { kind: 'set', values: { mode: 'chance_then_break' } }],
    ['/tool-loop-mode mode=block', { kind: 'set', values: { mode: 'break' } }],
    ['/tool-loop-max-repeats 7', { kind: 'set', values: { maxRepeats: 7 } }],
    ['/tool-loop-ttl 30', { kind: 'set', values: { ttlSeconds: 30 } }],
    ['/tool-loop-detection off', { kind: 'set', values: { enabled: false } }],
    ['/tool-loop-detection', { kind: 'set', values: { enabled: true } }],
    ['/tool-loop-unset tool-loop-mode', { kind: 'unset', keys: ['mode'] }],
    ['/tool-loop-unset', { kind: 'unset', keys: ENGINE_KEYS }],
    ['/tool-loop-status', { kind: 'status' }],
    ['/tool-loop-status all', { kind: 'status', all: true }],
    ['/tool-loop-why', { kind: 'why' }],
    ['/tool-loop-reset', { kind: 'reset' }],
    ['/tool-loop-help', { kind: 'help' }],
    ['!/set(tool-loop-detection=true)', { kind: 'set', values: { enabled: true } }],
    ['!/set(tool_loop_detection_enabled=false)', { kind: 'set', values: { enabled: false } }],
    ['!/set(tool_loop_max_repeats=4)', { kind: 'set', values: { maxRepeats: 4 } }],
    ['!/set(tool_loop_ttl_seconds=600)', { kind: 'set', values: { ttlSeconds: 600 } }],
    ['!/set(tool_loop_mode="chance_then_block")', { kind: 'set', values: { mode: 'chance_then_break' } }],
    [
      '!/set(tool-loop-max-repeats=4, tool-loop-ttl = 120)',
      { kind: 'set', values: { maxRepeats: 4, ttlSeconds: 120 } },
    ],
    [
      '!/unset(tool-loop-detection, tool-loop-max-repeats, tool_loop_ttl, tool-loop-mode)',
      { kind: 'unset', keys: ['enabled', 'maxRepeats', 'ttlSeconds', 'mode'] },
    ],
    ['!/tool-loop-mode(mode=warn)', { kind: 'set', values: { mode: 'warn' } }],
    ['!/tool-loop-status', { kind: 'status' }],
  ];
  for (const [message, command] of understood) {
    it(`understand ${message}`, () => {
      assert.deepEqual(parseMessage(message), command);
    });
  }

  for (const message of [
    'fix the tests',
    'what does /tool-loop-mode do?',
    '/fix it',
    '!/set',
    'please !/set(tool-loop-mode=warn)',
    '',
  ]) {
    it(`take "${message}" for no command, or say what is missing`, () => {
      const command = parseMessage(message);
      assert.ok(command === undefined || command.kind === 'invalid');
    });
  }

  const refused: [string, RegExp][] = [
    ['/tool-loop-mode brake', /tool-loop-mode cannot be "brake"\. Allowed: one of: break, block/],
    ['/tool-loop-mode', /Allowed: one of/],
    ['/tool-loop-max-repeats 1', /tool-loop-max-repeats cannot be "1"\. Allowed: a whole number from 2/],
    ['/tool-loop-max-repeats 4.5', /cannot be "4\.5"/],
    ['/tool-loop-ttl soon', /tool-loop-ttl cannot be "soon"\. Allowed: a whole number from 1/],
    ['/tool-loop-detection maybe', /Allowed: true or false/],
    ['!/set(tool-loop-modus=warn)', /no setting "tool-loop-modus"\. Did you mean "tool-loop-mode"/],
    ['!/unset(nonsense)', /no setting "nonsense"/],
    ['/tool-loop-stop', /no command \/tool-loop-stop/],
  ];
  for (const [message, answer] of refused) {
    it(`answer ${message} with what is allowed`, () => {
      const command = parseMessage(message);
      assert.equal(command?.kind, 'invalid');
      assert.match(command.kind === 'invalid' ? command.message : '', answer);
    });
  }

  it('change nothing when one of several values is bad', () => {
    assert.equal(parseMessage('!/set(tool-loop-mode=warn, tool-loop-ttl=0)')?.kind, 'invalid');
  });

  it('are all understood and all listed in the help', () => {
    const harness = new GuardHarness();
    const help = answerCommand({ kind: 'help' }, harness.guard, harness.conversations, 'c', inEnglish);
    for (const { name, sample } of CHAT_COMMANDS) {
      assert.notEqual(
        parseSlashCommand(name, sample.split('|')[0]?.replace('[name …]', '') ?? '').kind,
        'invalid',
        name,
      );
      assert.ok(help.includes(`/${name}`), name);
    }
  });
});

describe('answers to chat commands', () => {
  it('set a value for one conversation and say so', () => {
    const { guard, conversations } = new GuardHarness();
    const answer = answerCommand({ kind: 'set', values: { mode: 'warn' } }, guard, conversations, 'one', inEnglish);
    assert.match(answer, /`tool-loop-mode` is `warn` \(chat command\)/);
    assert.equal(conversations.effective('one', undefined).values.mode, 'warn');
    assert.equal(conversations.effective('two', undefined).values.mode, 'break');
  });

  it('unset a value and say what holds then', () => {
    const harness = new GuardHarness({ maxRepeats: 9 });
    answerCommand({ kind: 'set', values: { maxRepeats: 3 } }, harness.guard, harness.conversations, 'one', inEnglish);
    assert.match(
      answerCommand({ kind: 'unset', keys: ['maxRepeats'] }, harness.guard, harness.conversations, 'one', inEnglish),
      /`9` \(user settings\)/,
    );
  });

  /** What the status says after three identical calls, of which the third was blocked. */
  function statusOf(all?: true): string {
    const harness = new GuardHarness({ ttlSeconds: 77, mode: 'brake' });
    harness.settings = {
      user: { ...SEED_000, ttlSeconds: 77, mode: 'brake' },
      environment: { TOOL_LOOP_MAX_REPEATS: '3' },
    };
    harness.actions('AAA');
    const command = all === undefined ? { kind: 'status' as const } : { kind: 'status' as const, all };
    return answerCommand(command, harness.guard, harness.conversations, 'conversation-1', inEnglish);
  }

  it('say in the status what happens to a loop, what was seen, and what differs from the defaults', () => {
    const status = statusOf();
    assert.match(status, /\*\*On\.\*\* Stops the agent at 3 identical calls with no new result within 77 seconds\./);
    assert.match(status, /This chat: 3 calls checked, \d warnings?, 1 loop stopped\./);
    assert.match(status, /Changed in your settings: .*ttlSeconds `77`/);
    assert.match(status, /Set by environment `TOOL_LOOP_MAX_REPEATS`: maxRepeats `3`/);
    assert.match(status, /\*\*Loop stopped\.\*\* `tool_A` returned the same result 2 times\./);
    assert.match(status, /\*\*Invalid settings \(ignored\)\*\*\n- .*mode cannot be "brake"/);
    assert.ok(status.indexOf('Invalid') < status.indexOf('**On.**'), 'what is wrong comes first');
  });

  it('show every value with its origin in the status of all', () => {
    const status = statusOf(true);
    assert.match(status, /\| ttlSeconds \| `77` \| user settings \|/);
    assert.match(status, /\| maxRepeats \| `3` \| environment `TOOL_LOOP_MAX_REPEATS` \|/);
    assert.match(status, /\| mode \| `break` \| default \|/);
    for (const key of ENGINE_KEYS) {
      assert.ok(status.includes(`| ${key} |`), key);
    }
  });

  it('say in the status that detection is off, and by what', () => {
    const { guard, conversations } = new GuardHarness();
    answerCommand({ kind: 'set', values: { enabled: false } }, guard, conversations, 'one', inEnglish);
    const status = answerCommand({ kind: 'status' }, guard, conversations, 'one', inEnglish);
    assert.match(status, /^\*\*Off in this chat\*\* \(chat command\)\./m);
    assert.match(status, /This chat: 0 calls checked, 0 warnings, no loops stopped\./);
    assert.match(status, /Changed for this chat: enabled `false`/);
  });

  it('reset the count, so that a stopped agent may go on', () => {
    const harness = new GuardHarness();
    assert.deepEqual(harness.actions('AAAAB'), ['allow', 'allow', 'allow', 'break', 'stopped']);
    answerCommand({ kind: 'reset' }, harness.guard, harness.conversations, 'conversation-1', inEnglish);
    assert.deepEqual(harness.actions('AAAA'), ['allow', 'allow', 'allow', 'break']);
  });

  it('explain a stop, and say when there is none', () => {
    const harness = new GuardHarness();
    assert.match(
      answerCommand({ kind: 'why' }, harness.guard, harness.conversations, 'conversation-1', inEnglish),
      /No loop has been stopped in this chat\./,
    );
    harness.actions('AAAA');
    assert.match(
      answerCommand({ kind: 'why' }, harness.guard, harness.conversations, 'conversation-1', inEnglish),
      /^\*\*Loop stopped\.\*\* `tool_A` returned the same result 3 times\. The next identical call was blocked\.$/,
    );
  });
});
