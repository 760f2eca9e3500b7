// What a VS Code window costs: on a machine that others use too, processor time says more than the clock.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the kernel. */
const TICKS_PER_SECOND = 100;

/**
 * Seconds of processor time that all processes started by this one have used, those that have ended included.
 * @returns {number | undefined} undefined where there is no /proc
 */
export function processorSeconds() {
  const processes = new Map(readdirIfThere('/proc').flatMap(readProcess));
  if (processes.size === 0) return undefined;
  const isOurs = (/** @type {number} */ pid) => {
    for (let at = processes.get(pid)?.parent; at !== undefined; at = processes.get(at)?.parent) {
      if (at === process.pid) return true;
    }
    return false;
  };
  const ticks = [...processes].filter(([pid]) => isOurs(pid)).reduce((sum, [, one]) => sum + one.ticks, 0);
  return ticks / TICKS_PER_SECOND;
}

/**
 * @param {string} pid
 * @returns {[number, { parent: number, ticks: number }][]} nothing for what is no process, or has ended meanwhile
 */
function readProcess(pid) {
  if (!/^\d+$/.test(pid)) return [];
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the bracket may hold spaces. After it: state, parent, … and as numbers 12 to 15 the times.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return [[Number(pid), { parent: fields[1] ?? 0, ticks }]];
  } catch {
    return [];
  }
}

function readdirIfThere(/** @type {string} */ folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
