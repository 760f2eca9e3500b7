import assert from 'node:assert/strict';
import * as z from 'zod';
import type * as published from '../../../api/library/index';
import { DEFAULTS, JUDGED_KEYS } from '../../../src/core/settings/defaults';
import { engineSchema } from '../../../src/core/settings/schema';
import { DETECTOR_SETTINGS } from '../../../src/engine/rules/registry';
import { Guard } from '../../../src/library';
import { GENERAL_SETTINGS, LibrarySettings } from '../../../src/library/settings';

const question = (tool: string, parsed: unknown = {}): Parameters<LibrarySettings['settingsFor']>[0] => ({
  conversationId: 'c',
  tool,
  parsed,
  model: undefined,
});

/** What is said of options that no type would allow. */
function complaint(options: unknown): string {
  try {
    new Guard(options as published.GuardOptions);
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return error.message;
  }
  return '';
}

describe('the settings of the library', () => {
  it('have the names and the defaults of the extension', () => {
    const { general } = new LibrarySettings({});
    assert.deepEqual(
      Object.keys(general).toSorted(),
      JUDGED_KEYS.toSorted((a, b) => (a < b ? -1 : 1)),
    );
    for (const key of JUDGED_KEYS) {
      assert.deepEqual(general[key], DEFAULTS[key], key);
    }
  });

  it('have the bounds of the extension', () => {
    for (const [name, setting] of Object.entries({ ...GENERAL_SETTINGS, ...DETECTOR_SETTINGS })) {
      if (setting.kind === 'count' || setting.kind === 'number') {
        const { minimum, maximum } = z.toJSONSchema(engineSchema.shape[name as keyof typeof engineSchema.shape], {
          io: 'input',
        });
        const orNever = setting.kind === 'count' && setting.orNever === true;
        assert.deepEqual([name, minimum, maximum], [name, orNever ? 0 : setting.least, setting.most]);
      }
    }
  });

  it('are refused with the setting, the value and what is allowed, all at once', () => {
    const message = complaint({
      settings: { maxRepeats: 1, mode: 'stop', actions: ['shout'], maxRepeat: 3, enabled: 'yes' },
      tools: { plan: { exempt: 1, ignoredArguments: 'x' } },
    });
    assert.deepEqual(message.split('\n').toSorted(), [
      'settings.actions cannot be ["shout"]. Allowed: a list of ' +
        "'continue', 'warn', 'nudge', 'ask', 'chance', 'break'.",
      'settings.enabled cannot be "yes". Allowed: true or false.',
      message.split('\n').find((line) => line.startsWith('settings.maxRepeat is no setting. There are: ')),
      'settings.maxRepeats cannot be 1. Allowed: a whole number from 2 to 1000.',
      "settings.mode cannot be \"stop\". Allowed: 'break', 'chance_then_break', 'warn'.",
      'tools["plan"].exempt cannot be 1. Allowed: true or false.',
      'tools["plan"].ignoredArguments cannot be "x". Allowed: a list of texts.',
    ]);
  });

  for (const [name, options, allowed] of [
    ['options', 5, 'an object'],
    ['settings', [], 'an object'],
    ['tools', 'x', 'an object'],
    ['tools["a"]', { tools: { a: 1 } }, 'an object'],
    ['messages.block', { messages: { block: 1 } }, 'a text'],
    ['messages.guidance', { messages: { guidance: 'Not {tol}.' } }, '{tool}'],
    ['settings:', { settings: { warnRepeats: 5, maxRepeats: 3 } }, 'warnRepeats (5)'],
    ['tools["a*"]:', { settings: { maxRepeats: 3 }, tools: { 'a*': { warnRepeats: 4 } } }, 'maxRepeats (3)'],
    ['tools["a*b*c*d*"]', { tools: { 'a*b*c*d*': { exempt: true } } }, 'too many stars'],
    ['options.now', { now: 1 }, 'a function'],
    ['options.setting', { setting: {} }, 'settings'],
    ['settings.similarityThreshold', { settings: { similarityThreshold: Number.NaN } }, 'a number from'],
    ['settings.maxRepeats', { settings: { maxRepeats: 3.5 } }, 'a whole number from'],
    ['settings.waitHintSeconds', { settings: { waitHintSeconds: 1 } }, 'a whole number from 30 to 86400, or 0'],
  ] as const) {
    it(`are refused where ${name} is wrong`, () => {
      const wrong = name === 'settings' || name === 'tools' ? { [name]: options } : options;
      const message = complaint(wrong);
      assert.ok(message.startsWith(`${name} `), message);
      assert.ok(message.includes(allowed), message);
    });
  }

  it('may be left undefined', () => {
    const options = { settings: { maxRepeats: undefined }, tools: { a: { exempt: undefined } }, now: undefined };
    assert.equal(complaint(options), '');
    assert.equal(complaint({ settings: { waitHintSeconds: 0 } }), '');
    assert.equal(new LibrarySettings(options as object).general.maxRepeats, DEFAULTS.maxRepeats);
  });

  it('of a tool win, those of its operation first', () => {
    const settings = new LibrarySettings({
      settings: { maxRepeats: 5, actions: ['warn', 'break'] },
      tools: {
        plan: { operationField: 'operation', maxRepeats: 6, mode: 'warn' },
        'plan:create': { maxRepeats: 7 },
        look: { exempt: true },
      },
    });
    const create = settings.settingsFor(question('plan', { operation: 'create' }));
    assert.deepEqual([create.operation, create.values.maxRepeats, create.values.mode], ['create', 7, 'warn']);
    assert.deepEqual(create.values.actions, [], 'the mode of the tool holds over the ladder of all tools');
    const update = settings.settingsFor(question('plan', { operation: 'update' }));
    assert.deepEqual([update.operation, update.values.maxRepeats], ['update', 6]);
    assert.equal(settings.settingsFor(question('plan')).operation, undefined);
    assert.equal(settings.settingsFor(question('look')).exempt, true);
    assert.deepEqual(settings.settingsFor(question('read')).values.actions, ['warn', 'break']);
  });

  it('of tools are found by patterns, the most specific one first', () => {
    const settings = new LibrarySettings({
      tools: {
        '*': { maxRepeats: 9, ttlSeconds: 7 },
        'read_*': { maxRepeats: 6, windowSize: 20 },
        read_file: { maxRepeats: 7 },
        'read_{log,db}*': { exempt: true },
      },
    });
    const of = (tool: string): unknown[] => {
      const { values, exempt } = settings.settingsFor(question(tool));
      return [values.maxRepeats, values.ttlSeconds, values.windowSize, exempt];
    };
    assert.deepEqual(of('read_file'), [7, 7, 20, false]);
    assert.deepEqual(of('READ_page'), [6, 7, 20, false]);
    assert.deepEqual(of('read_log2'), [6, 7, 20, true]);
    assert.deepEqual(of('write'), [9, 7, 40, false]);
  });

  it('of a pattern for all tools are weaker than those of an operation', () => {
    const settings = new LibrarySettings({
      tools: {
        'plan:*': { maxRepeats: 8 },
        'plan:delete': { maxRepeats: 5 },
        '*': { maxRepeats: 6, operationField: 'operation' },
      },
    });
    const of = (operation?: string): number => settings.settingsFor(question('plan', { operation })).values.maxRepeats;
    assert.deepEqual([of('create'), of('delete'), of()], [8, 5, 6]);
  });

  it('of names that differ in case are each their own', () => {
    const settings = new LibrarySettings({ tools: { Bash: { maxRepeats: 5 }, bash: { maxRepeats: 6 } } });
    assert.deepEqual(
      ['Bash', 'bash'].map((tool) => settings.settingsFor(question(tool)).values.maxRepeats),
      [5, 6],
    );
  });

  it('keep as many calls as the tool with most needs', () => {
    const settings = new LibrarySettings({ tools: { poll: { maxRepeats: 200, ttlSeconds: 3_600 } } });
    assert.deepEqual(settings.settingsFor(question('read')).keep, { calls: 800, ttlSeconds: 3_600 });
  });

  it('leave out what shells are told for the user, unless it is said otherwise', () => {
    const settings = new LibrarySettings({ tools: { powershell: { ignoredArguments: [] } } });
    assert.deepEqual(settings.settingsFor(question('Bash')).ignored, ['description', 'timeout', 'initial_wait']);
    assert.deepEqual(settings.settingsFor(question('powershell')).ignored, []);
    assert.ok(settings.settingsFor(question('read')).ignored.includes('timeout'));
  });

  it('let the ways out of known agents run, unless it is said otherwise', () => {
    const settings = new LibrarySettings({
      tools: { task_complete: { alwaysAllowed: false }, done: { alwaysAllowed: true } },
    });
    const isAlwaysAllowed = (tool: string): boolean => settings.settingsFor(question(tool)).isAlwaysAllowed;
    assert.deepEqual(['ask_user', 'task_complete', 'done', 'read'].map(isAlwaysAllowed), [true, false, true, false]);
  });
});
