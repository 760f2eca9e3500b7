import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The log of stops, for runs that nobody watches; started over at this size. */
const STOPS_LOG = 'stops.log';
const MAX_LOG_BYTES = 64 * 1024;

/** Writes a line about a stop behind the others. Never throws. */
export function noteStop(stateFolder: string, line: string): void {
  try {
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
    const path = join(stateFolder, STOPS_LOG);
    const isLarge = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES;
    (isLarge ? writeFileSync : appendFileSync)(path, `${line}\n`, { mode: 0o600 });
  } catch {
    // The run is stopped anyway, and the model and the exit code say so.
  }
}
