// The processes that one of ours has started, as Linux lists them; nothing where there is no /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** A killed process is gone long before this, or something keeps it that no test can wait for. */
const GONE_LIMIT_MS = 10_000;
const LOOK_AGAIN_MS = 20;

/** Linux counts processor time in hundredths of a second, whatever the kernel. */
const TICKS_PER_SECOND = 100;

/** A zombie has ended, and writes nothing any more. */
const ENDED_STATES = new Set(['Z', 'X']);

/**
 * Seconds of processor time that all processes started by this one have used, those that have ended included. On a
 * machine that others use too, this says more than the clock.
 * @returns {number | undefined} undefined where there is no /proc
 */
export function processorSeconds() {
  const processes = listProcesses();
  if (processes.size === 0) return undefined;
  return startedBy(process.pid, processes).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;
}

/**
 * Ends a process, its process group, and all that these have started, and waits until they are gone: an agent that VS
 * Code starts leads a group of its own, and would go on writing to folders that are about to be removed.
 * @param {number} pid the leader of a process group
 */
export async function endTree(pid) {
  const started = startedBy(pid, listProcesses()).map((each) => each.pid);
  kill(-pid);
  started.forEach(kill);
  const end = performance.now() + GONE_LIMIT_MS;
  while (performance.now() < end) {
    const processes = listProcesses();
    if ([pid, ...started].every((each) => processes.get(each)?.hasEnded ?? true)) return;
    await setTimeout(LOOK_AGAIN_MS);
  }
}

function kill(/** @type {number} */ pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * @typedef {{ pid: number, parent: number, ticks: number, hasEnded: boolean }} Process
 * @returns {Map<number, Process>} by number
 */
function listProcesses() {
  return new Map(readdirIfThere('/proc').flatMap(readProcess));
}

/**
 * @param {number} pid
 * @param {Map<number, Process>} processes
 */
function startedBy(pid, processes) {
  const isDescendant = (/** @type {Process | undefined} */ one) => {
    for (let at = one; at !== undefined; at = processes.get(at.parent)) {
      if (at.parent === pid) return true;
    }
    return false;
  };
  return [...processes.values()].filter(isDescendant);
}

/**
 * @param {string} pid
 * @returns {[number, Process][]} nothing for what is no process, or has ended meanwhile
 */
function readProcess(pid) {
  if (!/^\d+$/.test(pid)) return [];
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the bracket may hold spaces. After it: state, parent, … and as numbers 12 to 15 the times.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    return [
      [
        Number(pid),
        { pid: Number(pid), parent: Number(fields[1] ?? 0), ticks, hasEnded: ENDED_STATES.has(fields[0] ?? '') },
      ],
    ];
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
