import { BoundedMap } from '../values/boundedMap';
import type { Detection } from './verdict';

/** The round of a chance that stands for a released loop, see {@link Conversation.release}; rounds begin at 1. */
export const RELEASED_ROUND = 0;

/** A blocked call for which the model got a second chance. */
export interface Chance {
  readonly detection: Detection;
  readonly round: number;
  readonly atMs: number;
  /** The model has made a different call since. */
  readonly heeded: boolean;
}

/** How many blocked calls are remembered. Beyond that, a call gets another chance. */
const REMEMBERED_CHANCES = 100;

/** The blocked calls that one agent was told to reconsider, by signature digest. */
export class Chances extends BoundedMap<string, Chance> {
  constructor() {
    super(REMEMBERED_CHANCES);
  }

  /**
   * Records that the model made a call other than those it was told to reconsider.
   * @returns the second chances that the model took with it
   */
  heed(signature: string): readonly Chance[] {
    if (this.size === 0) {
      return [];
    }
    const heeded = [...this].filter(([told, chance]) => !chance.heeded && told !== signature);
    // The arguments have been told; they would be most of what is kept.
    heeded.forEach(([told, chance]) =>
      this.set(told, { ...chance, heeded: true, detection: { ...chance.detection, arguments: undefined } }),
    );
    return heeded.map(([, chance]) => chance);
  }
}
