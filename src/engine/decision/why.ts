import type { Evidence } from '../ledger/evidence';
import type { Gain } from '../ledger/gain';
import {
  type DetectorId,
  type DetectorValues,
  type RegisteredDetector,
  type RuleId,
  watching,
} from '../rules/registry';
import type { Weighed } from '../rules/tally';

export interface WeighedRule extends Weighed<RuleId> {
  readonly detector: DetectorId;
}

export interface WeighedCall {
  readonly index: number;
  readonly tool: string;
  readonly gain: Gain;
  readonly because?: string | undefined;
}

/** Why a verdict is what it is. Digests and numbers, no arguments. */
export interface Why {
  /** Nearest to its limit first; one for each rule and certainty. */
  readonly tallies: readonly WeighedRule[];
  /** From the first call that counted on, oldest first, without the checked one. */
  readonly calls: readonly WeighedCall[];
}

export function whyOf(evidence: Evidence, detectors: readonly RegisteredDetector[], values: DetectorValues): Why {
  const nearest = new Map<string, WeighedRule>();
  for (const detector of watching(evidence, detectors)) {
    for (const weighed of detector.weigh(evidence, values) as readonly Weighed<RuleId>[]) {
      const key = `${weighed.rule} ${weighed.certainty}`;
      const known = nearest.get(key);
      if (known === undefined || share(weighed) > share(known)) {
        nearest.set(key, { ...weighed, detector: detector.id });
      }
    }
  }
  const tallies = [...nearest.values()].toSorted((a, b) => share(b) - share(a));
  const first = Math.min(...tallies.flatMap(({ calls }) => calls));
  const calls = evidence.history
    .filter(({ index }) => index >= first)
    .map((entry) => {
      const { index, tool, outcome } = entry;
      return { index, tool, gain: evidence.rounds.gainOf(entry), because: outcome?.because };
    });
  return { tallies, calls };
}

function share({ count, limit }: Weighed): number {
  return count / limit;
}
