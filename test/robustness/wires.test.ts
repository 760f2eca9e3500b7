import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sink } from '../fakes/sink';
import fc from 'fast-check';
import { parseConfiguration } from '../../src/core/settings/parse';
import { resolveSettings } from '../../src/core/settings/resolve';
import { ENGINE_KEYS, rowOf, TOP_NAMES } from '../../src/core/settings/table';
import { accepted } from '../../src/core/settings/values';
import { runHook } from '../../src/node/commands/hookCommand';
import { viewTranscript } from '../../src/node/logs/transcript';
import { HARNESS_NAMES, HARNESSES, recognise } from '../../src/node/agents/harnesses';
import { parseRawInput, translateInput } from '../../src/node/wire/input';
import { newFolderForEach } from '../fakes/newFolder';

const SEED = 336767;
const runs = { seed: SEED, numRuns: 1500 };

const FIELDS = [
  ...new Set([
    'hook_event_name',
    'permission_mode',
    'turn_id',
    'tool_calls',
    'timestamp',
    'transformedPrompt',
    '__proto__',
    'constructor',
    ...Object.values(HARNESSES).flatMap(({ fields }) => Object.values(fields).flat()),
  ]),
];
const EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'SessionStart',
  'Stop',
  '__proto__',
  'toString',
];

/** JSON objects with fields of harnesses, any of which may be missing or have any value. */
const inputs: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom(...FIELDS),
      fc.oneof({ weight: 3, arbitrary: fc.string() }, fc.jsonValue({ maxDepth: 3 })),
      { maxKeys: 12 },
    ),
    fc.option(fc.constantFrom(...EVENTS), { nil: undefined }),
  )
  .map(([fields, event]) => ({ ...fields, ...(event === undefined ? {} : { hook_event_name: event }) }));

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  inputs.map((input) => JSON.stringify(input)),
  fc.tuple(inputs, fc.nat(400)).map(([input, length]) => JSON.stringify(input).slice(0, length)),
  fc.json(),
);

describe('hook inputs of any kind', () => {
  let folder: string;
  newFolderForEach((made) => (folder = made));

  it('are translated, ignored, or refused with an error', () => {
    let translated = 0;
    fc.assert(
      fc.property(texts, (text) => {
        for (const read of [
          ...HARNESS_NAMES.map((name) => () => translateInput(parseRawInput(text), HARNESSES[name])),
          () => translateInput(parseRawInput(text), recognise(parseRawInput(text), {})),
        ]) {
          try {
            const input = read() as { sessionId?: unknown; tool?: unknown } | undefined;
            if (input !== undefined) {
              translated += 1;
              assert.equal(typeof input.sessionId, 'string');
              assert.ok(!('tool' in input) || typeof input.tool === 'string');
            }
          } catch (error) {
            assert.ok(
              error instanceof SyntaxError || /^A hook input (must be|has no)/.test((error as Error).message),
              String(error),
            );
          }
        }
      }),
      runs,
    );
    assert.ok(translated > 100, `${translated}`);
  });

  it('get an answer or one error line on the command line, and never block the first calls', async function () {
    this.timeout(60_000);
    let session = 0;
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom('auto' as const, ...HARNESS_NAMES), async (text, harness) => {
        const [output, errors] = [new Sink(), new Sink()];
        await runHook({ harness, stateFolder: join(folder, `${(session += 1)}`) }, text, output, errors, {});
        assert.equal(output.text, '');
        assert.match(errors.text, /^$|^tool-loop-guard: [^\n]+\n$/);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

describe('transcripts of any kind', () => {
  let folder: string;
  newFolderForEach((made) => (folder = made));

  const anyId = fc.oneof(fc.constantFrom('a', 'b'), fc.jsonValue({ maxDepth: 1 }));
  const lines = fc.oneof(
    fc.record({
      type: fc.constant('assistant.message'),
      id: anyId,
      data: fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.record({
          toolRequests: fc.oneof(
            fc.jsonValue(),
            fc.array(fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.record({ toolCallId: anyId }))),
          ),
        }),
      ),
    }),
    fc.record({
      type: fc.constant('tool.execution_complete'),
      data: fc.oneof(
        fc.jsonValue({ maxDepth: 1 }),
        fc.record({ toolCallId: anyId, success: fc.oneof(fc.boolean(), fc.jsonValue()) }),
      ),
    }),
    fc.jsonValue().map((value) => ['"assistant.message"', value]),
  );

  it('yield names of rounds and calls, or nothing', async () => {
    const path = join(folder, 'transcript.jsonl');
    let told = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(lines, { maxLength: 8 }), fc.nat(30), async (entries, cut) => {
        const text = entries.map((entry) => JSON.stringify(entry)).join('\n');
        writeFileSync(path, text.slice(cut === 0 ? 20 : 0, cut > 20 ? -cut : undefined));
        const { round, siblings, failed } = viewTranscript(path, 'a__vscode-1');
        assert.ok(round === undefined || typeof round === 'string');
        assert.ok([...siblings, ...failed.keys()].every((id) => typeof id === 'string'));
        told += siblings.size + failed.size;
      }),
      { seed: SEED, numRuns: 500 },
    );
    assert.ok(told > 50, `${told}`);
  });

  it('yield nothing if they aren’t files, and pipes aren’t waited for', async function () {
    assert.equal(viewTranscript(folder, 'a').round, undefined);
    assert.equal(viewTranscript('\u0000', 'a').round, undefined);
    const pipe = join(folder, 'pipe');
    if (spawnSync('mkfifo', [pipe]).status !== 0) {
      this.skip();
    }
    assert.equal(viewTranscript(pipe, 'a').round, undefined);
  });
});

describe('settings of any kind', () => {
  const anything = fc.oneof(
    fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
    fc.jsonValue(),
    fc.constant(Symbol('s')),
    fc.constant(() => 1),
    fc.constantFrom('warn', 'break', 3, true),
  );
  const names = fc.oneof(
    fc.constantFrom(...TOP_NAMES),
    fc.constantFrom('__proto__', 'constructor', 'messages', 'a'.repeat(200)),
  );
  const patterns = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...'*?[]{}()!+@|\\/.,^-a') }),
    fc.constant('a'.repeat(70_000)),
    fc.constantFrom('__proto__', 'constructor'),
  );
  const overrides = fc.dictionary(patterns, fc.oneof(anything, fc.dictionary(names, anything, { maxKeys: 3 })), {
    maxKeys: 4,
  });
  const raw = fc
    .tuple(
      fc.dictionary(names, anything, { maxKeys: 6 }),
      fc.record(
        {
          tools: overrides,
          modelOverrides: overrides,
          guardedModels: fc.array(patterns),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([some, more]) => ({ ...some, ...more }));

  it('yield a usable configuration, with a problem for each invalid value', () => {
    fc.assert(
      fc.property(
        raw,
        raw,
        fc.dictionary(
          fc.constantFrom(
            'TOOL_LOOP_MODE',
            'TOOL_LOOP_MAX_REPEATS',
            'TOOL_LOOP_TTL_SECONDS',
            'TOOL_LOOP_DETECTION_ENABLED',
          ),
          fc.string(),
        ),
        (user, workspace, environment) => {
          const configuration = parseConfiguration({ user, workspace, environment });
          assert.ok(configuration.problems.every(({ message }) => message !== ''));
          const { values } = resolveSettings(configuration, {}, ['a', 'a:b'], { vendor: 'v', family: 'f', id: 'i' });
          for (const key of ENGINE_KEYS) {
            assert.notEqual(accepted(rowOf(key).value, values[key]), undefined, key);
          }
        },
      ),
      { seed: SEED, numRuns: 400 },
    );
  });
});
