import type { Call } from '../../engine/call';
import type { Guard } from '../../engine/guard';
import type { Snapshot } from '../../engine/snapshot';
import type { Verdict } from '../../engine/verdict';

/** Marks the remembered calls of a loop; the first round has the number 1. */
const NO_ROUND = 0;

/**
 * Remembers the calls of a stopped loop, so that the loop is recognized as long as its agent continues. They are stored
 * as calls that the model was told to reconsider, which is true.
 */
export function keepLoopInMind(guard: Guard, conversationId: string, nowMs: number): void {
  const snapshot = guard.snapshot(conversationId);
  if (snapshot?.stop !== undefined) {
    guard.restore(conversationId, { ...snapshot, chances: toldCalls(snapshot, snapshot.stop, nowMs) });
  }
}

/**
 * Lets a stopped agent continue that could not be ended. Counting starts over, but a call of the loop that it was
 * stopped for is blocked at its first repeat.
 */
export function letGo(guard: Guard, conversationId: string): void {
  const chances = guard.snapshot(conversationId)?.chances ?? [];
  guard.reset(conversationId);
  const cleared = guard.snapshot(conversationId);
  if (cleared !== undefined) {
    guard.restore(conversationId, { ...cleared, chances });
  }
}

/** Checks a call. Stops an agent again that could continue, if the call belongs to its loop. */
export function checkCall(guard: Guard, conversationId: string, call: Call, nowMs: number): Verdict {
  const verdict = guard.check(conversationId, call, nowMs);
  const snapshot = guard.snapshot(conversationId);
  const entry = snapshot?.entries.find(({ callIds }) => callIds.includes(call.id));
  const [, told] = snapshot?.chances.find(([signature]) => signature === entry?.signature) ?? [];
  if (snapshot === undefined || told?.round !== NO_ROUND) {
    return verdict;
  }
  const { detection } = told;
  // The call was counted as one that runs.
  const entries = snapshot.entries.filter((other) => other !== entry);
  guard.restore(conversationId, { ...snapshot, entries, stop: { detection, atMs: nowMs } });
  return { action: 'stopped', detection };
}

function toldCalls(
  { entries, chances }: Snapshot,
  { detection }: NonNullable<Snapshot['stop']>,
  nowMs: number,
): Snapshot['chances'] {
  const calls = new Set(detection.finding.calls);
  const inWindow = entries.filter(({ index }) => calls.has(index)).map(({ signature }) => signature);
  const signatures = new Set([...inWindow, ...chances.map(([signature]) => signature)]);
  return [...signatures].map((signature) => [signature, { detection, round: NO_ROUND, atMs: nowMs, heeded: true }]);
}
