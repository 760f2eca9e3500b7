import { BoundedMap } from '../values/boundedMap';
import { type Finding, isSameLoop } from '../rules/finding';

import type { Detection } from './verdict';
import type { WindowEntry } from '../ledger/entry';

/** A call that ran and whose result gets a nudge for the model. */
export interface Nudge {
  readonly detection: Detection;
  /** Running number of the call, and of its round. */
  readonly index: number;
  readonly round: number;
  /** The model got the nudge. */
  readonly told: boolean;
}

/** How many nudges are remembered until it is known whether the model changed course. */
const REMEMBERED_NUDGES = 20;

/** The nudges of one agent for which it isn't known yet whether the model changed course, by call ID. */
export class Nudges extends BoundedMap<string, Nudge> {
  constructor() {
    super(REMEMBERED_NUDGES);
  }

  /** Records a nudge that belongs next to the result of its call. */
  give(callId: string, detection: Detection, { index, round }: WindowEntry): void {
    this.set(callId, { detection, index, round, told: false });
  }

  /**
   * Returns the nudge for a call, once: from now on, the model is assumed to know it.
   * @returns undefined if there is none for that call
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
   * Records what the model does after it has read a nudge. It has changed course unless its next call is part of the
   * same loop. Calls in the round of the nudged call were made before it could read anything. A moment is nothing that
   * the model does; a compaction may take what it has read.
   * @returns the nudges after which the model changed course with this call
   */
  heed({ round, moment }: WindowEntry, finding: Finding | undefined): readonly Nudge[] {
    if (moment === 'compacted') {
      this.clear();
    }
    if (this.size === 0 || moment !== undefined) {
      return [];
    }
    const read = [...this].filter(([, nudge]) => nudge.told && nudge.round < round);
    read.forEach(([callId]) => this.delete(callId));
    return read.map(([, nudge]) => nudge).filter(({ index }) => finding === undefined || !isSameLoop(finding, index));
  }
}
