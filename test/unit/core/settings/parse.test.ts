import assert from 'node:assert/strict';
import { parseConfiguration, type RawSettings } from '../../../../src/core/settings/parse';
import { resolveSettings } from '../../../../src/core/settings/resolve';
import { DEFAULTS, type EngineValues } from '../../../../src/core/settings/table';

const MODEL = { vendor: 'copilot', family: 'gpt-5', id: 'gpt-5-2026' };

function effective(raw: RawSettings, more: { conversation?: EngineValues; tool?: string; model?: typeof MODEL } = {}) {
  return resolveSettings(
    parseConfiguration(raw),
    more.conversation ?? {},
    more.tool === undefined ? [] : [more.tool],
    more.model,
  );
}

describe('settings', () => {
  it('are taken from the strongest tier that has a value', () => {
    const raw: RawSettings = {
      environment: { TOOL_LOOP_MAX_REPEATS: '10' },
      user: { maxRepeats: 9 },
      workspace: { maxRepeats: 8 },
      workspaceFolder: {
        maxRepeats: 7,
        modelOverrides: { 'copilot/gpt-*': { maxRepeats: 6 } },
        tools: { 'read_*': { maxRepeats: 5 } },
      },
    };
    const question = { conversation: { maxRepeats: 3 }, tool: 'read_file', model: MODEL };
    assert.deepEqual(
      [effective(raw, question).values.maxRepeats, effective(raw, question).origins.maxRepeats],
      [3, { kind: 'conversation' }],
    );
    const later: [object, object, number, string][] = [
      [raw, { tool: 'read_file', model: MODEL }, 5, 'tool'],
      [raw, { tool: 'write_file', model: MODEL }, 6, 'model'],
      [raw, { tool: 'write_file' }, 7, 'workspaceFolder'],
      [{ ...raw, workspaceFolder: undefined }, {}, 8, 'workspace'],
      [{ ...raw, workspaceFolder: undefined, workspace: undefined }, {}, 9, 'user'],
      [{ environment: raw.environment }, {}, 10, 'environment'],
      [{}, {}, 4, 'default'],
    ];
    for (const [settings, asked, value, origin] of later) {
      const { values, origins } = effective(settings, asked);
      assert.deepEqual([values.maxRepeats, origins.maxRepeats.kind], [value, origin]);
    }
  });

  it('use the more specific of two patterns', () => {
    const raw: RawSettings = {
      user: { tools: { '*': { maxRepeats: 9 }, 'read_*': { maxRepeats: 8 }, read_file: { maxRepeats: 7 } } },
    };
    assert.equal(effective(raw, { tool: 'read_file' }).values.maxRepeats, 7);
    assert.equal(effective(raw, { tool: 'read_dir' }).values.maxRepeats, 8);
    assert.equal(effective(raw, { tool: 'other' }).values.maxRepeats, 9);
  });

  it('merge overrides of the same pattern field by field, the workspace first', () => {
    const raw: RawSettings = {
      user: { tools: { x: { maxRepeats: 9, mode: 'warn' } } },
      workspace: { tools: { x: { maxRepeats: 5 } } },
    };
    const { values } = effective(raw, { tool: 'x' });
    assert.deepEqual([values.maxRepeats, values.mode], [5, 'warn']);
  });

  it('match models by vendor/family and vendor/id, and never an unknown model', () => {
    const raw: RawSettings = {
      user: { modelOverrides: { 'copilot/gpt-5-2026': { maxRepeats: 7 }, 'other/*': { maxRepeats: 9 } } },
    };
    assert.equal(effective(raw, { model: MODEL }).values.maxRepeats, 7);
    assert.equal(effective(raw).values.maxRepeats, 4);
  });

  it('exempt tools by glob, including dots and slashes', () => {
    const raw: RawSettings = { user: { tools: { 'mcp_*': { exempt: true }, mcp_special: { exempt: false } } } };
    assert.equal(effective(raw, { tool: 'mcp_a/b.c' }).exempt, true);
    assert.equal(effective(raw, { tool: 'mcp_special' }).exempt, false);
    assert.equal(effective(raw, { tool: 'read' }).exempt, false);
  });

  for (const [word, value] of [
    ['true', true],
    ['1', true],
    ['YES', true],
    ['on', true],
    ['false', false],
    ['0', false],
    ['no', false],
    ['off', false],
    ['', false],
  ] as const) {
    it(`read the environment's "${word}" as ${value}`, () => {
      assert.equal(effective({ environment: { TOOL_LOOP_DETECTION_ENABLED: word } }).values.enabled, value);
    });
  }

  it('read all four variables', () => {
    const { values } = effective({
      environment: { TOOL_LOOP_MAX_REPEATS: '7', TOOL_LOOP_TTL_SECONDS: '30', TOOL_LOOP_MODE: 'CHANCE' },
    });
    assert.deepEqual([values.maxRepeats, values.ttlSeconds, values.mode], [7, 30, 'chance_then_break']);
  });
});

describe('invalid settings', () => {
  const bad: [string, RawSettings, RegExp][] = [
    [
      'a number below the range',
      { user: { maxRepeats: 1 } },
      /^1 isn’t valid for toolLoopGuard\.maxRepeats\. Use a whole number from 2 to 1000/,
    ],
    ['zero', { user: { ttlSeconds: 0 } }, /^0 isn’t valid for toolLoopGuard\.ttlSeconds\. Use a whole number from 1/],
    [
      'a mode that there is not',
      { user: { mode: 'brake' } },
      /^"brake" isn’t valid for toolLoopGuard\.mode\. Use one of: break, chance_then_break, warn\.$/,
    ],
    ['a fraction', { user: { maxRepeats: 2.5 } }, /^2\.5 isn’t valid for toolLoopGuard\.maxRepeats/],
    [
      'a number for a switch',
      { user: { enabled: 1 } },
      /^1 isn’t valid for toolLoopGuard\.enabled\. Use true or false/,
    ],
    [
      'an unknown key',
      { user: { maxRepeat: 3 } },
      /toolLoopGuard\.maxRepeat isn’t a setting.*Did you mean "maxRepeats"/,
    ],
    ['a key like no other', { user: { rainbow: 3 } }, /toolLoopGuard\.rainbow isn’t a setting of Tool Loop Guard\.$/],
    ['too many stars', { user: { tools: { 'a*b*c*d*': { exempt: true } } } }, /Use names with at most 3 asterisks/],
    ['a number for an override', { user: { tools: { a: 1 } } }, /tools\["a"\]\. Use an object with any of: /],
    ['a wait below the range', { user: { detectors: { waiting: { limit: 1 } } } }, /Use 0, or a whole number from 30/],
    ['a list for overrides', { user: { tools: [] } }, /^\[\] isn’t valid for toolLoopGuard\.tools/],
    [
      'a bad value in an override',
      { user: { tools: { 'x*': { maxRepeats: 0 } } } },
      /^0 isn’t valid for toolLoopGuard\.tools\["x\*"\]\.maxRepeats/,
    ],
    [
      'an unknown key in an override',
      { user: { modelOverrides: { 'a/b': { exempt: true } } } },
      /toolLoopGuard\.modelOverrides\["a\/b"\]\.exempt isn’t a setting/,
    ],
    [
      'a bad price',
      { user: { prices: { 'claude-*': { input: 'cheap', output: 15 } } } },
      /^"cheap" isn’t valid for toolLoopGuard\.prices\["claude-\*"\]\.input\. Use a number from 0 to 100000/,
    ],
    [
      'a bad variable',
      { environment: { TOOL_LOOP_MAX_REPEATS: 'many' } },
      /^"many" isn’t valid for TOOL_LOOP_MAX_REPEATS/,
    ],
  ];
  for (const [what, raw, message] of bad) {
    it(`are reported and have no effect: ${what}`, () => {
      const { problems } = parseConfiguration(raw);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', message);
      assert.deepEqual(effective(raw, { tool: 'x1', model: { vendor: 'a', family: 'b', id: 'b' } }).values, DEFAULTS);
    });
  }

  it('are reported by their key in an object, and the rest of the object is used', () => {
    const { problems, window } = parseConfiguration({
      user: { budget: { perMessage: { calls: 2, steps: 3, minutes: 0 }, unattended: 'no', action: 'stop' } },
    });
    assert.deepEqual(window.budget, { perMessage: { calls: 2 } });
    assert.deepEqual(
      problems.map(({ message }) => message),
      [
        'toolLoopGuard.budget.perMessage.steps isn’t a setting of Tool Loop Guard.',
        '0 isn’t valid for toolLoopGuard.budget.perMessage.minutes. Use a number from 1 to 10000.',
        '"no" isn’t valid for toolLoopGuard.budget.unattended. Use one of: warn, stop.',
        'toolLoopGuard.budget.action isn’t a setting of Tool Loop Guard.',
      ],
    );
  });

  it('don’t affect valid ones', () => {
    const { values } = effective(
      { user: { maxRepeats: -1, ttlSeconds: 60, tools: { x: { mode: 'no', maxRepeats: 9 } } } },
      { tool: 'x' },
    );
    assert.deepEqual([values.maxRepeats, values.ttlSeconds, values.mode], [9, 60, 'break']);
  });

  it('leave the value of the next weaker tier', () => {
    assert.equal(effective({ user: { maxRepeats: 9 }, workspace: { maxRepeats: 0 } }).values.maxRepeats, 9);
  });
});
