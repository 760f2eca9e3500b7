import { BoundedMap } from './boundedMap';
import { type Finding, isSameLoop } from './finding';
import type { Nudge } from './snapshot';
import type { Detection } from './verdict';
import type { WindowEntry } from './window';

/** How many nudges are remembered until it is known whether they were heeded. */
const REMEMBERED_NUDGES = 20;

/** The nudges of one agent of which it is not known yet whether they were heeded, by the id of their call. */
export class Nudges extends BoundedMap<string, Nudge> {
  constructor() {
    super(REMEMBERED_NUDGES);
  }

  /** Takes note of a nudge that is to be told beside the result of its call. */
  give(callId: string, detection: Detection, { index, round }: WindowEntry): void {
    this.set(callId, { detection, index, round, told: false });
  }

  /**
   * Hands over the nudge of a call, once: from now on the model is taken to know it.
   * @returns undefined when there is none for that call
   */
  take(callId: string): Detection | undefined {
    const nudge = this.get(callId);
    if (nudge === undefined || nudge.told) {
      return undefined;
    }
    this.set(callId, { ...nudge, told: true });
    return nudge.detection;
  }

  /**
   * Takes note of what the model does after it has read a nudge: it has heeded it unless its next call is part of the
   * same loop. Calls of the round of the nudged call were made before it could read anything.
   * @returns the nudges that are heeded by the call
   */
  heed({ round }: WindowEntry, finding: Finding | undefined): readonly Nudge[] {
    if (this.size === 0) {
      return [];
    }
    const read = [...this].filter(([, nudge]) => nudge.told && nudge.round < round);
    read.forEach(([callId]) => this.delete(callId));
    return read.map(([, nudge]) => nudge).filter(({ index }) => finding === undefined || !isSameLoop(finding, index));
  }
}
