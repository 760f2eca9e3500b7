import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeOutcome } from '../../src/engine/facts/outcome';
import type { RecordedCall } from '../../src/engine/replay';
import { savedConversation } from '../../src/core/replay/savedConversation';
import { Timeline } from '../../src/core/timeline/timeline';
import { TimelineConversation } from '../../src/core/timeline/timelineConversation';
import type { RecordedSession } from '../../src/node/logs/recordedSession';
import { traceSession } from '../../src/node/logs/trace';
import { replayUnder } from '../../src/core/replay/replayUnder';
import { parseConfiguration } from '../../src/core/settings/parse';
import { digestOf } from '../../src/node/files/hash';
import {
  calls,
  sessionsInRounds,
  settings,
  sessionsWithMoments,
  SIGNED_TOOLS,
  signedSessions,
  TOOLS,
} from '../generators/sessions';
import { call, type CallStep, type Step, type Trajectory } from '../trajectories/notation';
import { CONVERSATION, play } from '../trajectories/player';

const runs = { seed: 336767, numRuns: 300 };

const actionsOf = (steps: readonly Step[], user: Trajectory['settings']): readonly string[] =>
  play({ steps, settings: user, expected: [] }).actions;

function mapCalls(steps: readonly Step[], change: (step: CallStep, index: number) => CallStep): Step[] {
  return steps.map((step, index) => (step.kind === 'call' ? change(step, index) : step));
}

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(reordered);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, field]): [string, unknown] => [key, reordered(field)])
      .reverse(),
  );
}

describe('whatever the calls, a verdict', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(
        sessionsInRounds,
        settings,
        fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.boolean(), { minLength: 1 }),
        (steps, user, values, flips) => {
          const given = mapCalls(steps, (step, index) => ({
            ...step,
            arguments: { value: values[index % values.length], given: step.arguments },
          }));
          const flipped = mapCalls(given, (step, index) =>
            flips[index % flips.length] === true ? { ...step, arguments: reordered(step.arguments) } : step,
          );
          assert.deepEqual(actionsOf(flipped, user), actionsOf(given, user));
        },
      ),
      runs,
    );
  });

  it('does not depend on the names of tools', () => {
    const names = fc.constantFrom(
      ['write', 'run', 'read'],
      ['edit_file', 'delete everything', 'mcp:über/x'],
      ['1', 'constructor', '__proto__'],
    );
    fc.assert(
      fc.property(sessionsInRounds, settings, names, (steps, user, renamed) => {
        const other = mapCalls(steps, (step) => ({ ...step, tool: renamed[TOOLS.indexOf(step.tool)] ?? step.tool }));
        assert.deepEqual(actionsOf(other, user), actionsOf(steps, user));
      }),
      runs,
    );
  });

  it('does not depend on the order of keys in calls that wait, edit and fail', () => {
    fc.assert(
      fc.property(signedSessions, settings, (steps, user) => {
        const flipped = mapCalls(steps, (step, index) =>
          index % 2 === 0 ? { ...step, arguments: reordered(step.arguments) } : step,
        );
        assert.deepEqual(actionsOf(flipped, user), actionsOf(steps, user));
      }),
      runs,
    );
  });

  it('depends on names of tools only where they are a sign: of a wait, of a look, of an edit', () => {
    const names = fc.record({
      plain: fc.constantFrom(['browse', 'look'], ['1', 'constructor'], ['mcp:über/x', '__proto__']),
      editing: fc.constantFrom(['write_file'], ['mcp_files_write'], ['createFile']),
      waiting: fc.constantFrom(['poll'], ['BashOutput'], ['mcp_shell_read_terminal']),
    });
    fc.assert(
      fc.property(signedSessions, settings, names, (steps, user, renamed) => {
        const other = mapCalls(steps, (step) => ({ ...step, tool: sameSign(step.tool, renamed) }));
        assert.deepEqual(actionsOf(other, user), actionsOf(steps, user));
      }),
      runs,
    );
  });

  it('does not depend on the calls of another conversation', () => {
    fc.assert(
      fc.property(
        sessionsInRounds,
        settings,
        fc.array(fc.tuple(fc.nat(100), calls), { maxLength: 40 }),
        (steps, user, others) => {
          const mixed = [...steps];
          for (const [place, other] of others) {
            mixed.splice(place % (mixed.length + 1), 0, { ...other, conversation: 'another' });
          }
          const actions = actionsOf(mixed, user);
          const own = mixed.filter((step) => step.kind === 'call').map((step) => step.conversation !== 'another');
          assert.deepEqual(
            actions.filter((_, index) => own[index]),
            actionsOf(steps, user),
          );
        },
      ),
      runs,
    );
  });

  it('lets the agent continue while the guard is off, and nothing is told', () => {
    fc.assert(
      fc.property(sessionsInRounds, settings, (steps, user) => {
        const onlyCalls = steps.filter(({ kind }) => kind === 'call');
        const played = play({ steps: onlyCalls, settings: { ...user, enabled: false }, expected: [] });
        assert.ok(played.actions.every((action) => action === 'allow'));
        assert.deepEqual(played.events, []);
        assert.equal(played.guard.status(CONVERSATION).callsInWindow, 0);
      }),
      runs,
    );
  });
});

describe('a replay', () => {
  it('fires where a live guard acts, up to the first call that is more than warned about', () => {
    fc.assert(
      fc.property(sessionsInRounds, settings, (steps, user) => {
        const fired = replayUnder(recorded(steps), parseConfiguration({ user }), digestOf).map(
          ({ index, severity, detector }) => [index, severity, detector],
        );
        const { verdicts } = play({ steps, settings: user, expected: [] });
        const acted = verdicts.flatMap((verdict, index) =>
          verdict.action === 'allow'
            ? []
            : [[index, verdict.action === 'warn' ? 'warn' : 'block', verdict.detection.finding.detector]],
        );
        const end = acted.findIndex(([, severity]) => severity === 'block');
        const last = end < 0 ? Infinity : Number(acted[end]?.[0]);
        assert.deepEqual(
          fired.filter(([index]) => Number(index) <= last),
          end < 0 ? acted : acted.slice(0, end + 1),
        );
      }),
      runs,
    );
  });
});

describe('a replay of a session with times', () => {
  const untilHeld = (severities: readonly (readonly [string | undefined, string, string])[]): unknown[] => {
    const end = severities.findIndex(([, severity]) => severity === 'block');
    return severities.slice(0, end < 0 ? undefined : end + 1);
  };

  it('fires where the live guard acted, at moments too, from the saved recording', () => {
    let fired = 0;
    let atMoments = 0;
    fc.assert(
      fc.property(sessionsWithMoments, settings, (steps, user) => {
        const { detections, events } = play({ steps, settings: user, expected: [] });
        const acted = detections
          .filter(({ action }) => action !== 'continue')
          .map(({ callId, action, finding }) => {
            const isHeld = action !== 'warn' && action !== 'nudge';
            return [callId, isHeld ? 'block' : 'warn', finding.detector] as const;
          });
        const timeline = new Timeline();
        events.forEach((event) => timeline.note(event));
        const conversation = timeline.conversation(CONVERSATION) ?? new TimelineConversation(CONVERSATION);
        const saved: unknown = JSON.parse(JSON.stringify(savedConversation(conversation, 'masked', digestOf)));
        const read = traceSession(saved, 'recording', 1) as RecordedSession;
        const found = replayUnder(read.calls, parseConfiguration({ user }), digestOf);
        assert.deepEqual(
          untilHeld(
            found.map(({ index, severity, detector }) => [conversation.calls[index]?.callId, severity, detector]),
          ),
          untilHeld(acted),
        );
        fired += acted.length;
        atMoments += acted.filter(([callId]) => callId.startsWith('moment')).length;
      }),
      runs,
    );
    assert.ok(fired > 100 && atMoments > 20, `only ${fired} findings, ${atMoments} of them at moments`);
  });
});

describe('what the guard keeps', () => {
  it(
    'is a finding of repeats only with calls that are repeats, in rounds of their own, since a message that changed ' +
      'something, within the TTL',
    () => {
      const loud = fc.constantFrom<NonNullable<Trajectory['settings']>[]>(
        { mode: 'warn' },
        { mode: 'warn', maxRepeats: 3, detectors: { repeat: { warn: 2 } } },
        { actions: ['warn'], maxRepeats: 2, detectors: { repeat: { warn: 2 } } },
      );
      let found = 0;
      fc.assert(
        fc.property(sessionsInRounds, loud, (steps, user) => {
          const { events: told } = play({ steps, settings: user, expected: [] });
          const made = madeCalls(steps);
          const known: { signature: string; made: MadeCall }[] = [];
          const begins: number[] = [];
          for (const event of told) {
            if (event.kind === 'recorded') {
              known.push({
                signature: event.entry.signature,
                made: made[known.length] ?? assert.fail('more calls recorded than made'),
              });
            } else if (event.kind === 'turn') {
              begins.push(known.length);
            } else if (event.kind === 'detection' && event.detection.finding.detector === 'repeat') {
              found += 1;
              const { calls: indexes, count, threshold, results } = event.detection.finding;
              const evidence = indexes.map((index) => known[index] ?? assert.fail(`no call ${index}`));
              const judged = known.at(-1);
              assert.equal(evidence.at(-1), judged);
              assert.ok(evidence.every(({ signature }) => signature === judged?.signature));
              // After a message, earlier calls count only if one of them failed at once as it had failed before; after
              // the next one also while the first call has no answer.
              for (const begin of begins) {
                const decides = begin === known.length - 1 ? (begins.findLast((each) => each < begin) ?? begin) : begin;
                const first = known[decides];
                const isAlike = (earlier: (typeof known)[number]): boolean =>
                  earlier.signature === first?.signature && earlier.made.result === first.made.result;
                assert.ok(begin <= (indexes[0] ?? 0) || known.slice(0, decides).some(isAlike));
              }
              assert.equal(new Set(evidence.map((entry) => entry.made.round)).size, evidence.length);
              const inRow = known.slice(indexes[0]);
              const since = inRow.map((entry) => entry.made.atSeconds);
              assert.ok(
                since.every((seconds, at) => seconds - (since[at - 1] ?? seconds) <= 120) ||
                  inRow.every(({ signature }) => signature === judged?.signature),
              );
              assert.equal(count, indexes.length);
              assert.ok(count >= threshold);
              assert.equal(results, comparison(evidence.slice(0, -1).map((entry) => entry.made)));
            }
          }
        }),
        runs,
      );
      assert.ok(found > 100, `only ${found} findings`);
    },
  );

  it('is bounded', () => {
    fc.assert(
      fc.property(
        sessionsInRounds,
        fc.integer({ min: 5, max: 60 }),
        fc.integer({ min: 2, max: 12 }),
        (steps, windowSize, maxRepeats) => {
          const many = Array.from({ length: 4 }, () => steps.filter(({ kind }) => kind === 'call')).flat();
          const { guard } = play({
            steps: many,
            settings: { mode: 'warn', matching: { windowSize }, maxRepeats },
            expected: [],
          });
          assert.ok(guard.status(CONVERSATION).callsInWindow <= 8 * Math.max(windowSize, 4 * maxRepeats));
        },
      ),
      { ...runs, numRuns: 60 },
    );
  });
});

describe('the cost of a call', () => {
  const anything = fc.oneof(
    fc.anything({
      maxDepth: 5,
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withTypedArray: true,
      withSparseArray: true,
    }),
    fc.anything().map((value) => ({ symbol: Symbol('s'), [Symbol('key')]: 1, value, method: () => value })),
    fc
      .tuple(fc.integer({ min: 1, max: 5000 }), fc.anything())
      .map(([depth, core]) => Array.from({ length: depth }).reduce<unknown>((inner) => ({ inner }), core)),
    fc.string().map((text) => `{"text": ${text}`),
  );

  it('is no exception and no fault, whatever the arguments, and equal ones count', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const { actions, events: told } = play({
          steps: [1, 2, 3, 4].map(() => call('read', value, 'text')),
          expected: [],
        });
        assert.deepEqual(
          told.filter(({ kind }) => kind === 'fault'),
          [],
        );
        assert.deepEqual(actions, ['allow', 'allow', 'warn', 'break']);
      }),
      runs,
    );
  });

  it('is one digest, two more when answered, one for a cause of failure', () => {
    fc.assert(
      fc.property(sessionsInRounds, (steps) => {
        let digests = 0;
        const hash = (text: string): string => {
          digests += 1;
          return digestOf(text);
        };
        const { verdicts, events: told } = play({ steps, settings: { mode: 'warn' }, ports: { hash }, expected: [] });
        const answers = told.flatMap((event) => (event.kind === 'outcome' ? [event.recorded] : []));
        const caused = answers.filter(({ kind, causeDigest }) => kind === 'failed' && causeDigest !== undefined);
        assert.equal(digests, verdicts.length + 2 * answers.length + caused.length);
      }),
      { ...runs, numRuns: 100 },
    );
  });

  it('is a number of comparisons that grows with the window, not with the session', () => {
    const perCall = { short: readsPerCall(60), long: readsPerCall(400) };
    assert.ok(perCall.long <= 5 * 40, `${perCall.long} reads for one call`);
    assert.equal(perCall.long, perCall.short);
  });
});

/** Another name that is the same sign. */
function sameSign(tool: string, renamed: Readonly<Record<keyof typeof SIGNED_TOOLS, readonly string[]>>): string {
  for (const [sign, tools] of Object.entries(SIGNED_TOOLS) as [keyof typeof SIGNED_TOOLS, readonly string[]][]) {
    const at = tools.indexOf(tool);
    if (at >= 0) {
      return renamed[sign][at] ?? tool;
    }
  }
  return tool;
}

interface MadeCall {
  readonly atSeconds: number;
  readonly round: string | undefined;
  readonly result: string | undefined;
  readonly isError: boolean;
}

function madeCalls(steps: readonly Step[]): MadeCall[] {
  const made: MadeCall[] = [];
  let atSeconds = 0;
  for (const step of steps) {
    if (step.kind === 'wait') {
      atSeconds += step.seconds;
    } else if (step.kind === 'call') {
      made.push({ atSeconds, round: step.round, result: step.result, isError: step.isError === true });
    }
  }
  return made;
}

function comparison(made: readonly MadeCall[]): string {
  const known = made.flatMap(({ result, isError }) =>
    result === undefined ? [] : [describeOutcome(result, isError, digestOf)],
  );
  if (known.length === 0) {
    return 'unknown';
  }
  if (known.every(({ kind }) => kind === 'failed')) {
    return 'errors';
  }
  if (new Set(known.map(({ digest }) => digest)).size === 1) {
    return 'same';
  }
  return new Set(known.map(({ shapeDigest }) => shapeDigest)).size === 1 ? 'similar' : 'changed';
}

function recorded(steps: readonly Step[]): RecordedCall[] {
  const made: RecordedCall[] = [];
  let atMs = 0;
  let afterUserMessage = false;
  for (const step of steps) {
    switch (step.kind) {
      case 'wait':
        atMs += step.seconds * 1000;
        break;
      case 'prompt':
        afterUserMessage = true;
        break;
      case 'call':
        made.push({
          tool: step.tool,
          arguments: step.arguments,
          round: step.round ?? '',
          afterUserMessage,
          atMs,
          outcome:
            step.result === undefined ? undefined : describeOutcome(step.result, step.isError === true, digestOf),
        });
        afterUserMessage = false;
    }
  }
  return made;
}

/** How often the most expensive of n similar calls reads an argument. */
function readsPerCall(n: number): number {
  let reads = 0;
  let most = 0;
  const steps = Array.from({ length: n }, (_, index) =>
    call(
      'search',
      {
        get query() {
          reads += 1;
          return `how to write a loop, variation ${'abcdefghijklmnopqrstuvwxyz'.charAt(index % 26)}`;
        },
      },
      'one result, the same every time',
    ),
  );
  const report = (): void => {
    most = Math.max(most, reads);
    reads = 0;
  };
  play({ steps, settings: { mode: 'warn' }, ports: { report }, expected: [] });
  return most;
}
