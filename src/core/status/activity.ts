import { Emitter } from '../../engine/emitter';
import type { ObservedEvent } from '../events/events';
import type { Detection } from '../../engine/verdict';

/** What the guard is seen to do: the same for status bar and context keys. */
export interface Presence {
  /** The conversation in which something happened last. */
  readonly conversationId: string | undefined;
  /** A run that was ended; until the person's next message, in whatever chat. */
  readonly stopped: Detection | undefined;
  /** Found since the person's last message, in the latest conversation, without a stop. */
  readonly warned: Detection | undefined;
}

const NOTHING: Presence = { conversationId: undefined, stopped: undefined, warned: undefined };

/** Follows what the guard reports, as far as a person is to see it at a glance. */
export class Activity {
  #presence: Presence = NOTHING;
  readonly #changes = new Emitter<void>();

  get presence(): Presence {
    return this.#presence;
  }

  /** Calls back after each change, and whenever a number may have changed. */
  readonly onDidChange = this.#changes.event;

  /** Takes note of what the guard reports. */
  note(event: ObservedEvent): void {
    this.#presence = next(this.#presence, event);
    this.#changes.fire();
  }
}

function next(presence: Presence, event: ObservedEvent): Presence {
  switch (event.kind) {
    case 'turn':
      return { ...NOTHING, conversationId: event.conversationId };
    case 'detection':
      return found(presence, event.detection);
    case 'reset':
      return {
        conversationId: event.conversationId,
        stopped: unlessIn(presence.stopped, event.conversationId),
        warned: unlessIn(presence.warned, event.conversationId),
      };
    case 'recorded':
    case 'refused':
      return {
        ...presence,
        conversationId: event.conversationId,
        warned: onlyIn(presence.warned, event.conversationId),
      };
    case 'override':
      return { ...presence, conversationId: event.conversationId };
    case 'outcome':
    case 'mitigated':
    case 'pruned':
    case 'feedback':
    case 'fault':
      return presence;
  }
}

function found(presence: Presence, detection: Detection): Presence {
  const { action, conversationId } = detection;
  switch (action) {
    case 'continue':
      return presence;
    case 'break':
      return { conversationId, stopped: detection, warned: undefined };
    case 'warn':
    case 'ask':
    case 'chance':
      return { ...presence, conversationId, warned: detection };
  }
}

function unlessIn(detection: Detection | undefined, conversationId: string): Detection | undefined {
  return detection?.conversationId === conversationId ? undefined : detection;
}

function onlyIn(detection: Detection | undefined, conversationId: string): Detection | undefined {
  return detection?.conversationId === conversationId ? detection : undefined;
}
