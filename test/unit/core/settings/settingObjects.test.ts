import assert from 'node:assert/strict';
import { DEFAULTS } from '../../../../src/core/settings/defaults';
import { parseConfiguration, type RawSettings } from '../../../../src/core/settings/parse/parse';
import { resolveSettings } from '../../../../src/core/settings/resolve';
import { memberName, SETTING_OBJECTS, WRITTEN_NAMES } from '../../../../src/core/settings/written/settingObjects';

/** Another value than the default, where it isn't 17. */
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
  const { maxTextRepetitions, selfAwareness } = answers;
  return { values, texts: { maxTextRepetitions, selfAwareness }, window, messages, telemetry, problems };
}

describe('objects of settings', () => {
  it('leave about thirty settings to choose from', () => {
    assert.ok(WRITTEN_NAMES.length <= 32, String(WRITTEN_NAMES.length));
  });

  for (const { name, members } of SETTING_OBJECTS) {
    it(`are read member by member: "${name}"`, () => {
      for (const member of members) {
        const value = otherValue(member);
        const changed = read({ user: { [name]: { [memberName(member)]: value } } });
        assert.deepEqual(changed.problems, [], member);
        assert.notDeepEqual(changed, read({}), member);
        const alone = read({ user: { [member]: value } });
        assert.deepEqual({ ...alone, problems: [] }, read({}), `${member} is no setting by itself`);
        assert.equal(alone.problems.length, 1, member);
      }
    });
  }

  it('lose to a stronger file member by member', () => {
    const user = { limits: { maxWakeups: 9, maxReverts: 8 } };
    const { values } = read({ user, workspace: { limits: { maxWakeups: 7 } } });
    assert.deepEqual([values.maxWakeups, values.maxReverts], [7, 8]);
  });

  it('belong to the machine member by member', () => {
    const machine = {
      file: '/etc/x',
      values: { limits: { maxWakeups: 9 }, messages: { block: 'Ask the help desk.' } },
    };
    const user = { limits: { maxWakeups: 3, maxReverts: 8 }, messages: { block: 'Mine' } };
    const { values, messages } = read({ machine, user });
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

describe('presets', () => {
  it('are understood, all twelve', () => {
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
