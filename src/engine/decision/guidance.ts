import { isExpired } from '../ledger/callWindow';
import { type Finding, isSameLoop, type DetectorId } from '../rules/registry';
import { type Detection, restored, type StateContext, type Stop, type Stored, stored } from './verdict';
import type { WindowEntry } from '../ledger/entry';
import { BoundedMap } from '../values/boundedMap';

/** `index` is that of the last call found to be part of the same loop. */
interface Warning {
  readonly detector: DetectorId;
  readonly count: number;
  readonly index: number;
  readonly isHint?: boolean | undefined;
}

export interface StoredGuidance {
  readonly chances: readonly (Stored<Chance> & { readonly signature: string })[];
  readonly nudges: readonly Stored<Nudge>[];
  readonly warning?: Warning | undefined;
}

export class Guidance {
  readonly chances = new Chances();
  readonly nudges = new Nudges();
  #warning: Warning | undefined;

  /**
   * @returns whether a warning is due: for a new loop, and then each time its count has doubled. It is the same loop as
   * long as its evidence reaches back to the last call that any rule found to be part of it. After a hint, a warning is
   * due. For a moment, once.
   */
  noteWarning(finding: Finding, { index, moment }: WindowEntry): boolean {
    if (moment !== undefined) {
      return finding.count === finding.threshold;
    }
    const last = this.#warning;
    const { detector, count, isHint } = finding;
    const due =
      last === undefined ||
      !isSameLoop(finding, last.index) ||
      (last.isHint === true && isHint !== true) ||
      (detector === last.detector && count >= 2 * last.count);
    this.#warning = due ? { detector, count, index, isHint } : { ...last, index };
    return due;
  }

  prune(nowMs: number, ttlSeconds: number): void {
    this.chances.forEach((chance, signature) => {
      if (isExpired(chance.atMs, nowMs, ttlSeconds)) {
        this.chances.delete(signature);
      }
    });
  }

  snapshot(): StoredGuidance {
    const chances = [...this.chances].map(([signature, chance]) => ({ signature, ...stored(chance) }));
    return { chances, nudges: this.nudges.given.map(stored), warning: this.#warning };
  }

  restore({ chances, nudges, warning }: StoredGuidance, context: StateContext): void {
    this.#warning = warning;
    chances.forEach(({ signature, ...chance }) => this.chances.set(signature, restored<Chance>(chance, context)));
    this.nudges.given = nudges.map((nudge) => restored<Nudge>(nudge, context));
  }

  /** Forgets all but the calls that an agent was stopped for, and those that it was told to reconsider before. */
  release(stop: Stop | undefined, atMs: number): void {
    const chances = [...this.chances];
    this.clear();
    if (stop === undefined) {
      chances.forEach(([signature, chance]) => this.chances.set(signature, chance));
      return;
    }
    for (const signature of [...stop.signatures, ...chances.map(([told]) => told)]) {
      this.chances.set(signature, { detection: stop.detection, round: RELEASED_ROUND, atMs, modelComplied: true });
    }
  }

  clear(): void {
    this.chances.clear();
    this.nudges.given = [];
    this.#warning = undefined;
  }
}

/** The round of a chance that stands for a released loop, see {@link Conversation.release}; rounds begin at 1. */
export const RELEASED_ROUND = 0;

/** A blocked call for which the model got a second chance. */
export interface Chance {
  readonly detection: Detection;
  readonly round: number;
  readonly atMs: number;
  /** The model has made a different call since. */
  readonly modelComplied: boolean;
}

/** Beyond this many blocked calls, a call gets another chance. */
const REMEMBERED_CHANCES = 100;

/** By signature digest. */
class Chances extends BoundedMap<string, Chance> {
  constructor() {
    super(REMEMBERED_CHANCES);
  }

  /** @returns the chances that the model took by making another call */
  noteCompliance(signature: string): readonly Chance[] {
    const taken = [...this].filter(([told, chance]) => !chance.modelComplied && told !== signature);
    // The model has read the arguments, and they would be most of what is kept.
    taken.forEach(([told, chance]) =>
      this.set(told, { ...chance, modelComplied: true, detection: { ...chance.detection, arguments: undefined } }),
    );
    return taken.map(([, chance]) => chance);
  }
}

interface Nudge {
  readonly detection: Detection;
  readonly index: number;
  readonly round: number;
  readonly told: boolean;
}

const REMEMBERED_NUDGES = 20;

class Nudges {
  given: readonly Nudge[] = [];

  give(detection: Detection, { index, round }: WindowEntry): void {
    this.given = [...this.given, { detection, index, round, told: false }].slice(-REMEMBERED_NUDGES);
  }

  /** Returns the nudge for a call, once: from now on, the model is assumed to know it. */
  take(callId: string): Detection | undefined {
    const taken = this.given.find(({ detection, told }) => !told && detection.callId === callId);
    this.given = this.given.map((nudge) => (nudge === taken ? { ...nudge, told: true } : nudge));
    return taken?.detection;
  }

  /**
   * The model has changed course unless its next call is part of the same loop. Calls in the round of the nudged call
   * were made before it could read anything. A moment is nothing that the model does; a compaction may remove the text.
   * @returns the nudges after which the model changed course with this call
   */
  noteCompliance({ round, moment }: WindowEntry, finding: Finding | undefined): readonly Nudge[] {
    if (moment !== undefined) {
      this.given = moment === 'compacted' ? [] : this.given;
      return [];
    }
    const read = this.given.filter((nudge) => nudge.told && nudge.round < round);
    this.given = this.given.filter((nudge) => !read.includes(nudge));
    return read.filter(({ index }) => finding === undefined || !isSameLoop(finding, index));
  }
}
