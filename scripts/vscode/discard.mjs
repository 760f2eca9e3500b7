import { rmSync } from 'node:fs';

/** Removes a temporary folder. What can't be removed is reported, but fails no run. */
export function discard(/** @type {string} */ folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    console.log(`Left behind: ${folder} (${error instanceof Error ? error.message : error})`);
  }
}
