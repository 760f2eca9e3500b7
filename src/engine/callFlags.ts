import type { WindowEntry } from './window';

/*
 * What can be told about a call with a single bit. The remaining bits belong to packed calls: see packedFlags.ts.
 */
export const ANSWERED = 1;
export const SUCCEEDED = 2;
export const FAILED = 4;
export const HAS_CAUSE = 8;
/** The answer says that something is running. */
export const RUNS = 16;
/** The call took long enough to have waited. */
export const SLOW = 32;
/** A moment, a wait, or excused: it does not count, or not always. */
export const ODD = 64;
/** It changes several files, so its topic says nothing. */
export const SEVERAL_TOPICS = 128;
export const PACKED = 256;
/** The place of the first bit that belongs to packed calls. */
export const PACKED_FLAGS = 9;
/** All bits that do not belong to packed calls. */
export const GLANCE_FLAGS = (1 << PACKED_FLAGS) - 1;

/** From this duration on, a call may have waited. */
export const SLOW_MS = 500;

/** An answered call whose duration nobody knows may have waited if the next call came no sooner than this after it. */
export const UNTIMED_WAIT_MS = 30_000;

/** The flags of a call, with what is known of it now; never `PACKED`. */
export function flagsOf({ outcome, changes, moment, wait, excused, atMs, doneMs }: WindowEntry): number {
  let flags = 0;
  if (outcome !== undefined) {
    const { kind, causeDigest, life } = outcome;
    flags |= ANSWERED;
    flags |= kind === 'plain' || kind === 'done' ? SUCCEEDED : kind === 'failed' ? FAILED : 0;
    flags |= causeDigest === undefined ? 0 : HAS_CAUSE;
    flags |= life === 'running' ? RUNS : 0;
  }
  flags |= doneMs !== undefined && doneMs - atMs >= SLOW_MS ? SLOW : 0;
  flags |= moment !== undefined || wait !== undefined || excused === true ? ODD : 0;
  flags |= changes !== undefined && changes.length > 1 ? SEVERAL_TOPICS : 0;
  return flags;
}
