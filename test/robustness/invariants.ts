import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import assert from 'node:assert/strict';
import type { GuardEvent } from '../../src/engine/ports';
import { Guard } from '../../src/engine/guard';
import { parseConfiguration } from '../../src/core/settings/parse';
import type { Detection, Verdict } from '../../src/engine/decision/verdict';
import { digestOf } from '../../src/node/files/hash';
import { answerOf, assertEvidence, type MadeCall } from './evidence';
import { ARGUMENTS, CONVERSATIONS, type Session, type Step } from './session';

/** What was seen while sessions were played: a check that saw nothing proves nothing. */
export class Tally {
  calls = 0;
  findings = 0;
  readonly actions: Record<string, number> = {};
  readonly detectors: Record<string, number> = {};

  add(verdict: Verdict): void {
    this.calls += 1;
    this.actions[verdict.action] = (this.actions[verdict.action] ?? 0) + 1;
    if ('hint' in verdict) {
      this.found(verdict.hint);
    }
  }

  found({ finding: { detector, certainty } }: Detection): void {
    this.findings += 1;
    const name = `${detector} ${certainty}`;
    this.detectors[name] = (this.detectors[name] ?? 0) + 1;
  }
}

/** How many verdicts a guard remembers by the id of the call (src/engine/conversation.ts). */
const REMEMBERED = 100;
/** How many calls an answer has at most, on the average of those that are kept. */
const MOST_CALLS = 8;

/** A conversation as the test knows it. */
class Mirror {
  readonly made: MadeCall[] = [];
  readonly verdicts = new Map<string, Verdict>();
  /** By the ID of their call. */
  readonly detections = new Map<string, Detection>();
  turn = 0;
  #resets = 0;
  readonly #byId = new Map<string, MadeCall>();

  number({ tool, variant, id }: Extract<Step, { kind: 'call' }>, atMs: number): void {
    const call = {
      tool,
      variant,
      round: '',
      atMs,
      turn: this.turn,
      resets: this.#resets,
      ran: false,
      answer: undefined,
    };
    this.made.push(call);
    this.#byId.set(id, call);
  }

  answered(id: string, answer: number): void {
    const call = this.#byId.get(id);
    if (call !== undefined && call.ran && call.turn === this.turn) {
      call.answer ??= answerOf(answer);
    }
  }

  /** Whether a call of this ID has run, in this turn or before: its turn may still count. */
  hasRun(id: string): boolean {
    return this.#byId.get(id)?.ran === true;
  }

  clear(kind: 'turn' | 'reset'): void {
    this.turn += 1;
    this.#resets += kind === 'reset' ? 1 : 0;
    this.verdicts.clear();
  }
}

/** Who asks again brings the arguments; under the same ID they may be others here. */
function withoutArguments(verdict: Verdict): unknown {
  return verdict.action === 'allow' ? verdict : { ...verdict, detection: { ...verdict.detection, arguments: '' } };
}

/** A way of playing a session. */
export type Manner = 'live' | 'observeOnly' | 'disabled';

/**
 * Plays a session on one guard and holds each verdict against what must be true of it, whatever the calls:
 * no fault; a call whose id is known gets its verdict again; whatever is held back has a certain finding whose evidence
 * is there (assertEvidence); a window never grows beyond its bound; a guard that is off only allows and tells nothing;
 * one that only observes never stops.
 *
 * @returns the actions of each conversation
 */
export function play({ user, steps }: Session, manner: Manner, tally: Tally): Map<string, string[]> {
  const events: GuardEvent[] = [];
  const configuration = parseConfiguration({ user: manner === 'disabled' ? { ...user, enabled: false } : user });
  const conversations = new ConversationSettings(() => configuration);
  const guard = new Guard({
    hash: digestOf,
    settingsFor: conversations.settingsFor,
    report: (event) => events.push(event),
    observeOnly: manner === 'observeOnly',
  });
  const mirrors = new Map<string, Mirror>();
  const actions = new Map<string, string[]>();
  const late = new Map<string, { id: string; answer: number }>();
  let nowMs = 1_000_000;

  const tell = (conversation: string, id: string, answer: number): void => {
    const { text, isError } = answerOf(answer);
    if (text !== undefined) {
      guard.record(conversation, { callId: id, result: text, isError });
      mirrors.get(conversation)?.answered(id, answer);
    }
  };

  for (const step of steps) {
    nowMs += 10;
    events.length = 0;
    if (step.kind === 'clock') {
      nowMs += step.seconds * 1000;
      continue;
    }
    const mirror = mirrors.get(step.conversation) ?? new Mirror();
    mirrors.set(step.conversation, mirror);
    if (step.kind !== 'call') {
      guard[step.kind === 'turn' ? 'beginTurn' : 'reset'](step.conversation);
      mirror.clear(step.kind);
      continue;
    }
    const { conversation, id, tool, variant, round, answer } = step;
    const before = mirror.verdicts.get(id);
    const stopped = guard.status(conversation).stopped;
    const verdict = guard.check(conversation, { id, tool, arguments: ARGUMENTS[variant]?.(), round }, nowMs);
    tally.add(verdict);
    const said = actions.get(conversation) ?? [];
    actions.set(conversation, said);
    said.push(verdict.action);
    if (manner === 'disabled') {
      assert.equal(verdict.action, 'allow');
      assert.deepEqual(events, []);
      continue;
    }
    const isOfEarlierTurn = verdict.action === 'allow' && events.length === 0 && mirror.hasRun(id);
    if (before === undefined && !isOfEarlierTurn) {
      if (verdict.action !== 'stopped') {
        mirror.number(step, nowMs);
      }
      judge(verdict, mirror, stopped);
      mirror.verdicts.set(id, verdict);
      if (mirror.verdicts.size > REMEMBERED) {
        mirror.verdicts.delete([...mirror.verdicts.keys()][0] ?? '');
      }
    } else if (before !== undefined) {
      assert.deepEqual(withoutArguments(verdict), withoutArguments(before), 'a known call has its verdict');
      assert.deepEqual(events, []);
    }
    assertNoFault(events);
    assertBounded(conversation);
    const earlier = late.get(conversation);
    if (earlier !== undefined) {
      late.delete(conversation);
      tell(conversation, earlier.id, earlier.answer);
    }
    if (step.lateAnswer) {
      late.set(conversation, { id, answer });
    } else {
      tell(conversation, id, answer);
    }
    tell(conversation, `${id} is unknown`, answer);
    assertNoFault(events);
  }
  return actions;

  function judge(verdict: Verdict, mirror: Mirror, stoppedBefore: Detection | undefined): void {
    const ran = events.some(({ kind }) => kind === 'recorded');
    const call = mirror.made.at(-1);
    const runs = verdict.action === 'allow' || verdict.action === 'warn' || verdict.action === 'ask';
    assert.equal(ran, runs || manner === 'observeOnly', `${verdict.action}, and yet ${ran ? 'run' : 'not run'}`);
    for (const event of events) {
      if (call !== undefined && (event.kind === 'recorded' || event.kind === 'detection')) {
        // The time decides about a call that names no round: see sameAnswer.test.ts.
        call.round = String(event.entry.round);
      }
      if (event.kind === 'detection') {
        tally.found(event.detection);
        mirror.detections.set(event.detection.callId, event.detection);
        assertEvidence(event.detection, mirror.made);
      }
    }
    if (call !== undefined) {
      call.ran = ran && verdict.action !== 'stopped' ? true : call.ran;
    }
    if (verdict.action === 'allow') {
      return;
    }
    const told = mirror.detections.get(verdict.detection.callId);
    assert.deepEqual(verdict.detection, told, 'a verdict has a detection that was told');
    if (!runs) {
      assert.equal(verdict.detection.finding.certainty, 'certain');
    }
    if (verdict.action === 'stopped') {
      assert.notEqual(manner, 'observeOnly');
      assert.equal(verdict.detection, stoppedBefore);
    }
    if (manner === 'observeOnly') {
      assert.equal(guard.status(verdict.detection.conversationId).stopped, undefined);
    }
  }

  function assertBounded(conversation: string): void {
    const { callsInWindow, model } = guard.status(conversation);
    const effective = conversations.effective(conversation, model);
    assert.ok(
      callsInWindow <= MOST_CALLS * Math.max(effective.values.windowSize, 4 * Math.max(effective.values.maxRepeats, 3)),
      `${callsInWindow} calls in the window`,
    );
  }
}

function assertNoFault(events: readonly GuardEvent[]): void {
  for (const event of events) {
    if (event.kind === 'fault') {
      throw event.error;
    }
  }
}

/** Conversations that are mixed on one guard go as they go on a guard of their own. */
export function assertIsolated(session: Session, mixed: ReadonlyMap<string, readonly string[]>, tally: Tally): void {
  for (const conversation of CONVERSATIONS) {
    // The clock goes on as it did, so the steps of others become steps that do nothing.
    const steps = session.steps.map((step): Step =>
      step.kind === 'clock' || step.conversation === conversation ? step : { kind: 'clock', seconds: 0 },
    );
    assert.deepEqual(play({ ...session, steps }, 'live', tally).get(conversation), mixed.get(conversation));
  }
}
