import assert from 'node:assert/strict';
import { parseConfiguration, type RawSettings } from '../../../../src/core/settings/parse';
import { resolveSettings, toolSetting } from '../../../../src/core/settings/resolve';
import { DEFAULTS, ENGINE_ROWS, type EngineKey, ROWS, type Row } from '../../../../src/core/settings/table';
import { accepted } from '../../../../src/core/settings/values';
import { DETECTOR_IDS } from '../../../../src/engine/rules/registry';

function other({ value }: Row): unknown {
  const tried = [
    17,
    7,
    1700,
    0.7,
    !(value.default as boolean),
    'warn',
    'strict',
    'jaccard',
    'masked',
    'otlp',
    ['break'],
    ['repeat'],
    'x',
  ];
  return tried.find((each) => each !== value.default && accepted(value, each) !== undefined);
}

const nested = (name: string, value: unknown): Record<string, unknown> =>
  name.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>;

const read = (raw: RawSettings): object => {
  const configuration = parseConfiguration(raw);
  const { values } = resolveSettings(configuration, {}, ['x'], undefined);
  const { window, answers, messages, telemetry } = configuration;
  return {
    values: { ...values },
    window,
    messages,
    telemetry,
    answers: [answers.guardsModel('break'), answers.maxTextRepetitions],
    exempt: toolSetting(configuration, 'exempt', 'break'),
  };
};

describe('the table of settings', () => {
  for (const row of ROWS.filter(({ value }) => value.kind !== 'record')) {
    it(`has ${row.name}, which is read, and reported if it can't be used`, () => {
      const value = other(row);
      const { problems } = parseConfiguration({ user: nested(row.name, value) });
      assert.deepEqual(problems, []);
      assert.notDeepEqual(read({ user: nested(row.name, value) }), read({}));
      const wrong = parseConfiguration({ user: nested(row.name, null) });
      assert.deepEqual(
        wrong.problems.map(({ setting }) => setting),
        [`toolLoopGuard.${row.name}`],
      );
      assert.deepEqual(read({ user: nested(row.name, null) }), read({}));
    });
  }

  it('has the engine’s defaults and bounds, and each name once', () => {
    for (const { key, value } of ENGINE_ROWS.filter((row) => row.key !== undefined)) {
      assert.deepEqual(accepted(value, DEFAULTS[key as EngineKey]), DEFAULTS[key as EngineKey], key);
    }
    const names = ROWS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    assert.equal(new Set(names).size, names.length);
  });

  it('has only environment variables that a hook recognizes by their names', () => {
    const variables = ROWS.flatMap(({ environment }) => environment ?? []);
    assert.equal(variables.length, 5);
    variables.forEach((variable) => assert.match(variable, /^TOOL_LOOP_(?!GUARD_)/));
  });

  /** The spelling of other guards, and its meaning here. */
  const aliases: [Record<string, unknown>, Record<string, unknown>][] = [
    [
      { max_repeats: 7, ttl_seconds: 30 },
      { maxRepeats: 7, ttlSeconds: 30 },
    ],
    [{ similarity_threshold: 0.8, window_size: 10 }, { matching: { similarityThreshold: 0.8, windowSize: 10 } }],
    [{ min_pattern_length: 3, max_pattern_length: 4 }, { matching: { minPatternLength: 3, maxPatternLength: 4 } }],
    [{ min_pattern_repetitions: 5, max_similar: 6 }, { detectors: { cycle: { limit: 5 }, similar: { limit: 6 } } }],
    [
      { similarity: { algorithm: 'jaccard', threshold: 0.7, normalize_whitespace: false, ignore_case: false } },
      {
        matching: {
          similarityAlgorithm: 'jaccard',
          similarityThreshold: 0.7,
          normalizeWhitespace: false,
          ignoreCase: false,
        },
      },
    ],
    [{ error_messages: { block: 'B', warning: 'W' } }, { messages: { block: 'B', warning: 'W' } }],
    [{ per_tool: { x: { max_repeats: 2 } } }, { tools: { x: { maxRepeats: 2 } } }],
    [{ toolOverrides: { x: { window_size: 9 } } }, { tools: { x: { matching: { windowSize: 9 } } } }],
    [{ telemetry: { endpoint: 'otlp' } }, { telemetry: 'otlp' }],
    [{ mode: 'chance_then_block' }, { mode: 'chance_then_break' }],
  ];
  for (const [written, meant] of aliases) {
    it(`reads ${JSON.stringify(written)}`, () => {
      assert.deepEqual(parseConfiguration({ user: written }).problems, []);
      assert.deepEqual(read({ user: written }), read({ user: meant }));
    });
  }
});

describe('detectors', () => {
  const on = (raw: RawSettings, tools: readonly string[] = []): readonly string[] =>
    resolveSettings(parseConfiguration(raw), {}, tools, undefined).values.detectors;
  const without = (...ids: readonly string[]): readonly string[] => DETECTOR_IDS.filter((id) => !ids.includes(id));

  it('are turned on and off individually, or by a list of those that are on', () => {
    assert.deepEqual(on({ user: { detectors: { similar: false } } }), without('similar'));
    assert.deepEqual(on({ user: { detectors: { similar: { limit: 9 } } } }), DETECTOR_IDS);
    assert.deepEqual(on({ user: { detectors: ['repeat', 'cycle'] } }), ['repeat', 'cycle']);
    const user = { detectors: { similar: false, stall: false }, tools: { x: { detectors: { stall: true } } } };
    assert.deepEqual(on({ user, workspace: { detectors: { cycle: false } } }), without('cycle', 'similar', 'stall'));
    assert.deepEqual(on({ user }, ['x']), without('similar'));
    assert.deepEqual(on({ user, workspace: { detectors: ['stall'] } }), ['stall']);
  });

  const { answers } = parseConfiguration({ user: { detectors: { text: false } } });
  it('can ignore answers', () => assert.equal(answers.maxTextRepetitions, 0));
});

describe('settings outside the engine', () => {
  const machine = (values: Record<string, unknown>) => ({ file: '/etc/x', values });
  const isExempt = (raw: RawSettings, tool: string): boolean =>
    resolveSettings(parseConfiguration(raw), {}, [tool], undefined).exempt;

  it('exclude tools by name or glob, and keep their other settings', () => {
    const user = { excludedTools: ['mcp_*', 'plan:list'], tools: { 'mcp_*': { maxRepeats: 9 } } };
    assert.deepEqual(
      ['mcp_monitor', 'plan:list', 'plan', 'read'].map((tool) => isExempt({ user }, tool)),
      [true, true, false, false],
    );
    assert.equal(resolveSettings(parseConfiguration({ user }), {}, ['mcp_a'], undefined).values.maxRepeats, 9);
  });

  it('exclude only the machine’s exclusions if the machine sets tools', () => {
    const user = { excludedTools: ['read'] };
    assert.equal(isExempt({ user, machine: machine({ tools: {} }) }, 'read'), false);
    assert.equal(isExempt({ user, machine: machine({ excludedTools: ['write'] }) }, 'write'), true);
    assert.equal(isExempt({ user, machine: machine({ maxRepeats: 5 }) }, 'read'), true);
  });

  it('merge budget limits, unless the machine sets any', () => {
    const user = { budget: { perMessage: { calls: 5, minutes: 9 } } };
    const { window } = parseConfiguration({ user, workspace: { budget: { perMessage: { calls: 7 } } } });
    assert.deepEqual(window.budget, { perMessage: { calls: 7, minutes: 9 } });
    const fixed = parseConfiguration({ user, machine: machine({ budget: { perConversation: { calls: 3 } } }) });
    assert.deepEqual(fixed.window.budget, { perConversation: { calls: 3 } });
  });

  it('are ignored with a message in a workspace if they run or send something', () => {
    const values = { onStop: 'rm', telemetry: { endpoint: 'http://evil.example', events: true } };
    for (const raw of [{ workspace: values }, { workspaceFolder: values }]) {
      const { window, telemetry, problems } = parseConfiguration({ ...raw, user: { onStop: 'say stopped' } });
      assert.equal(window.onStop, 'say stopped');
      assert.deepEqual(telemetry, { telemetry: 'off', telemetryEndpoint: '', telemetryEvents: false });
      assert.deepEqual(
        problems.map(({ setting }) => setting),
        ['toolLoopGuard.onStop', 'toolLoopGuard.telemetry', 'toolLoopGuard.telemetry.events'],
      );
    }
  });

  for (const [what, raw, expected] of [
    ['nobody', {}, 'off'],
    ['the user', { user: { telemetry: 'otlp' } }, 'otlp'],
    ['a variable', { environment: { TOOL_LOOP_TELEMETRY: 'OTLP' } }, 'otlp'],
    ['no variable of OpenTelemetry', { environment: { OTEL_METRICS_EXPORTER: 'otlp' } }, 'off'],
    ['the user over a variable', { user: { telemetry: 'off' }, environment: { TOOL_LOOP_TELEMETRY: 'otlp' } }, 'off'],
    ['the machine over the user', { user: { telemetry: 'off' }, machine: machine({ telemetry: 'http://a' }) }, 'otlp'],
    ['no wrong value', { user: { telemetry: 'file:///x' }, environment: { TOOL_LOOP_TELEMETRY: 'yes' } }, 'off'],
  ] as const) {
    it(`turn telemetry on with ${what}`, () => assert.equal(parseConfiguration(raw).telemetry.telemetry, expected));
  }

  it('select offered models by glob', () => {
    const { answers } = parseConfiguration({ user: { guardedModels: ['*'] }, workspace: { guardedModels: ['a/b-*'] } });
    assert.deepEqual([answers.guardsModel('a/b-1', 'a/x'), answers.guardsModel('c/d')], [true, false]);
  });
});
