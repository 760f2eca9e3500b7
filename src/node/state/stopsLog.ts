import { join } from 'node:path';
import { appendToOwnFile } from '../files/ownFile';

/** The log of stops, for runs that nobody watches; started over at this size. */
export const STOPS_LOG = 'stops.log';
const MAX_LOG_BYTES = 64 * 1024;

/** Writes a line about a stop behind the others. Never throws. */
export function noteStop(stateFolder: string, line: string): void {
  try {
    appendToOwnFile(join(stateFolder, STOPS_LOG), `${line}\n`, MAX_LOG_BYTES);
  } catch {
    // The run is stopped anyway, and the model and the exit code say so.
  }
}
