import type { ModelName } from '../../engine/call';
import { isSameLoop } from '../../engine/finding';
import type { TimelineCall } from './timelineCall';

/** A message of the person, as far as a surface told it. */
interface TimelineTurn {
  /** From 1; calls before the first message seen are of turn 0. */
  readonly number: number;
  /** First characters of the prompt, masked; undefined when no surface told. */
  readonly prompt: string | undefined;
}

/** What is known of the session that a conversation is. */
export interface ConversationSession {
  /** A name for programs: `local`, `agentHostCopilot`. */
  readonly type: string;
  /** The name that a person reads; undefined for sessions of VS Code's own agent. */
  readonly name: string | undefined;
  /** The name of the folder it works in, where that tells it from others. */
  readonly folder: string | undefined;
}

/** The calls of one conversation in their order, the oldest forgotten beyond a bound. */
export class TimelineConversation {
  readonly calls: TimelineCall[] = [];
  readonly turns: TimelineTurn[] = [];
  model: ModelName | undefined;
  /** Undefined until a hook has told of it. */
  session: ConversationSession | undefined;
  /** Calls that were forgotten because there were too many. */
  forgottenCalls = 0;
  lastAtMs = 0;
  /** Which count the next call belongs to. */
  countNumber = 0;

  /** By running number and agent: each agent counts for itself. */
  readonly #byIndex = new Map<string, TimelineCall>();
  readonly #byCallId = new Map<string, TimelineCall>();

  constructor(readonly id: string) {}

  /** What tells the session from those of VS Code's own agent and from those in other folders, for its labels. */
  get origin(): readonly string[] {
    return [this.session?.name, this.session?.folder].filter((part) => part !== undefined);
  }

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

  /**
   * How many loops the detections tell of. A detection whose evidence reaches back to the one before is of the same
   * loop: first a warning, then a stop.
   */
  get loops(): number {
    let count = 0;
    const last = new Map<string, number>();
    for (const { detection, index, agent, countNumber } of this.detections) {
      const counter = `${countNumber} ${agent ?? ''}`;
      count += detection !== undefined && isSameLoop(detection.finding, last.get(counter)) ? 0 : 1;
      if (index !== undefined) {
        last.set(counter, index);
      }
    }
    return count;
  }

  /** The call that a finding in a call of this agent names by this running number. */
  callAt(index: number, agent: string | undefined): TimelineCall | undefined {
    return this.#byIndex.get(placeOf(index, agent));
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
      this.#byIndex.set(placeOf(call.index, call.agent), call);
    }
  }

  forgetOldest(): void {
    const oldest = this.calls.shift();
    if (oldest === undefined) {
      return;
    }
    this.forgottenCalls += 1;
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
