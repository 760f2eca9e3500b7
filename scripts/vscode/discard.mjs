// Removing the folders of a run.
import { rmSync } from 'node:fs';

/**
 * Removes a temporary folder. What can't be removed stays, with a line that says so: no run fails because of what is
 * left behind.
 */
export function discard(/** @type {string} */ folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    console.log(`Left behind: ${folder} (${error instanceof Error ? error.message : error})`);
  }
}
