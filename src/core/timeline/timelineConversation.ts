import type { ModelName } from '../../engine/facts/call';
import { compareResults } from '../../engine/ledger/rounds';
import { isSameLoop } from '../../engine/rules/finding';
import { ruleOf } from '../../engine/rules/registry';
import type { Detection } from '../../engine/decision/verdict';
import type { TimelineCall } from './timelineCall';

interface TimelineTurn {
  /** From 1; calls before the first message seen belong to turn 0. */
  readonly number: number;
  /** First characters, masked; undefined if no surface had it. */
  readonly prompt: string | undefined;
}

export interface TimelineLoop {
  /** Calls in which it was found, oldest first; at least one. */
  readonly detections: readonly TimelineCall[];
  readonly first: TimelineCall;
  readonly last: TimelineCall;
}

export interface ConversationSession {
  /** For programs: `local`, `agentHostCopilot`. */
  readonly type: string;
  /** For users; undefined for VS Code's own agent. */
  readonly name: string | undefined;
  /** The name of its folder, where that tells it apart from others. */
  readonly folder: string | undefined;
}

export class TimelineConversation {
  readonly calls: TimelineCall[] = [];
  readonly turns: TimelineTurn[] = [];
  model: ModelName | undefined;
  session: ConversationSession | undefined;
  forgottenCalls = 0;
  lastAtMs: number | undefined;
  countNumber = 0;

  /** By running number and agent: each agent counts for itself. */
  readonly #byIndex = new Map<string, TimelineCall>();
  readonly #byCallId = new Map<string, TimelineCall>();
  readonly #detected: TimelineCall[] = [];

  constructor(readonly id: string) {}

  /** What tells it apart from VS Code's own agent and from sessions in other folders. */
  get origin(): readonly string[] {
    return [this.session?.name, this.session?.folder].filter((part) => part !== undefined);
  }

  get size(): number {
    return this.forgottenCalls + this.calls.length;
  }

  get turn(): number {
    return this.turns.length;
  }

  get detections(): readonly TimelineCall[] {
    return this.#detected;
  }

  /** Oldest first. A detection whose evidence reaches back to the last one is the same loop: a warning, then a stop. */
  get loops(): readonly TimelineLoop[] {
    const loops: TimelineCall[][] = [];
    const last = new Map<string, { readonly loop: TimelineCall[]; readonly index: number | undefined }>();
    for (const call of this.#detected) {
      const { detection, index, agent, countNumber } = call;
      const counter = `${countNumber} ${agent ?? ''}`;
      const before = last.get(counter);
      const loop = detection !== undefined && before && isSameLoop(detection.finding, before.index) ? before.loop : [];
      if (loop.length === 0) {
        loops.push(loop);
      }
      loop.push(call);
      last.set(counter, { loop, index: index ?? before?.index });
    }
    return loops.map((detections) => ({
      detections,
      first: detections[0] as TimelineCall,
      last: detections.at(-1) as TimelineCall,
    }));
  }

  /** By the running number used in findings. */
  callAt(index: number, agent: string | undefined): TimelineCall | undefined {
    return this.#byIndex.get(placeOf(index, agent));
  }

  /** By its place in the conversation, from 1. */
  callNumbered(number: number): TimelineCall | undefined {
    return this.calls[number - 1 - this.forgottenCalls];
  }

  /** All repeats of a loop, and its calls after the last detection. A new result or an answer without them ends it. */
  repeatsOf({ number, round, turn, agent, detection }: TimelineCall): {
    readonly times: number;
    readonly later: readonly TimelineCall[];
  } {
    if (detection === undefined) {
      return { times: 1, later: [] };
    }
    const { detector, rule, period, steps, count, calls, results } = detection.finding;
    const times = ruleOf(rule).unit === 'seconds' ? calls.length : count;
    const later: TimelineCall[] = [];
    if (detector !== 'repeat' && detector !== 'cycle') {
      return { times, later };
    }
    const rounds = new Map<number | undefined, TimelineCall[]>();
    for (const call of this.calls.slice(number - this.forgottenCalls)) {
      if (call.agent === agent && call.round !== round) {
        rounds.set(call.round, [...(rounds.get(call.round) ?? []), call]);
      }
    }
    const pattern = steps.slice(-period).map(([index = 0]) => this.callAt(index, agent));
    let passed = 0;
    for (const ofRound of rounds.values()) {
      const before = pattern[passed % period];
      const isNext = (call: TimelineCall): boolean =>
        call.signature === before?.signature &&
        (results === 'changed' || compareResults([before ?? call, call]) !== 'changed');
      const repeats = ofRound.filter((call) => call.ran && call.turn === turn && isNext(call));
      if (repeats.length === 0) {
        break;
      }
      later.push(...repeats);
      passed += 1;
    }
    return { times: times + Math.floor(passed / period), later };
  }

  callOf(callId: string): TimelineCall | undefined {
    return this.#byCallId.get(callId);
  }

  add(call: TimelineCall): void {
    this.calls.push(call);
    this.lastAtMs = call.atMs;
    this.#byCallId.set(call.callId, call);
    if (call.index !== undefined) {
      this.#byIndex.set(placeOf(call.index, call.agent), call);
    }
  }

  found(call: TimelineCall, detection: Detection): void {
    call.detection = detection;
    if (!this.#detected.includes(call)) {
      this.#detected.push(call);
    }
  }

  forgetOldest(): void {
    const oldest = this.calls.shift();
    if (oldest === undefined) {
      return;
    }
    this.forgottenCalls += 1;
    if (this.#detected[0] === oldest) {
      this.#detected.shift();
    }
    if (oldest.index !== undefined) {
      this.#byIndex.delete(placeOf(oldest.index, oldest.agent));
    }
    if (this.#byCallId.get(oldest.callId) === oldest) {
      this.#byCallId.delete(oldest.callId);
    }
  }
}

function placeOf(index: number, agent: string | undefined): string {
  return `${index} ${agent ?? ''}`;
}
