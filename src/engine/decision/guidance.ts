import { type Chance, Chances, RELEASED_ROUND } from './chances';
import { isExpired } from '../ledger/expiry';
import { type DetectorId, type Finding, isWarningDue } from '../rules/finding';
import { type Nudge, Nudges } from './nudges';
import type { Stop } from './verdict';
import type { WindowEntry } from '../ledger/entry';

/** The last warning: what it counted, and the last call found to be part of the same loop. */
export interface Warning {
  readonly detector: DetectorId;
  readonly count: number;
  readonly index: number;
}

/** What is kept of it between processes. */
export interface AdviceSnapshot {
  readonly chances: readonly (readonly [string, Chance])[];
  /** By the ID of their call; older versions had none. */
  readonly nudges?: readonly (readonly [string, Nudge])[] | undefined;
  readonly warning?: Warning | undefined;
}

/** What one agent was told about its calls, and whether it has heeded it: second chances, nudges and warnings. */
export class Advice {
  // Created when they are needed: most conversations have none of these.
  #chances: Chances | undefined;
  #nudges: Nudges | undefined;
  #warning: Warning | undefined;

  get chances(): Chances {
    this.#chances ??= new Chances();
    return this.#chances;
  }

  get nudges(): Nudges {
    this.#nudges ??= new Nudges();
    return this.#nudges;
  }

  /** The chance that the model was given for a call, by signature digest. */
  chanceFor(signature: string): Chance | undefined {
    return this.#chances?.get(signature);
  }

  /** The chances that the model takes with a call: see {@link Chances.heed}. */
  heedChances(signature: string): readonly Chance[] {
    return this.#chances?.heed(signature) ?? [];
  }

  /** The nudge of a call, once: see {@link Nudges.take}. */
  takeNudge(callId: string): Nudge['detection'] | undefined {
    return this.#nudges?.take(callId);
  }

  /** The nudges that the model heeds with a call: see {@link Nudges.heed}. */
  heedNudges(entry: WindowEntry, finding: Finding | undefined): readonly Nudge[] {
    return this.#nudges?.heed(entry, finding) ?? [];
  }

  /** Takes note of a finding that warns, and tells whether the warning is due. A moment is told of once. */
  noteWarning(finding: Finding, { index, moment }: WindowEntry): boolean {
    if (moment !== undefined) {
      return finding.count === finding.threshold;
    }
    const last = this.#warning;
    const due = last === undefined || isWarningDue(finding, last);
    this.#warning = due ? { detector: finding.detector, count: finding.count, index } : { ...last, index };
    return due;
  }

  /** Forgets chances that are older than the TTL. */
  prune(nowMs: number, ttlSeconds: number): void {
    this.#chances?.forEach((chance, signature) => {
      if (isExpired(chance.atMs, nowMs, ttlSeconds)) {
        this.#chances?.delete(signature);
      }
    });
  }

  /** The part of a snapshot that {@link restore} continues from. */
  snapshot(): AdviceSnapshot {
    return { chances: [...(this.#chances ?? [])], nudges: [...(this.#nudges ?? [])], warning: this.#warning };
  }

  /** Continues from a snapshot; nothing may have been told before. */
  restore({ chances, nudges, warning }: AdviceSnapshot): void {
    this.#warning = warning;
    chances.forEach(([signature, chance]) => this.chances.set(signature, chance));
    nudges?.forEach(([callId, nudge]) => this.nudges.set(callId, nudge));
  }

  /** Forgets all but the calls that an agent was stopped for, and those that it was told to reconsider before. */
  release(stop: Stop | undefined, atMs: number): void {
    const chances = this.#chances;
    this.clear();
    if (stop === undefined) {
      this.#chances = chances;
      return;
    }
    for (const signature of [...(stop.signatures ?? []), ...(chances?.keys() ?? [])]) {
      this.chances.set(signature, { detection: stop.detection, round: RELEASED_ROUND, atMs, heeded: true });
    }
  }

  clear(): void {
    this.#chances = undefined;
    this.#nudges = undefined;
    this.#warning = undefined;
  }
}
