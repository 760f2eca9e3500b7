import type { ModelName } from '../../engine/facts/call';
import type { Firing, RecordedCall, Replay, ReplayOptions } from '../../engine/replay';
import { replayBegun } from './replayUnder';
import type { Configuration, Tier } from '../settings/configuration';
import type { EngineValues } from '../settings/schema';
import type { Hash } from '../../engine/facts/signature';

/** Where one call is checked otherwise under other settings. */
interface Difference {
  /** Index among the calls. */
  readonly index: number;
  readonly now: Firing | undefined;
  readonly then: Firing | undefined;
}

/** What other settings would have done in a session. */
export interface WhatIf {
  readonly now: readonly Firing[];
  readonly then: readonly Firing[];
  /** Calls at which one warns or holds back and the other does not, or they do it otherwise; ascending. */
  readonly differences: readonly Difference[];
}

/**
 * Plays recorded calls under two configurations, one call after the other, and compares where the guard would have
 * acted. Keeps no calls.
 */
export class Comparison {
  readonly #now: Replay;
  readonly #then: Replay;
  readonly #firings: { readonly now: Firing[]; readonly then: Firing[] } = { now: [], then: [] };

  /** @param options who hears what happens, under the second configuration alone */
  constructor(now: Configuration, then: Configuration, hash: Hash, options?: ReplayOptions) {
    this.#now = replayBegun(now, hash, { model: options?.model });
    this.#then = replayBegun(then, hash, options);
  }

  /**
   * Plays the next call and what became of it.
   * @throws when the guard fails in a replay
   */
  play(call: RecordedCall, model?: ModelName): void {
    const [now, then] = [this.#now.play(call, model), this.#then.play(call, model)];
    this.#firings.now.push(...(now === undefined ? [] : [now]));
    this.#firings.then.push(...(then === undefined ? [] : [then]));
  }

  /** What has been found so far. */
  get found(): WhatIf {
    const { now, then } = this.#firings;
    const [nowAt, thenAt] = [byIndex(now), byIndex(then)];
    const indexes = [...new Set([...nowAt.keys(), ...thenAt.keys()])].sort((one, other) => one - other);
    const differences = indexes
      .map((index): Difference => ({ index, now: nowAt.get(index), then: thenAt.get(index) }))
      .filter((difference) => difference.now?.severity !== difference.then?.severity);
    return { now, then, differences };
  }
}

/** The configuration as it would be with more values in the user's settings; stronger tiers still win. */
export function withUserValues(configuration: Configuration, values: EngineValues): Configuration {
  const user = configuration.tiers.find(({ origin }) => origin.kind === 'user');
  const changed: Tier = { origin: { kind: 'user' }, values: { ...user?.values, ...values } };
  const weaker = configuration.tiers.findIndex(
    ({ origin }) => origin.kind === 'environment' || origin.kind === 'default',
  );
  const tiers =
    user === undefined
      ? configuration.tiers.toSpliced(weaker, 0, changed)
      : configuration.tiers.map((tier) => (tier === user ? changed : tier));
  return { ...configuration, tiers };
}

function byIndex(firings: readonly Firing[]): Map<number, Firing> {
  return new Map(firings.map((firing) => [firing.index, firing]));
}
