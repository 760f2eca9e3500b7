import type { GuardEvent } from '../../engine/events';

/** Takes note of what the guard reports. */
export interface Observer {
  note(event: GuardEvent): void;
}

/** Tells all of them. One that fails keeps neither the others nor the guard from their work; `onFault` hears of it. */
export function tellAll(
  observers: readonly Observer[],
  onFault: (error: unknown) => void,
): (event: GuardEvent) => void {
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
