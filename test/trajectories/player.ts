import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import assert from 'node:assert/strict';
import type { ObservedEvent } from '../../src/core/events/events';
import { MOMENT_NAMES } from '../../src/engine/facts/call';
import { Guard } from '../../src/engine/guard';
import type { GuardPorts } from '../../src/engine/ports';
import type { ConversationState } from '../../src/engine/conversation';
import { parseArguments } from '../../src/engine/values/canonical';
import { parseConfiguration } from '../../src/core/settings/parse';
import type { Detection, Verdict } from '../../src/engine/decision/verdict';
import { digestOf } from '../../src/node/files/hash';
import type { Answer, CallStep, Step, Trajectory } from './notation';

export const CONVERSATION = 'conversation-1';

export interface Played {
  readonly guard: Guard;
  readonly verdicts: readonly Verdict[];
  readonly actions: readonly Answer[];
  readonly events: readonly ObservedEvent[];
  /** Findings that led to something, in order, without refusals that follow from an earlier one. */
  readonly detections: readonly Detection[];
}

/** @param isReborn each step gets a new guard that only knows the stored state, as in processes of hooks */
export function play(trajectory: Trajectory, isReborn = false): Played {
  const player = new Player(trajectory);
  for (const step of trajectory.steps) {
    player.step(step);
    if (isReborn) {
      player.restart();
    }
  }
  return player.played();
}

export function runs(action: Answer): boolean {
  return ['allow', 'hint', 'warn', 'ask'].includes(action);
}

export function assertExpected(trajectory: Trajectory): void {
  const { name = 'verdicts', expected, detectors, faults = 0, also } = trajectory;
  const played = play(trajectory);
  if (isVerdicts(expected)) {
    assert.deepEqual(played.actions, expected, name);
  } else {
    assert.deepEqual(firstOf(played.actions), expected, name);
  }
  assert.equal(played.events.filter(({ kind }) => kind === 'fault').length, faults, `${name}: faults`);
  if (detectors !== undefined) {
    assert.deepEqual(
      played.detections.map(({ finding }) => finding.detector),
      detectors,
      `${name}: detectors`,
    );
  }
  also?.(played);
}

function isVerdicts(expected: Trajectory['expected']): expected is readonly Answer[] {
  return Array.isArray(expected);
}

function firstOf(actions: readonly Answer[]): Partial<Record<Answer, number>> {
  const first: Partial<Record<Answer, number>> = {};
  for (const [index, action] of actions.entries()) {
    if (action !== 'allow' && action !== 'stopped') {
      first[action] ??= index + 1;
    }
  }
  return first;
}

class Player {
  readonly #events: ObservedEvent[] = [];
  readonly #detections: Detection[] = [];
  readonly #verdicts: Verdict[] = [];
  #guard: Guard;
  readonly #known = new Set([CONVERSATION]);
  readonly #ports: GuardPorts;
  #nowMs = 1_000_000;
  #moments = 0;

  constructor({ settings, ports }: Trajectory) {
    const configuration = parseConfiguration({ user: settings });
    this.#ports = {
      hash: digestOf,
      settingsFor: new ConversationSettings(() => configuration).settingsFor,
      report: (event) => {
        this.#events.push(event);
        if (event.kind === 'detection') {
          this.#detections.push(event.detection);
        }
      },
      ...ports,
    };
    this.#guard = new Guard(this.#ports);
  }

  /** Continues with another guard, which only knows the stored state of the conversations. */
  restart(): void {
    const former = this.#guard;
    this.#guard = new Guard(this.#ports);
    for (const conversationId of this.#known) {
      const snapshot = former.snapshot(conversationId);
      if (snapshot !== undefined) {
        this.#guard.restore(conversationId, JSON.parse(JSON.stringify(snapshot)) as ConversationState);
      }
    }
  }

  step(step: Step): void {
    switch (step.kind) {
      case 'call':
        this.#call(step);
        break;
      case 'wait':
        this.#nowMs += step.seconds * 1000;
        break;
      case 'userMessage':
        this.#guard.beginTurn(CONVERSATION, undefined, step.by);
        break;
      case 'moment':
        this.#moments += 1;
        this.#guard.check(
          CONVERSATION,
          { id: `moment ${this.#moments}`, tool: MOMENT_NAMES[step.moment], arguments: {}, moment: step.moment },
          this.#nowMs,
        );
        break;
    }
  }

  played(): Played {
    return {
      guard: this.#guard,
      verdicts: this.#verdicts,
      actions: this.#verdicts.map((verdict) => ('hint' in verdict ? 'hint' : verdict.action)),
      events: this.#events,
      detections: this.#detections,
    };
  }

  #call({
    tool,
    arguments: callArguments,
    result,
    isError = false,
    tookMs,
    round,
    conversation = CONVERSATION,
  }: CallStep): void {
    this.#known.add(conversation);
    const callId = `call-${this.#verdicts.length}`;
    const verdict = this.#guard.check(
      conversation,
      { id: callId, tool, arguments: callArguments, round: round ?? callId },
      this.#nowMs,
    );
    this.#verdicts.push(verdict);
    if ('hint' in verdict) {
      this.#detections.push(verdict.hint);
    }
    if (result !== undefined && runs(verdict.action)) {
      this.#nowMs += tookMs ?? 0;
      const outcome = { callId, result, isError, arguments: parseArguments(callArguments) };
      this.#guard.record(conversation, outcome, tookMs === undefined ? undefined : this.#nowMs);
    }
  }
}
