import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/node/hooks/clock';

/** A clock that shows the time of its making, and more in pauses alone; each ends as soon as others had their turn. */
export class PausingClock implements Clock {
  readonly pauses: number[] = [];
  #nowMs = Date.now();

  readonly now = (): number => this.#nowMs;

  readonly pause = async (ms: number): Promise<void> => {
    await setImmediate();
    this.pauses.push(ms);
    this.#nowMs += ms;
  };

  /** Waits until there have been so many pauses. */
  async hasPaused(times: number): Promise<void> {
    while (this.pauses.length < times) {
      await setImmediate();
    }
  }
}
