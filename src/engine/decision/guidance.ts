import { isExpired } from '../ledger/callWindow';
import { type Finding, isSameLoop } from '../rules/finding';
import type { DetectorId } from '../rules/registry';
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

/** The round of a chance that stands for a released loop, see {@link Guidance.release}; rounds begin at 1. */
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

/** A hint or a warning for the model, next to the result of its call. */
interface Nudge {
  readonly detection: Detection;
  readonly index: number;
  readonly round: number;
  readonly told: boolean;
}

const REMEMBERED_NUDGES = 20;

export interface StoredGuidance {
  readonly chances: readonly (Stored<Chance> & { readonly signature: string })[];
  readonly nudges: readonly Stored<Nudge>[];
  readonly warning?: Warning | undefined;
}

/** What an agent was told, and whether it has changed course since. */
export class Guidance {
  /** By signature digest. */
  readonly chances = new BoundedMap<string, Chance>(REMEMBERED_CHANCES);
  #nudges: readonly Nudge[] = [];
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

  /**
   * The model has made another call than those that were blocked.
   * @returns what was said about those that it has not been seen to leave before
   */
  leftChances(signature: string): readonly Detection[] {
    const left = [...this.chances].filter(([told, chance]) => !chance.modelComplied && told !== signature);
    // The model has read the arguments, and they would be most of what is kept.
    for (const [told, { detection, ...chance }] of left) {
      this.chances.set(told, { ...chance, modelComplied: true, detection: { ...detection, arguments: undefined } });
    }
    return left.map(([, { detection }]) => detection);
  }

  nudge(detection: Detection, { index, round }: WindowEntry): void {
    this.#nudges = [...this.#nudges, { detection, index, round, told: false }].slice(-REMEMBERED_NUDGES);
  }

  /** Returns the nudge for a call, once: from now on, the model is assumed to know it. */
  takeNudge(callId: string): Detection | undefined {
    const taken = this.#nudges.find(({ detection, told }) => !told && detection.callId === callId);
    this.#nudges = this.#nudges.map((nudge) => (nudge === taken ? { ...nudge, told: true } : nudge));
    return taken?.detection;
  }

  /**
   * The model has changed course unless its next call is part of the same loop. Calls in the round of the nudged call
   * were made before it could read anything. A moment is nothing that the model does; a compaction may remove the text.
   * @returns the nudges after which the model changed course with this call
   */
  followedNudges({ round, moment }: WindowEntry, finding: Finding | undefined): readonly Detection[] {
    if (moment !== undefined) {
      this.#nudges = moment === 'compacted' ? [] : this.#nudges;
      return [];
    }
    const read = this.#nudges.filter((nudge) => nudge.told && nudge.round < round);
    this.#nudges = this.#nudges.filter((nudge) => !read.includes(nudge));
    const followed = read.filter(({ index }) => finding === undefined || !isSameLoop(finding, index));
    return followed.map(({ detection }) => detection);
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
    return { chances, nudges: this.#nudges.map(stored), warning: this.#warning };
  }

  restore({ chances, nudges, warning }: StoredGuidance, context: StateContext): void {
    this.#warning = warning;
    chances.forEach(({ signature, ...chance }) => this.chances.set(signature, restored<Chance>(chance, context)));
    this.#nudges = nudges.map((nudge) => restored<Nudge>(nudge, context));
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
    this.#nudges = [];
    this.#warning = undefined;
  }
}
