import { unlinkSync } from 'node:fs';

/** Removes a file, if it is there and can be removed. Never throws, so that what is cleaned up next is cleaned up. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was not there, or whoever finds it sees that its process has ended.
  }
}
