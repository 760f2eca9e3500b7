import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/node/hooks/clock';

/** Time passes only in pauses, which end as soon as other tasks had their turn. */
export class PausingClock implements Clock {
  readonly pauses: number[] = [];
  #nowMs = Date.now();

  readonly now = (): number => this.#nowMs;

  readonly pause = async (ms: number): Promise<void> => {
    await setImmediate();
    this.pauses.push(ms);
    this.#nowMs += ms;
  };

  async hasPaused(times: number): Promise<void> {
    while (this.pauses.length < times) {
      await setImmediate();
    }
  }
}
