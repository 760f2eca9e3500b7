import { Emitter } from '../events/emitter';
import type { ObservedEvent } from '../events/events';
import type { Detection } from '../../engine/decision/verdict';

export interface GuardStatus {
  /** Where something happened last. */
  readonly conversationId: string | undefined;
  /** Until the user's next message in any chat. */
  readonly stopped: Detection | undefined;
  readonly isSeen: boolean;
  readonly isRunningOn: boolean;
  /** In the latest conversation; until a stop, the user's next message, or the agent changes course or ends. */
  readonly warned: Detection | undefined;
  /** How many identical calls the latest conversation ends with; absent below two. */
  readonly repeats?: number;
}

/** After this long without a call, an agent isn't in a loop. */
export const QUIET_MS = 120_000;

const NOTHING: GuardStatus = {
  conversationId: undefined,
  stopped: undefined,
  isSeen: false,
  isRunningOn: false,
  warned: undefined,
};

export class Activity {
  #status: GuardStatus = NOTHING;
  #callAtMs = 0;
  #signature = '';
  readonly #changes = new Emitter<void>();

  /** @param nowMs on the clock of the calls */
  statusAt(nowMs: number): GuardStatus {
    const { repeats, ...rest } = this.#status;
    return nowMs - this.#callAtMs < QUIET_MS
      ? { ...rest, ...(repeats === undefined || repeats < 2 ? {} : { repeats }) }
      : { ...rest, warned: undefined };
  }

  readonly onDidChange = this.#changes.event;

  /** The user has looked at what was found. @param conversationId undefined: everywhere */
  see(conversationId = this.#status.stopped?.conversationId): void {
    this.#ofStop(conversationId, { isSeen: true });
  }

  ended(conversationId: string): void {
    const { warned, conversationId: latest } = this.#status;
    this.#ofStop(conversationId, { isRunningOn: false });
    this.#change({
      warned: unlessIn(warned, conversationId),
      ...(latest === conversationId && { repeats: 0 }),
    });
  }

  setRunningOn(conversationId: string, isRunningOn: boolean): void {
    this.#ofStop(conversationId, { isRunningOn });
  }

  #ofStop(conversationId: string | undefined, change: Partial<GuardStatus>): void {
    const { stopped } = this.#status;
    if (stopped !== undefined && stopped.conversationId === conversationId) {
      this.#change(change);
    }
  }

  #change(change: Partial<GuardStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#changes.fire();
  }

  note(event: ObservedEvent): void {
    if (event.kind === 'recorded' || event.kind === 'detection') {
      this.#callAtMs = event.entry.atMs;
    }
    const before = this.#status;
    this.#change({ ...next(before, event), ...this.#repeatsAfter(before, event) });
  }

  /** Any other call, chat, or message restarts the count. */
  #repeatsAfter(before: GuardStatus, event: ObservedEvent): Pick<GuardStatus, 'repeats'> {
    if (event.kind !== 'recorded') {
      return event.kind === 'turn' || event.kind === 'reset' || before.repeats === undefined
        ? { repeats: 0 }
        : { repeats: before.repeats };
    }
    const signature = `${event.conversationId} ${event.entry.signature}`;
    const repeats = signature === this.#signature ? (before.repeats ?? 0) + 1 : 1;
    this.#signature = signature;
    return { repeats };
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
        warned: status.warned?.conversationId === event.conversationId ? status.warned : undefined,
      };
    case 'override':
      return { ...status, conversationId: event.conversationId };
    case 'mitigated':
      return { ...status, warned: unlessIn(status.warned, event.conversationId) };
    default:
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
    default:
      return { ...status, conversationId, warned: detection };
  }
}

function unlessIn(detection: Detection | undefined, conversationId: string): Detection | undefined {
  return detection?.conversationId === conversationId ? undefined : detection;
}
