import { statSync } from 'node:fs';
import { join } from 'node:path';
import { touchOwnFile } from '../files/ownFile';

const SEEN_FOLDER = 'seen';

/**
 * Notes that a call of a harness was checked just now, for those who ask whether its hooks work. A time and no text.
 * Never throws.
 */
export function noteSeenCall(stateFolder: string, harness: string, nowMs: number): void {
  try {
    touchOwnFile(join(stateFolder, SEEN_FOLDER, harness), nowMs);
  } catch {
    // Nobody can be told then.
  }
}

/** When a call of a harness was last judged; undefined when none was, as far as is known. Never throws. */
export function lastCallAtMs(stateFolder: string, harness: string): number | undefined {
  try {
    return statSync(join(stateFolder, SEEN_FOLDER, harness), { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}
