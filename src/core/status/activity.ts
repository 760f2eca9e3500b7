import { Emitter } from '../../engine/emitter';
import type { ObservedEvent } from '../events/events';
import type { Detection } from '../../engine/decision/verdict';

/** What the guard is doing, for the status bar and the context keys. */
export interface GuardStatus {
  /** The conversation in which something happened last. */
  readonly conversationId: string | undefined;
  /** A run that was stopped; until the person's next message in any chat. */
  readonly stopped: Detection | undefined;
  /** The person has looked at the stop. */
  readonly isSeen: boolean;
  /** The stopped agent goes on, and its calls are blocked. */
  readonly isRunningOn: boolean;
  /**
   * Found since the person's last message, in the latest conversation, without a stop; until the agent changes course
   * or ends.
   */
  readonly warned: Detection | undefined;
}

/** An agent that has made no call for so long is in no loop. */
export const QUIET_MS = 120_000;

const NOTHING: GuardStatus = {
  conversationId: undefined,
  stopped: undefined,
  isSeen: false,
  isRunningOn: false,
  warned: undefined,
};

/** Keeps the status up to date with what the guard reports. */
export class Activity {
  #status: GuardStatus = NOTHING;
  /** When the latest call was made, on the clock of the calls. */
  #callAtMs = 0;
  readonly #changes = new Emitter<void>();

  /** @param nowMs on the clock of the calls */
  statusAt(nowMs: number): GuardStatus {
    return nowMs - this.#callAtMs < QUIET_MS ? this.#status : { ...this.#status, warned: undefined };
  }

  /** Calls back after each change, and whenever a number may have changed. */
  readonly onDidChange = this.#changes.event;

  /**
   * The person has looked at what was found.
   * @param conversationId where; undefined: everywhere
   */
  see(conversationId?: string): void {
    const { stopped } = this.#status;
    if (stopped !== undefined && (conversationId ?? stopped.conversationId) === stopped.conversationId) {
      this.#status = { ...this.#status, isSeen: true };
      this.#changes.fire();
    }
  }

  /** The agent of a conversation has ended. */
  ended(conversationId: string): void {
    const warned = unlessIn(this.#status.warned, conversationId);
    const isRunningOn = this.#status.isRunningOn && this.#status.stopped?.conversationId !== conversationId;
    if (warned !== this.#status.warned || isRunningOn !== this.#status.isRunningOn) {
      this.#status = { ...this.#status, warned, isRunningOn };
      this.#changes.fire();
    }
  }

  /** A stopped agent goes on although its calls are blocked, or does so no more. */
  setRunningOn(conversationId: string, isRunningOn: boolean): void {
    const { stopped } = this.#status;
    if (stopped?.conversationId === conversationId && this.#status.isRunningOn !== isRunningOn) {
      this.#status = { ...this.#status, isRunningOn };
      this.#changes.fire();
    }
  }

  /** Records what the guard reports. */
  note(event: ObservedEvent): void {
    if (event.kind === 'recorded' || event.kind === 'detection') {
      this.#callAtMs = event.entry.atMs;
    }
    this.#status = next(this.#status, event);
    this.#changes.fire();
  }
}

function next(status: GuardStatus, event: ObservedEvent): GuardStatus {
  switch (event.kind) {
    case 'turn':
      return { ...NOTHING, conversationId: event.conversationId };
    case 'detection':
      return found(status, event.detection);
    case 'reset':
      return {
        ...status,
        conversationId: event.conversationId,
        stopped: unlessIn(status.stopped, event.conversationId),
        warned: unlessIn(status.warned, event.conversationId),
      };
    case 'recorded':
    case 'refused':
      return {
        ...status,
        conversationId: event.conversationId,
        warned: onlyIn(status.warned, event.conversationId),
      };
    case 'override':
      return { ...status, conversationId: event.conversationId };
    case 'mitigated':
      return { ...status, warned: unlessIn(status.warned, event.conversationId) };
    case 'outcome':
    case 'budget':
    case 'nudged':
    case 'weighed':
    case 'pruned':
    case 'feedback':
    case 'fault':
      return status;
  }
}

function found(status: GuardStatus, detection: Detection): GuardStatus {
  const { action, conversationId } = detection;
  switch (action) {
    case 'continue':
      return status;
    case 'break':
      return { conversationId, stopped: detection, isSeen: false, isRunningOn: false, warned: undefined };
    case 'warn':
    case 'nudge':
    case 'ask':
    case 'chance':
      return { ...status, conversationId, warned: detection };
  }
}

function unlessIn(detection: Detection | undefined, conversationId: string): Detection | undefined {
  return detection?.conversationId === conversationId ? undefined : detection;
}

function onlyIn(detection: Detection | undefined, conversationId: string): Detection | undefined {
  return detection?.conversationId === conversationId ? detection : undefined;
}
