import { rmSync } from 'node:fs';

/** Removes a file, if it is there and can be removed. Never throws, so that what is cleaned up next is cleaned up. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Whoever finds it sees that its process has ended.
  }
}
