import type { ReasonId } from './reasons';

/** What may be in the way, in the order in which it is told, and whether it is. */
export type Candidates = Partial<Record<ReasonId, boolean>>;

/** The names of what holds, in the order in which they are written. */
export function holding(candidates: Candidates): ReasonId[] {
  return (Object.keys(candidates) as ReasonId[]).filter((id) => candidates[id] === true);
}
