import assert from 'node:assert/strict';
import { answerCommand } from '../../../../src/core/chat/answer';
import { inEnglish, type Translate } from '../../../../src/core/words/language';
import { parseMessage, parseSlashCommand } from '../../../../src/core/chat/command';
import { CHAT_COMMANDS } from '../../../../src/core/chat/slashCommands';
import { PRESETS } from '../../../../src/core/settings/presets';
import { DEFAULTS, ENGINE_KEYS } from '../../../../src/core/settings/table';
import { GuardHarness, SEED_000 } from '../../../fakes/guardHarness';

type Options = Partial<Parameters<typeof answerCommand>[1]>;

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
    ['/tool-loop-mode stop', { kind: 'set', values: { mode: 'break' } }],
    ['/tool-loop-status all', { kind: 'status' }],
    ['/tool-loop-why', { kind: 'why' }],
    ['/tool-loop-reset', { kind: 'reset' }],
    ['/tool-loop-help', { kind: 'help' }],
    ['/tool-loop-mode', { kind: 'show', key: 'mode' }],
    ['/tool-loop-max-repeats', { kind: 'show', key: 'maxRepeats' }],
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
    ['/tool-loop-mode Second chance, then stop', { kind: 'set', values: { mode: 'chance_then_break' } }],
    ['/tool-loop-preset warn only', { kind: 'set', values: { preset: 'development' } }],
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
    it(`reject "${message}" as a command, or say what is missing`, () => {
      const command = parseMessage(message);
      assert.ok(command === undefined || command.kind === 'invalid');
    });
  }

  const refused: [string, RegExp][] = [
    ['/tool-loop-mode brake', /^"brake" isn’t a mode\. Use `break` \(Stop the agent\), .*, or `warn` \(Warn only\)\.$/],
    ['!/set(tool-loop-mode=)', /^"" isn’t a mode\./],
    ['/tool-loop-preset strikt', /^"strikt" isn’t a preset\. Did you mean `strict`\?$/],
    ['/tool-loop-max-repeats 1', /"1" isn’t valid for `tool-loop-max-repeats`\. Use a whole number from 2/],
    ['/tool-loop-max-repeats 4.5', /"4\.5" isn’t valid/],
    ['/tool-loop-ttl soon', /"soon" isn’t valid for `tool-loop-ttl`\. Use a whole number from 1/],
    ['/tool-loop-detection maybe', /Use true or false\.$/],
    ['!/set(tool-loop-modus=warn)', /"tool-loop-modus" isn’t a setting\. Did you mean `tool-loop-mode`/],
    ['!/unset(nonsense)', /"nonsense" isn’t a setting\.$/],
    ['/tool-loop-preset fast', /"fast" isn’t a preset\. Use `recommended` \(Recommended\), `coding` /],
    ['/tool-loop-switch-it-off-for-now', /isn’t a command\. `\/tool-loop-help` lists all commands\.$/],
    ['/tool-loop-stop', /`\/tool-loop-stop` isn’t a command\. Did you mean `\/tool-loop-/],
  ];
  for (const [message, answer] of refused) {
    it(`answer ${message} with what is allowed`, () => {
      const command = parseMessage(message);
      assert.equal(command?.kind, 'invalid');
      assert.match(command.kind === 'invalid' ? command.message : '', answer);
    });
  }

  it('accept the values in the words in which they are shown', () => {
    const inGerman: Translate = (text) => (text === 'Warn only' ? 'Nur warnen' : text);
    for (const text of ['Nur warnen', 'warn only', 'warn']) {
      assert.deepEqual(parseSlashCommand('tool-loop-mode', text, inGerman), { kind: 'set', values: { mode: 'warn' } });
    }
    assert.deepEqual(parseSlashCommand('tool-loop-preset', 'Nur warnen', inGerman), {
      kind: 'set',
      values: { preset: 'development' },
    });
  });

  it('change nothing if one of several values is invalid', () => {
    assert.equal(parseMessage('!/set(tool-loop-mode=warn, tool-loop-ttl=0)')?.kind, 'invalid');
  });

  it('are all understood and all listed in the help', () => {
    const harness = new GuardHarness();
    const { guard, conversations: settings } = harness;
    const help = answerCommand({ kind: 'help' }, { guard, settings, conversationId: 'c', translate: inEnglish });
    for (const { name, sample } of CHAT_COMMANDS) {
      assert.notEqual(
        parseSlashCommand(name, sample.split('|')[0]?.replace('[name …]', '') ?? '').kind,
        'invalid',
        name,
      );
      assert.ok(name === 'tool-loop-help' || help.includes(`/${name}`), name);
    }
  });
});

describe('answers to chat commands', () => {
  /** Answers messages in one chat. Links show their targets. */
  function chatWithLinks(harness = new GuardHarness(), more: Options = {}): (message: string) => string {
    const context: Parameters<typeof answerCommand>[1] = {
      guard: harness.guard,
      settings: harness.conversations,
      conversationId: 'conversation-1',
      translate: inEnglish,
      link: (title, link) => `[${title}: ${'command' in link ? link.command : link.kind}]`,
      ...more,
    };
    return (message) => {
      const command = parseMessage(message) ?? assert.fail(`${message} is no command.`);
      return answerCommand(command, context);
    };
  }

  it('set a value for one conversation', () => {
    const harness = new GuardHarness();
    chatWithLinks(harness)('/tool-loop-mode warn');
    const modeOf = (chat: string): string => harness.conversations.effective(chat, undefined).values.mode;
    assert.deepEqual(['conversation-1', 'two'].map(modeOf), ['warn', 'break']);
  });

  it('name the previous value, and offer to undo a first change', () => {
    const say = chatWithLinks();
    assert.equal(
      say('/tool-loop-max-repeats 8'),
      'Repeat limit for this chat: **8** (was 4). [Undo: /tool-loop-unset tool-loop-max-repeats]',
    );
    assert.equal(say('/tool-loop-max-repeats 8'), 'Repeat limit for this chat: **8**.');
    assert.equal(
      say('/tool-loop-detection off'),
      'Loop detection for this chat: **off** (was on). [Undo: /tool-loop-unset tool-loop-detection]',
    );
    assert.equal(
      say('/tool-loop-ttl 60'),
      'Time window for this chat: **60 seconds** (was 120 seconds). [Undo: /tool-loop-unset tool-loop-ttl]',
    );
    assert.equal(
      say('!/set(tool-loop-mode=warn, tool-loop-max-repeats=5)'),
      '- Mode for this chat: **Warn only** (was Stop the agent).\n' + '- Repeat limit for this chat: **5** (was 8).',
    );
    assert.equal(
      say('/tool-loop-unset tool-loop-ttl'),
      'Time window for this chat: **120 seconds** (default, was 60 seconds).',
    );
    assert.match(say('/tool-loop-unset'), /^- Loop detection for this chat: \*\*on\*\* \(default, was off\)\./);
    assert.equal(say('/tool-loop-unset'), 'No settings were changed in this chat.');
  });

  it('say that a preset leaves the mode that was set in the chat', () => {
    const say = chatWithLinks();
    const stays =
      /The mode stays \*\*Warn only\*\*, which was set in this chat\. .*`\/tool-loop-unset tool-loop-mode`\.$/;
    assert.doesNotMatch(say('/tool-loop-preset coding'), stays);
    assert.doesNotMatch(say('/tool-loop-mode warn'), stays);
    assert.match(say('/tool-loop-preset coding'), stays);
    assert.doesNotMatch(say('!/set(preset=coding, mode=warn)'), stays);
  });

  it('say what a setting is when no value is given, and how to change it', () => {
    const say = chatWithLinks();
    assert.equal(
      say('/tool-loop-mode'),
      'Mode for this chat: **Stop the agent** (default). Change to ' +
        '[Second chance, then stop: /tool-loop-mode chance_then_break] · [Warn only: /tool-loop-mode warn]',
    );
    assert.match(say('/tool-loop-max-repeats 2'), /Expect wrong stops: looking twice is enough\.$/);
    say('/tool-loop-unset');
    assert.equal(
      say('/tool-loop-max-repeats'),
      'Repeat limit for this chat: **4** (default). To change it, add a whole number from 2 to 1000.',
    );
    assert.match(
      say('/tool-loop-preset'),
      /^Preset for this chat: \*\*Recommended\*\* .*\[Change preset: pickPreset\]$/,
    );
    assert.match(
      say('/tool-loop-preset fast'),
      /^"fast" isn’t a preset\. Use `recommended` .* or `strict` \(Strict\)\. \[All presets: pickPreset\]$/,
    );
  });

  it('end the status with links, if there are any', () => {
    const say = chatWithLinks(new GuardHarness({ mode: 'brake' }));
    const ways = '[Change mode: pickMode] · [Loops: timeline] · [All settings: settings]';
    assert.ok(say('/tool-loop-status').endsWith(ways), say('/tool-loop-status'));
    assert.match(say('/tool-loop-status'), /\*\*Invalid settings \(ignored\)\*\* \[Fix: settings\]/);
    assert.match(say('/tool-loop-help'), /\n\nAlso: `\/tool-loop-ttl`, /);
    say('/tool-loop-detection off');
    assert.match(
      say('/tool-loop-status'),
      /\*\*Off in this chat\*\* \(chat command\)\. \[Turn on: \/tool-loop-detection true\]/,
    );
  });

  it('name the last warning if nothing was stopped', () => {
    const harness = new GuardHarness({ mode: 'warn' });
    harness.actions('AAAA');
    assert.equal(
      chatWithLinks(harness, { found: harness.eventsOf('detection') })('/tool-loop-why'),
      'No loop has been stopped in this chat.\n\nLast warning: `tool_A` returned the same result 3 times. ' +
        '[Details: details]',
    );
  });

  it('describe the last stop, like the status, once the agent can continue', () => {
    const harness = new GuardHarness();
    harness.actions('AAAA');
    harness.guard.reset('conversation-1');
    const say = chatWithLinks(harness, { found: harness.eventsOf('detection') });
    assert.match(say('/tool-loop-status'), /1 loop stopped/);
    assert.match(
      say('/tool-loop-why'),
      /^The agent was stopped earlier in this chat: `tool_A` returned the same result 3 times\. It can continue now\./,
    );
  });

  function statusOf(wayOn?: string): string {
    const harness = new GuardHarness({ ttlSeconds: 77, mode: 'brake' });
    harness.settings = {
      user: { ...SEED_000, ttlSeconds: 77, mode: 'brake' },
      environment: { TOOL_LOOP_MAX_REPEATS: '3' },
    };
    harness.actions('AAA');
    return chatWithLinks(harness, { link: undefined, ...(wayOn !== undefined && { wayOn }) })('/tool-loop-status');
  }

  it('say in the status what happens to a loop, what was seen, and what differs from the defaults', () => {
    const status = statusOf();
    assert.match(status, /\*\*On\.\*\* Stops the agent at 3 identical calls with no new result, each within/);
    assert.match(status, /within 77 seconds of the call before it\./);
    assert.match(status, /This chat: 3 calls checked, \d warnings?, 1 loop stopped\./);
    assert.match(status, /Changed in your settings: .*Time window: 77 seconds/);
    assert.match(status, /Set by environment `TOOL_LOOP_MAX_REPEATS`: Repeat limit: 3/);
    assert.doesNotMatch(status, /Loop stopped\./, 'that stands below it, with the ways on');
    assert.match(
      statusOf('the menu'),
      /\*\*Loop stopped\.\*\* `tool_A` returned the same result 2 times\.[^]*or use the menu/,
    );
    assert.match(status, /\*\*Invalid settings \(ignored\)\*\*\n- "brake" isn’t valid for toolLoopGuard\.mode/);
    assert.ok(status.indexOf('Invalid') < status.indexOf('**On.**'), 'what is wrong comes first');
  });

  it('show each change of the chat in the status in the pickers’ words, without its consequences', () => {
    const say = chatWithLinks(new GuardHarness({ actions: ['warn', 'break'] }));
    assert.match(say('/tool-loop-status'), /Escalates with each loop in this chat: Warn, Stop the agent\./);
    say('/tool-loop-mode warn');
    assert.match(
      say('/tool-loop-status'),
      /^Changed for this chat: Mode: Warn only$/m,
      'the mode has emptied the actions',
    );
    say('!/set(tool-loop-max-repeats=6)');
    assert.match(say('/tool-loop-status'), /^Changed for this chat: Mode: Warn only · Repeat limit: 6$/m);
    say('/tool-loop-preset strict');
    assert.match(say('/tool-loop-status'), /Set by preset Strict \(chat command\): Time window: 180 seconds/);
    say('/tool-loop-unset');
    say('/tool-loop-preset coding');
    const { maxRepeats } = DEFAULTS;
    assert.equal(PRESETS.coding.maxRepeats, maxRepeats);
    assert.doesNotMatch(say('/tool-loop-status'), /Repeat limit/, 'it doesn’t differ from the default');
  });

  it('say in the status that detection is off, and why', () => {
    const say = chatWithLinks();
    say('/tool-loop-detection off');
    const status = say('/tool-loop-status');
    assert.match(status, /^\*\*Off in this chat\*\* \(chat command\)\./m);
    assert.match(status, /This chat: 0 calls checked, 0 warnings, no loops stopped\./);
    assert.match(status, /Changed for this chat: Loop detection: off/);
  });

  it('reset the count, so that a stopped agent may continue', () => {
    const harness = new GuardHarness();
    assert.deepEqual(harness.actions('AAAAB'), ['allow', 'allow', 'warn', 'break', 'stopped']);
    const say = chatWithLinks(harness);
    const answers = ['/tool-loop-reset', '/tool-loop-reset'].map(say);
    assert.deepEqual(answers, ['Counters reset. The agent can continue.', 'Counters reset.']);
    assert.deepEqual(harness.actions('AAAA'), ['allow', 'allow', 'warn', 'break']);
  });
});
