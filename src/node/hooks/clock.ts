import { setTimeout } from 'node:timers/promises';

export interface Clock {
  readonly now: () => number;
  /** @param gone ends the pause early */
  readonly pause: (ms: number, gone?: AbortSignal) => Promise<unknown>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  pause: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};
