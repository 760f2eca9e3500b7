import type { TimelineCall } from '../timeline/timelineCall';

/** Neighbours that are the same call are put together; a call that was blocked stands alone. */
export function equalCalls(calls: readonly TimelineCall[]): readonly (readonly TimelineCall[])[] {
  const groups: TimelineCall[][] = [];
  for (const call of calls) {
    const before = groups.at(-1);
    if (before?.[0] !== undefined && areEqual(before[0], call)) {
      before.push(call);
    } else {
      groups.push([call]);
    }
  }
  return groups;
}

/** The group of neighbours that a call belongs to. */
export function equalCallsAround(calls: readonly TimelineCall[], number: number): readonly TimelineCall[] {
  return equalCalls(calls).find((group) => group.some((call) => call.number === number)) ?? [];
}

function areEqual(one: TimelineCall, other: TimelineCall): boolean {
  return (
    one.ran &&
    other.ran &&
    one.signature !== undefined &&
    one.signature === other.signature &&
    one.agent === other.agent &&
    one.budget === undefined &&
    other.budget === undefined
  );
}
