import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DETECTOR_IDS } from '../../src/engine/rules/registry';
import { savedConversation } from '../../src/core/replay/savedConversation';
import { Timeline } from '../../src/core/timeline/timeline';
import { TimelineConversation } from '../../src/core/timeline/timelineConversation';
import type { RecordedSession } from '../../src/node/logs/recordedSession';
import { traceSession } from '../../src/node/logs/trace';
import { replayUnder } from '../../scripts/replayUnder';
import { parseConfiguration } from '../../src/core/settings/parse';
import { digestOf } from '../../src/node/files/hash';
import { settings, sessionsWithMoments, SIGNED_TOOLS, signedSessions } from '../generators/sessions';
import { call, type CallStep, type Step, type Trajectory } from '../trajectories/notation';
import { CONVERSATION, play, runs } from '../trajectories/player';

const generated = { seed: 336767, numRuns: 200 };
/** Eight times the calls that are kept, because on average no more calls of one answer count. */
const MOST_CALLS_IN_WINDOW = 8 * 40;
const OTHER_CONVERSATION = '__proto__';

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

describe('a verdict on any calls', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(signedSessions, settings, (steps, user) => {
        const flipped = mapCalls(steps, (step, index) =>
          index % 2 === 0 ? { ...step, arguments: reordered(step.arguments) } : step,
        );
        assert.deepEqual(actionsOf(flipped, user), actionsOf(steps, user));
      }),
      generated,
    );
  });

  it('depends on tool names only if they have a meaning, such as a wait or an edit', () => {
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
      generated,
    );
  });

  it('names calls that ran, in order, blocks only certain loops, and has a bounded window', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(sessionsWithMoments, settings, (steps, user) => {
        const { events, guard, verdicts } = play({ steps, settings: user, expected: [] });
        const ran = new Set<number>();
        for (const event of events) {
          if (event.kind === 'fault') {
            throw event.error;
          } else if (event.kind === 'recorded') {
            ran.add(event.entry.index);
          } else if (event.kind === 'detection') {
            const { entry, detection } = event;
            const { calls, count, threshold, detector, certainty } = detection.finding;
            assert.equal(calls.at(-1), entry.index, 'the checked call is the last');
            assert.deepEqual(
              calls,
              [...new Set(calls)].toSorted((one, other) => one - other),
            );
            assert.ok(detection.afterChance || calls.slice(0, -1).every((index) => ran.has(index)), 'all others ran');
            assert.ok(count >= threshold && threshold >= 2, `${count} of ${threshold}`);
            seen.add(`${detector} ${certainty}`);
          }
        }
        for (const { action, ...found } of verdicts) {
          if ('hint' in found && found.hint !== undefined) {
            seen.add(`${found.hint.finding.detector} likely`);
          }
          assert.ok(runs(action) || ('detection' in found && found.detection.finding.certainty === 'certain'), action);
          seen.add(action);
        }
        assert.ok(guard.status(CONVERSATION).callsInWindow <= MOST_CALLS_IN_WINDOW);
      }),
      generated,
    );
    for (const wanted of ['repeat likely', 'repeat certain', 'cycle likely', 'cycle certain', 'stall certain']) {
      assert.ok(seen.has(wanted), `no ${wanted}`);
    }
    for (const action of ['warn', 'ask', 'chance', 'break', 'stopped']) {
      assert.ok(seen.has(action), `no ${action}`);
    }
  });

  it('is the same next to another conversation of the same guard', () => {
    const isOther = (step: Step): boolean => step.kind === 'call' && step.conversation === OTHER_CONVERSATION;
    fc.assert(
      fc.property(signedSessions, signedSessions, settings, (own, others, user) => {
        // Their durations are unknown, so the clock doesn't change.
        const beside = mapCalls(others, (step) => ({ ...step, conversation: OTHER_CONVERSATION, tookMs: undefined }));
        const mixed = own.flatMap((step, index) => [step, ...beside.slice(index, index + 1).filter(isOther)]);
        const areOther = mixed.filter(({ kind }) => kind === 'call').map(isOther);
        assert.deepEqual(
          actionsOf(mixed, user).filter((_, index) => areOther[index] !== true),
          actionsOf(own, user),
        );
      }),
      generated,
    );
  });

  it('stops nothing if the guard only observes, and is none if it is off', () => {
    fc.assert(
      fc.property(sessionsWithMoments, settings, (steps, user) => {
        const observed = play({ steps, settings: user, ports: { observeOnly: true }, expected: [] });
        assert.ok(observed.actions.every((action) => action !== 'stopped'));
        assert.equal(observed.guard.status(CONVERSATION).stopped, undefined);
        const off = play({ steps, settings: { ...user, enabled: false }, expected: [] });
        assert.ok(off.actions.every((action) => action === 'allow'));
        assert.deepEqual(
          off.events.filter(({ kind }) => kind !== 'turn'),
          [],
        );
      }),
      { ...generated, numRuns: 100 },
    );
  });

  it('is the same from guards that each check one step and only know the stored state', () => {
    let found = 0;
    fc.assert(
      fc.property(sessionsWithMoments, settings, (steps, user) => {
        const trajectory = { steps, settings: { detectors: DETECTOR_IDS, ...user }, expected: [] };
        const [living, reborn] = [false, true].map((isReborn) => {
          const { verdicts, detections } = play(trajectory, isReborn);
          return { actions: verdicts.map(({ action }) => action), findings: detections.map(({ finding }) => finding) };
        });
        assert.deepEqual(reborn, living);
        found += living?.findings.length ?? 0;
      }),
      { ...generated, numRuns: 150 },
    );
    assert.ok(found > 100, `only ${found} findings`);
  });
});

describe('a replay of a session with times', () => {
  const untilHeld = (severities: readonly (readonly [string | undefined, string, string])[]): unknown[] => {
    const end = severities.findIndex(([, severity]) => severity === 'block');
    return severities.slice(0, end < 0 ? undefined : end + 1);
  };

  it('fires where the live guard acted, including moments, from the saved recording', () => {
    let fired = 0;
    let atMoments = 0;
    fc.assert(
      fc.property(sessionsWithMoments, settings, (steps, user) => {
        const { detections, events } = play({ steps, settings: user, expected: [] });
        const acted = detections
          .filter(({ action, finding }) => action !== 'continue' && finding.isHint !== true)
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
            found
              .filter(({ severity }) => severity !== 'hint')
              .map(({ index, severity, detector }) => [conversation.calls[index]?.callId, severity, detector]),
          ),
          untilHeld(acted),
        );
        fired += acted.length;
        atMoments += acted.filter(([callId]) => callId.startsWith('moment')).length;
      }),
      generated,
    );
    assert.ok(fired > 100 && atMoments > 20, `only ${fired} findings, ${atMoments} of them at moments`);
  });
});

describe('the cost of a call', () => {
  it('is a number of comparisons that grows with the window, not with the session', () => {
    const perCall = { short: readsPerCall(60), long: readsPerCall(400) };
    assert.ok(perCall.long <= 5 * 40, `${perCall.long} reads for one call`);
    assert.equal(perCall.long, perCall.short);
  });
});

/** Another name with the same meaning. */
function sameSign(tool: string, renamed: Readonly<Record<keyof typeof SIGNED_TOOLS, readonly string[]>>): string {
  for (const [sign, tools] of Object.entries(SIGNED_TOOLS) as [keyof typeof SIGNED_TOOLS, readonly string[]][]) {
    const at = tools.indexOf(tool);
    if (at >= 0) {
      return renamed[sign][at] ?? tool;
    }
  }
  return tool;
}

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
