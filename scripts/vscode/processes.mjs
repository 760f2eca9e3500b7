// Descendants of a process, as listed by Linux; empty without /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** A killed process is gone long before this, unless something keeps it. */
const GONE_LIMIT_MS = 10_000;
const LOOK_AGAIN_MS = 20;

/** Linux counts processor time in hundredths of a second, whatever the kernel. */
const TICKS_PER_SECOND = 100;

/** A zombie has ended and no longer writes. */
const ENDED_STATES = new Set(['Z', 'X']);

/**
 * Processor time of all descendants of this process, including ended ones. On a shared machine, more reliable than the
 * clock.
 * @returns {number | undefined} undefined without /proc
 */
export function processorSeconds() {
  const processes = listProcesses();
  if (processes.size === 0) return undefined;
  return startedBy(process.pid, processes).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;
}

/**
 * Ends a process, its group, and all descendants, and waits until they are gone. An agent started by VS Code leads its
 * own group, and would still write to folders that are about to be removed.
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
    // It has already ended.
  }
}

/**
 * @typedef {{ pid: number, parent: number, ticks: number, hasEnded: boolean }} Process
 * @returns {Map<number, Process>} by number
 */
function listProcesses() {
  return new Map(readdirIfThere('/proc').flatMap(readProcess));
}

/** @param {number} pid @param {Map<number, Process>} processes */
function startedBy(pid, processes) {
  const isDescendant = (/** @type {Process | undefined} */ one) => {
    for (let at = one; at !== undefined; at = processes.get(at.parent)) {
      if (at.parent === pid) return true;
    }
    return false;
  };
  return [...processes.values()].filter(isDescendant);
}

/** @param {string} pid @returns {[number, Process][]} empty if it isn't a process, or has ended */
function readProcess(pid) {
  if (!/^\d+$/.test(pid)) return [];
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the bracket may contain spaces. State and parent follow; fields 12 to 15 are the times.
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
