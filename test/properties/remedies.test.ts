import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Remedy } from '../../src/core/feedback/remedy';
import { type SettingsChange, withChanges } from '../../src/core/feedback/settingsChange';
import { parseConfiguration, type RawSettings } from '../../src/core/settings/parse';
import type { TimelineCall } from '../../src/core/timeline/timelineCall';
import { ONE, Watched } from '../fakes/watched';
import { sessionsWithResets } from '../generators/sessions';
import type { Step } from '../trajectories/notation';

const runs = { seed: 336767, numRuns: 60 };

const users: fc.Arbitrary<NonNullable<RawSettings['user']>> = fc.constantFrom<NonNullable<RawSettings['user']>[]>(
  {},
  { mode: 'warn' },
  { mode: 'chance' },
  { maxRepeats: 2, detectors: { repeat: { warn: 2 } } },
  { actions: ['continue', 'warn', 'break'] },
  { detectors: ['cycle', 'similar', 'stall'] },
  { preset: 'aggressive' },
  { tools: { run: { operationField: 'operation', maxRepeats: 3 }, 'r*': { exempt: false } } },
);

function play(steps: readonly Step[], user: NonNullable<RawSettings['user']>): Watched {
  const watched = new Watched(user);
  for (const step of steps) {
    if (step.kind === 'reset') {
      watched.guard.reset(ONE);
    } else if (step.kind === 'call') {
      watched.call(step.tool, step.arguments, step.result ?? null, { isError: step.isError === true });
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
    fc.property(sessionsWithResets, users, (steps, user) => {
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
    everyRemedy('fine', (watched, call, { changes }) => {
      const user = watched.settings.user ?? {};
      assert.ok(changes.every(({ path }) => path[0] === 'tools' && [call.tool, call.name].includes(path[1] ?? '')));
      const others = (settings: Readonly<Record<string, unknown>>): unknown => without(settings, changes);
      assert.deepEqual(others(withChanges(user, changes)), others(user));
    });
  }).timeout(120_000);

  it('makes no setting that cannot be used, and none that is probably a mistake', () => {
    everyRemedy('fine', (watched, _call, { changes }) => {
      const before = parseConfiguration(watched.settings);
      const after = parseConfiguration({ user: withChanges(watched.settings.user ?? {}, changes) });
      assert.deepEqual(after.problems, []);
      assert.deepEqual(
        after.settingsWarnings.filter((hazard) => !before.settingsWarnings.includes(hazard) && !/"\]: /.test(hazard)),
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
