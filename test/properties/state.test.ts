import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DETECTOR_IDS, detectorOf } from '../../src/engine/rules/registry';
import { type Moment, MOMENT_NAMES } from '../../src/engine/facts/moment';
import type { ConversationState } from '../../src/engine/conversation';
import { Guard } from '../../src/engine/guard';
import type { Configuration } from '../../src/core/settings/configuration';
import { parseConfiguration } from '../../src/core/settings/parse';
import type { Verdict } from '../../src/engine/decision/verdict';
import { digestOf } from '../../src/node/files/hash';

const ID = 'conversation';

type Step =
  | {
      readonly kind: 'call';
      readonly tool: string;
      readonly query: unknown;
      readonly result: string | undefined;
      readonly isError: boolean;
      readonly tookMs: number;
      readonly sameRound: boolean;
      readonly again: boolean;
    }
  | { readonly kind: 'prompt' | 'reset' }
  | { readonly kind: 'moment'; readonly moment: Moment }
  | { readonly kind: 'wait'; readonly seconds: number };

const tools = fc.constantFrom('read', 'write', 'plan', 'edit_file', 'await_terminal', 'get_terminal_output');
const queries = fc.constantFrom<unknown>(
  'one',
  'two',
  'three',
  'one and two and three',
  'one and two and more',
  { old_string: 'first line\nsecond line', new_string: 'first line' },
  { old_string: 'first line\nsecond line of two', new_string: 'second line' },
  { content: 'a long file\n'.repeat(200) },
  { id: 'b7' },
  { id: 'c9' },
);
const rejections = fc.constantFrom(
  'Error: no such file',
  'Error: invalid input: one and two and three\nMore about it',
  'Error: invalid input: one and two and more\nSomething else about it',
);
const results = fc.oneof(
  rejections,
  fc.constantFrom(
    'ok',
    'an answer that is longer than an acknowledgement',
    'The command is still running.',
    'Command is running in terminal with ID=b7',
    'Command is running in terminal with ID=c9',
    'The process exited with code 0.',
    '[]',
    undefined,
  ),
);

const calls: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('call' as const),
  tool: tools,
  query: queries,
  result: results,
  isError: fc.constantFrom(false, false, true),
  tookMs: fc.constantFrom(5, 5, 2_000, 60_000),
  sameRound: fc.constantFrom(false, false, false, true),
  again: fc.constantFrom(false, false, false, false, true),
});

/** One tool fails whatever is varied. */
const failingRow: fc.Arbitrary<Step[]> = fc
  .tuple(tools, rejections, fc.array(queries, { minLength: 2, maxLength: 6 }))
  .map(([tool, result, varied]) =>
    varied.map((query) => ({
      kind: 'call',
      tool,
      query,
      result,
      isError: true,
      tookMs: 5,
      sameRound: false,
      again: false,
    })),
  );

const pauses = fc.constantFrom<Step[]>(
  { kind: 'prompt' },
  { kind: 'reset' },
  { kind: 'wait', seconds: 50 },
  { kind: 'wait', seconds: 121 },
  { kind: 'wait', seconds: -60 },
  { kind: 'moment', moment: 'compacted' },
  { kind: 'moment', moment: 'continued' },
);

const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            fc.array(fc.oneof({ weight: 15, arbitrary: calls }, { weight: 1, arbitrary: pauses }), {
              minLength: 1,
              maxLength: 4,
            }),
            fc.integer({ min: 1, max: 7 }),
          )
          .map(([piece, times]) => Array.from({ length: times }, () => piece).flat()),
      },
      { weight: 1, arbitrary: failingRow },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pieces) => pieces.flat());

const settings = fc.constantFrom<Record<string, unknown>[]>(
  {},
  { mode: 'chance' },
  { mode: 'warn', maxRepeats: 2, detectors: { repeat: { warn: 2 } } },
  { actions: ['warn', 'ask', 'break'] },
  { actions: ['continue', 'chance'] },
  { maxRepeats: 2, matching: { windowSize: 5 } },
  { detectors: { obstacle: { warn: 2, limit: 3 }, stall: { warn: 3 } } },
  { ttlSeconds: 600, detectors: { waiting: { warn: 30, limit: 120 } } },
  { preset: 'aggressive' },
  { tools: { plan: { operationField: 'query' } } },
);

/** All that compare without the arguments, which are not stored. */
const COMPARED = DETECTOR_IDS.filter((id) => detectorOf(id).readsArguments !== true);

const configured = (user: Record<string, unknown>): Configuration =>
  parseConfiguration({ user: { detectors: COMPARED, ...user } });

/** What a person and a model would notice of a verdict. */
function visible(verdict: Verdict): unknown {
  return verdict.action === 'allow'
    ? 'allow'
    : [
        verdict.action,
        verdict.detection.finding,
        verdict.detection.settings,
        verdict.detection.afterChance,
        verdict.detection.tool,
      ];
}

/** The verdicts of a guard; `reborn` may put another one in its place before each step. */
function verdicts(all: readonly Step[], configuration: Configuration, reborn: (guard: Guard) => Guard): unknown[] {
  let guard = newGuard(configuration);
  let nowMs = 1_000_000_000;
  let round = 0;
  let lastId = '';
  const seen: unknown[] = [];
  for (const [index, step] of all.entries()) {
    guard = reborn(guard);
    nowMs += step.kind === 'wait' ? step.seconds * 1000 : 10;
    if (step.kind === 'prompt') {
      guard.beginTurn(ID);
    } else if (step.kind === 'reset') {
      guard.reset(ID);
    } else if (step.kind === 'moment') {
      const moment = { tool: MOMENT_NAMES[step.moment], arguments: {}, moment: step.moment };
      seen.push(visible(guard.check(ID, { id: `moment-${index}`, ...moment }, nowMs)));
    } else if (step.kind === 'call') {
      round += step.sameRound ? 0 : 1;
      const id = step.again && lastId !== '' ? lastId : `call-${index}`;
      lastId = id;
      const verdict = guard.check(
        ID,
        { id, tool: step.tool, arguments: { query: step.query }, round: `round ${round}` },
        nowMs,
      );
      seen.push(visible(verdict));
      if (
        step.result !== undefined &&
        (verdict.action === 'allow' || verdict.action === 'warn' || verdict.action === 'ask')
      ) {
        guard = reborn(guard);
        nowMs += step.tookMs;
        const asked = { query: step.query };
        const outcome = { callId: id, result: step.result, isError: step.isError, arguments: asked };
        guard.record(ID, outcome, nowMs, (nudge) => seen.push(['nudged', nudge.finding]));
      }
    }
  }
  return [...seen, guard.status(ID).counts];
}

function newGuard(configuration: Configuration): Guard {
  return new Guard({
    hash: digestOf,
    settingsFor: new ConversationSettings(() => configuration).settingsFor,
    report: (event) => {
      if (event.kind === 'fault') {
        throw event.error;
      }
    },
  });
}

describe('conversation state', function () {
  this.timeout(120_000);

  it('lets a new guard at every step say what one living guard says, of moments too, and what it nudges', () => {
    const said = { nudges: 0, moments: 0 };
    fc.assert(
      fc.property(steps, settings, (all, user) => {
        const configuration = configured(user);
        const acrossProcesses = verdicts(all, configuration, (guard) => {
          const snapshot = guard.snapshot(ID);
          const next = newGuard(configuration);
          if (snapshot !== undefined) {
            next.restore(ID, JSON.parse(JSON.stringify(snapshot)) as ConversationState);
          }
          return next;
        });
        assert.deepEqual(
          acrossProcesses,
          verdicts(all, configuration, (guard) => guard),
        );
        const texts = acrossProcesses.map((one) => JSON.stringify(one));
        said.nudges += texts.filter((text) => text.startsWith('["nudged"')).length;
        said.moments += texts.filter((text) => /"(?:agent_continued|context_compacted)"/.test(text)).length;
      }),
      { seed: 336767, numRuns: 150 },
    );
    assert.ok(said.nudges > 20 && said.moments > 5, JSON.stringify(said));
  });
});
