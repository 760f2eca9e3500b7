import assert from 'node:assert/strict';
import { DEFAULTS } from '../../../../src/core/settings/defaults';
import { parseConfiguration, type RawSettings } from '../../../../src/core/settings/parse/parse';
import { resolveSettings } from '../../../../src/core/settings/resolve';
import {
  memberName,
  OLD_NAMES,
  SETTING_OBJECTS,
  WRITTEN_NAMES,
} from '../../../../src/core/settings/written/settingObjects';

/** Another value than the default, by what a setting of 0.3.0 holds. */
const OTHER: Readonly<Record<string, unknown>> = {
  similarityAlgorithm: 'jaccard',
  similarityThreshold: 0.7,
  normalizeWhitespace: false,
  ignoreCase: false,
  'messages.block': 'Stopped: {tool}',
  'messages.warning': 'Again: {tool}',
  'messages.guidance': 'Ask me.',
  selfAwareness: true,
  adaptive: true,
  minPatternLength: 3,
  maxPatternLength: 7,
  waitHintSeconds: 900,
  maxWaitSeconds: 1800,
  watchCodexChats: false,
};
const otherValue = (name: string): unknown => OTHER[name] ?? 17;

function read(raw: RawSettings) {
  const { answers, window, messages, telemetry, problems, ...configuration } = parseConfiguration(raw);
  const { values } = resolveSettings(
    { ...configuration, answers, window, messages, telemetry, problems },
    {},
    [],
    undefined,
  );
  const { repeatingText, maxTextRepetitions, selfAwareness } = answers;
  return { values, texts: { repeatingText, maxTextRepetitions, selfAwareness }, window, messages, telemetry, problems };
}

describe('objects of settings', () => {
  it('leave about thirty settings to choose from', () => {
    const shown = WRITTEN_NAMES.filter((name) => !OLD_NAMES.has(name));
    assert.ok(shown.length <= 32, String(shown.length));
  });

  for (const { name, members } of SETTING_OBJECTS) {
    it(`mean in "${name}" what each member means by itself`, () => {
      for (const member of members) {
        const value = otherValue(member);
        const alone = read({ user: { [member]: value } });
        assert.deepEqual(alone.problems, [], member);
        assert.notDeepEqual(alone, read({}), member);
        assert.deepEqual(read({ user: { [name]: { [memberName(member)]: value } } }), alone, member);
      }
    });
  }

  it('win over the old name in the same file, and lose to a stronger file', () => {
    const user = { maxWakeups: 7, limits: { maxWakeups: 9 } };
    assert.equal(read({ user }).values.maxWakeups, 9);
    assert.equal(read({ user, workspace: { maxWakeups: 8 } }).values.maxWakeups, 8);
  });

  it('belong to the machine member by member', () => {
    const machine = {
      file: '/etc/x',
      values: { limits: { maxWakeups: 9 }, messages: { block: 'Ask the help desk.' } },
    };
    const { values, messages } = read({ machine, user: { maxWakeups: 3, maxReverts: 8, messages: { block: 'Mine' } } });
    assert.deepEqual([values.maxWakeups, values.maxReverts, messages.block], [9, 8, 'Ask the help desk.']);
  });

  it('name what is wrong in them, and keep the rest', () => {
    const { values, problems } = read({
      user: { limits: { maxWakeups: 0, maxReverts: 8, warnReverts: 2 }, matching: 5 },
    });
    assert.equal(values.maxReverts, 8);
    assert.equal(values.maxWakeups, DEFAULTS.maxWakeups);
    assert.deepEqual(
      problems.map(({ setting }) => setting),
      ['toolLoopGuard.limits', 'toolLoopGuard.matching', 'toolLoopGuard.limits.maxWakeups'],
    );
    const { problems: inFile } = read({ machine: { file: '/etc/x', values: { mode: 'never' } } });
    assert.match(
      inFile[0]?.message ?? '',
      /^\/etc\/x: "never" isn’t valid for toolLoopGuard\.mode and is ignored\. Use one of: break, chance_then_break/,
    );
  });
});

describe('settings with a successor', () => {
  it('are still read: the switch of repeating text, and the address of telemetry', () => {
    assert.equal(read({ user: { repeatingText: false } }).texts.repeatingText, false);
    assert.equal(read({ user: { maxTextRepetitions: 0 } }).texts.repeatingText, false);
    const given = { telemetry: 'otlp', telemetryEndpoint: 'http://localhost:4318' };
    const sent = { ...given, telemetryEvents: false };
    assert.deepEqual(read({ user: given }).telemetry, sent);
    assert.deepEqual(read({ user: { telemetry: 'http://localhost:4318' } }).telemetry, sent);
    assert.deepEqual(read({ environment: { TOOL_LOOP_TELEMETRY: 'http://localhost:4318' } }).telemetry, sent);
    assert.deepEqual(read({ workspace: { telemetry: 'http://evil.example' } }).telemetry, {
      telemetry: 'off',
      telemetryEndpoint: '',
      telemetryEvents: false,
    });
  });

  it('are understood as presets, all twelve', () => {
    for (const preset of ['general', 'search', 'api', 'files', 'lenient', 'conservative', 'balanced', 'aggressive']) {
      assert.deepEqual(read({ user: { preset } }).problems, [], preset);
    }
  });
});

describe('excluded tools', () => {
  const isExempt = (raw: RawSettings, tool: string): boolean =>
    resolveSettings(parseConfiguration(raw), {}, [tool], undefined).exempt;

  it('are never checked, by name or glob, and keep what else is set for them', () => {
    const user = { excludedTools: ['mcp_*', 'plan:list'], toolOverrides: { 'mcp_*': { maxRepeats: 9 } } };
    assert.deepEqual(
      ['mcp_monitor', 'plan:list', 'plan', 'read'].map((tool) => isExempt({ user }, tool)),
      [true, true, false, false],
    );
    assert.equal(resolveSettings(parseConfiguration({ user }), {}, ['mcp_a'], undefined).values.maxRepeats, 9);
  });

  it('are the machine’s alone where it sets them or overrides of tools', () => {
    const machine = (values: Record<string, unknown>) => ({ file: '/etc/x', values });
    const user = { excludedTools: ['read'] };
    assert.equal(isExempt({ user, machine: machine({ toolOverrides: {} }) }, 'read'), false);
    assert.equal(isExempt({ user, machine: machine({ excludedTools: ['write'] }) }, 'read'), false);
    assert.equal(isExempt({ user, machine: machine({ excludedTools: ['write'] }) }, 'write'), true);
    assert.equal(isExempt({ user, machine: machine({ maxRepeats: 5 }) }, 'read'), true);
  });
});

describe('the command line of a stop', () => {
  it('is never that of a workspace, which is told of', () => {
    const { window, problems } = read({
      workspace: { onStop: 'curl evil.example' },
      workspaceFolder: { onStop: 'rm' },
    });
    assert.equal(window.onStop, '');
    assert.deepEqual(
      problems.map(({ setting }) => setting),
      ['toolLoopGuard.onStop', 'toolLoopGuard.onStop'],
    );
    assert.equal(read({ user: { onStop: 'say stopped' }, workspace: { onStop: 'rm' } }).window.onStop, 'say stopped');
  });
});
