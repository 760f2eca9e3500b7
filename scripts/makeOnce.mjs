// Folders that are made once and kept: installations for tests. Plain Node built-ins.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MARKER = 'complete.json';

/** Whether a folder is complete, whatever it was made from. */
export const isMade = (/** @type {string} */ folder) => existsSync(join(folder, MARKER));

/**
 * Makes a folder, unless it was made from the same. It is built elsewhere and renamed, so an existing one is complete,
 * and an interrupted run can be repeated. If several processes build it, the first one wins.
 * @param {string} folder
 * @param {object} from what determines its content, such as versions of packages
 * @param {(building: string) => void} build fills the empty folder
 */
export function makeOnce(folder, from, build) {
  const wanted = JSON.stringify(from);
  const isThere = () => isMade(folder) && readFileSync(join(folder, MARKER), 'utf8') === wanted;
  if (isThere()) return;
  removeLeftovers(folder);
  const building = `${folder}.partial-${process.pid}`;
  try {
    mkdirSync(building, { recursive: true });
    build(building);
    writeFileSync(join(building, MARKER), wanted);
    if (!isThere()) rmSync(folder, { recursive: true, force: true });
    try {
      renameSync(building, folder);
    } catch (error) {
      if (!isThere()) throw error;
    }
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

/** Removes what interrupted processes left, but not what another process is building. */
function removeLeftovers(/** @type {string} */ folder) {
  const parent = dirname(folder);
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const [, owner] = /\.partial-(\d+)$/.exec(name) ?? [];
    const isOfFolder = owner !== undefined && name === `${basename(folder)}.partial-${owner}`;
    if (isOfFolder && !isRunning(Number(owner))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(/** @type {number} */ pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
