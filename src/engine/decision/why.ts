import type { Evidence } from '../ledger/evidence';
import type { Gain } from '../ledger/gain';
import { watching, weigh, type Weighed } from '../rules/finding';
import type { Detector, DetectorValues } from '../rules/registry';

export interface WeighedCall {
  readonly index: number;
  readonly gain: Gain;
  readonly because?: string | undefined;
}

/** Why a verdict is what it is. Digests and numbers, no arguments. */
export interface Why {
  /** Nearest to its limit first; one for each rule and certainty. */
  readonly tallies: readonly Weighed[];
  /** From the first call that counted on, oldest first, without the checked one. */
  readonly calls: readonly WeighedCall[];
}

export function whyOf(evidence: Evidence, detectors: readonly Detector[], values: DetectorValues): Why {
  const nearest = new Map<string, Weighed>();
  for (const weighed of watching(evidence, detectors).flatMap((detector) => weigh(detector, evidence, values))) {
    const key = `${weighed.rule} ${weighed.certainty}`;
    const known = nearest.get(key);
    if (known === undefined || share(weighed) > share(known)) {
      nearest.set(key, weighed);
    }
  }
  const tallies = [...nearest.values()].toSorted((a, b) => share(b) - share(a));
  const first = Math.min(...tallies.flatMap(({ calls }) => calls));
  const calls = evidence.history
    .filter(({ index }) => index >= first)
    .map((call) => ({ index: call.index, gain: evidence.rounds.gainOf(call), because: call.outcome?.because }));
  return { tallies, calls };
}

function share({ count, limit }: Weighed): number {
  return count / limit;
}
