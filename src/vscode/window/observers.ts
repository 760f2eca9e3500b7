import type { ObservedEvent } from '../../core/events/events';

/** Records what the guard reports. */
export interface Observer {
  note(event: ObservedEvent): void;
}

/** Notifies all observers. One that fails does not affect the others or the guard; `onFault` gets the error. */
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
