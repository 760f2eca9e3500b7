import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Remedy } from '../../src/core/feedback/remedy';
import { type SettingsChange, withChanges } from '../../src/core/feedback/settingsChange';
import { parseConfiguration, type RawSettings } from '../../src/core/settings/parse';
import type { TimelineCall } from '../../src/core/timeline/timelineCall';
import { ONE, Watched } from '../fakes/watched';

const runs = { seed: 336767, numRuns: 60 };

type Made = {
  readonly tool: string;
  readonly query: string;
  readonly operation: string;
  readonly answer: string | undefined;
  readonly isError: boolean;
};

const made: fc.Arbitrary<Made> = fc.record({
  tool: fc.constantFrom('read', 'write', 'plan'),
  query: fc.constantFrom('how to write a loop', 'how to write a loop?', 'How to  write a loop', 'nothing of the kind'),
  operation: fc.constantFrom('add', 'list'),
  answer: fc.constantFrom(
    'ok',
    'an answer that is longer than an acknowledgement',
    'Error: no such file',
    '[]',
    '17 percent',
    undefined,
  ),
  isError: fc.boolean(),
});

/**
 * Short pieces played several times over: most sessions have a loop, or nearly one. Undefined: the person asks for a
 * fresh count.
 */
const sessions: fc.Arbitrary<(Made | undefined)[]> = fc
  .array(
    fc
      .tuple(
        fc.array(fc.oneof({ weight: 20, arbitrary: made }, { weight: 1, arbitrary: fc.constant(undefined) }), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.integer({ min: 1, max: 6 }),
      )
      .map(([piece, times]) => Array.from({ length: times }, () => piece).flat()),
    { minLength: 1, maxLength: 4 },
  )
  .map((pieces) => pieces.flat());

const users: fc.Arbitrary<NonNullable<RawSettings['user']>> = fc.constantFrom<NonNullable<RawSettings['user']>[]>(
  {},
  { mode: 'warn' },
  { mode: 'chance' },
  { maxRepeats: 2, warnRepeats: 2 },
  { actions: ['continue', 'warn', 'break'] },
  { detectors: ['cycle', 'similar', 'stall'] },
  { preset: 'aggressive' },
  { operationFields: { plan: 'operation' }, toolOverrides: { plan: { maxRepeats: 3 }, 'r*': { exempt: false } } },
);

function play(steps: readonly (Made | undefined)[], user: RawSettings['user']): Watched {
  const watched = new Watched(user);
  for (const step of steps) {
    if (step === undefined) {
      watched.guard.reset(ONE);
    } else {
      watched.call(step.tool, { query: step.query, operation: step.operation }, step.answer, {
        isError: step.isError && step.answer?.startsWith('Error') === true,
      });
    }
  }
  return watched;
}

/** Plays sessions and looks at every remedy that is offered for any of their calls. */
function everyRemedy(
  verdict: 'fine' | 'loop',
  look: (watched: Watched, call: TimelineCall, remedy: Remedy) => void,
  numRuns = runs.numRuns,
): number {
  let seen = 0;
  fc.assert(
    fc.property(sessions, users, (steps, user) => {
      const watched = play(steps, user);
      for (const call of watched.timeline.conversation(ONE)?.detections.slice(0, 3) ?? []) {
        for (const remedy of watched.ask(verdict, call).remedies) {
          seen += 1;
          look(watched, call, remedy);
        }
      }
    }),
    { ...runs, numRuns },
  );
  return seen;
}

describe('every remedy that is offered', () => {
  it('keeps the call from being found, when it was fine', () => {
    const seen = everyRemedy('fine', (watched, call, { changes }) =>
      assert.equal(watched.replayed(changes, call).has(call.number), false),
    );
    assert.ok(seen > 150, `only ${seen} remedies`);
  }).timeout(120_000);

  it('holds the call back, when it was a loop', () => {
    const modesThatHoldBack = (watched: Watched): boolean =>
      watched.settings.user?.['mode'] !== 'warn' &&
      watched.settings.user?.['actions'] === undefined &&
      watched.settings.user?.['preset'] === undefined;
    const seen = everyRemedy(
      'loop',
      (watched, call, { changes }) => {
        if (modesThatHoldBack(watched)) {
          assert.match(watched.replayed(changes, call).get(call.number) ?? 'nothing', /block$/);
        }
      },
      120,
    );
    assert.ok(seen > 50, `only ${seen} remedies`);
  }).timeout(120_000);

  it('changes nothing outside its own setting, and only of its tool', () => {
    everyRemedy('fine', (watched, call, { kind, changes }) => {
      const user = watched.settings.user ?? {};
      const setting = {
        raise: 'toolOverrides',
        lower: 'toolOverrides',
        exempt: 'toolOverrides',
        operation: 'operationFields',
        countArgument: 'ignoredArguments',
        ignoreArgument: 'ignoredArguments',
      }[kind];
      assert.ok(changes.every(({ path }) => path[0] === setting && [call.tool, call.name].includes(path[1] ?? '')));
      const others = (settings: Readonly<Record<string, unknown>>): unknown => without(settings, changes);
      assert.deepEqual(others(withChanges(user, changes)), others(user));
    });
  }).timeout(120_000);

  it('makes no setting that cannot be used, and none that is hardly meant', () => {
    everyRemedy('fine', (watched, _call, { changes }) => {
      const before = parseConfiguration(watched.settings);
      const after = parseConfiguration({ user: withChanges(watched.settings.user ?? {}, changes) });
      assert.deepEqual(after.problems, []);
      assert.deepEqual(
        after.hazards.filter((hazard) => !before.hazards.includes(hazard) && !/"\]: /.test(hazard)),
        [],
      );
    });
  }).timeout(120_000);
});

/** The settings without what stands at these paths, and without objects that are empty then. */
function without(settings: Readonly<Record<string, unknown>>, changes: readonly SettingsChange[]): unknown {
  const removed = withChanges(
    settings,
    changes.map(({ path }) => ({ path, value: undefined })),
  );
  return JSON.parse(
    JSON.stringify(removed, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).filter(([, inner]) => JSON.stringify(inner) !== '{}'))
        : value,
    ),
  ) as unknown;
}
