import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SEEN_FOLDER = 'seen';

/**
 * Notes that a call of a harness was checked just now, for those who ask whether its hooks work. A time and no text.
 * Never throws.
 */
export function noteCall(stateFolder: string, harness: string, nowMs: number): void {
  const folder = join(stateFolder, SEEN_FOLDER);
  const path = join(folder, harness);
  try {
    utimesSync(path, nowMs / 1000, nowMs / 1000);
  } catch {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(path, '', { mode: 0o600 });
    } catch {
      // Nobody can be told then.
    }
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
