import type { ModelName } from '../call';
import type { TimelineCall } from './timelineCall';

/** A message of the person, as far as a surface told it. */
export interface TimelineTurn {
  /** From 1; calls before the first message seen are of turn 0. */
  readonly number: number;
  /** First characters of the prompt, masked; undefined when no surface told. */
  readonly prompt: string | undefined;
}

/** The calls of one conversation in their order, the oldest forgotten beyond a bound. */
export class TimelineConversation {
  readonly calls: TimelineCall[] = [];
  readonly turns: TimelineTurn[] = [];
  model: ModelName | undefined;
  /** Calls that were forgotten because there were too many. */
  forgottenCalls = 0;
  lastAtMs = 0;
  /** Which count the next call belongs to. */
  countNumber = 0;

  readonly #byIndex = new Map<number, TimelineCall>();
  readonly #byCallId = new Map<string, TimelineCall>();

  constructor(readonly id: string) {}

  /** Number of calls seen, forgotten ones included. */
  get size(): number {
    return this.forgottenCalls + this.calls.length;
  }

  /** Number of the message of the person that the next call follows. */
  get turn(): number {
    return this.turns.length;
  }

  /** Calls in which something was found, oldest first. */
  get detections(): readonly TimelineCall[] {
    return this.calls.filter(({ detection }) => detection !== undefined);
  }

  /** The call that a finding names by this running number. */
  callAt(index: number): TimelineCall | undefined {
    return this.#byIndex.get(index);
  }

  /** The call with this place in the conversation, from 1. */
  callNumbered(number: number): TimelineCall | undefined {
    return this.calls[number - 1 - this.forgottenCalls];
  }

  callOf(callId: string): TimelineCall | undefined {
    return this.#byCallId.get(callId);
  }

  add(call: TimelineCall): void {
    this.calls.push(call);
    this.lastAtMs = call.atMs;
    this.#byCallId.set(call.callId, call);
    if (call.index !== undefined) {
      this.#byIndex.set(call.index, call);
    }
  }

  forgetOldest(): void {
    const oldest = this.calls.shift();
    if (oldest === undefined) {
      return;
    }
    this.forgottenCalls += 1;
    if (oldest.index !== undefined) {
      this.#byIndex.delete(oldest.index);
    }
    if (this.#byCallId.get(oldest.callId) === oldest) {
      this.#byCallId.delete(oldest.callId);
    }
  }
}
