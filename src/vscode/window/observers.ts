import type { ObservedEvent } from '../../core/events/events';

/** Takes note of what the guard reports. */
export interface Observer {
  note(event: ObservedEvent): void;
}

/** Tells all of them. One that fails keeps neither the others nor the guard from their work; `onFault` hears of it. */
export function notifyAll(
  observers: readonly Observer[],
  onFault: (error: unknown) => void,
): (event: ObservedEvent) => void {
  return (event) => {
    for (const observer of observers) {
      try {
        observer.note(event);
      } catch (error) {
        onFault(error);
      }
    }
  };
}
