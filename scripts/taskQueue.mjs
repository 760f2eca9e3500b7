// Tasks that share the cores of a machine: the order in which `npm test` runs its steps.

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {number} seconds how long it took the last time
 * @property {number} cores how many cores it kept busy on average
 * @property {readonly string[]} [needs] names of the tasks that must succeed before it starts
 */

/** A task that mostly waits still needs a moment of a core now and then. */
const LEAST_CORES = 0.1;
/** Cores asked for at once, for each that there is: tasks ask for their averages, and wait at different moments. */
const OVERCOMMITMENT = 1.1;

/**
 * Runs tasks beside each other, the one with the most work behind it first: one that waits for cores is overtaken by
 * none, or small ones would keep it waiting until it runs alone at the end. Even a task that asks for more cores than
 * there are gets its turn.
 * @template {Task} T
 * @param {readonly T[]} tasks names in `needs` that are not among them count as done
 * @param {number} cores
 * @param {(task: T) => Promise<boolean>} run whether the task succeeded; must not throw
 * @returns {Promise<T[]>} the tasks that were left out because one that they need failed
 */
export async function runTasks(tasks, cores, run) {
  const waiting = tasks.toSorted((one, other) => secondsToTheEnd(other, tasks) - secondsToTheEnd(one, tasks));
  const unfinished = new Set(tasks.map(({ name }) => name));
  /** @type {Map<T, Promise<void>>} */
  const running = new Map();
  const failed = new Set();
  const leftOut = /** @type {T[]} */ ([]);
  while (waiting.length > 0 || running.size > 0) {
    let isOneWaitingForCores = false;
    for (const task of [...waiting]) {
      const needs = task.needs ?? [];
      if (needs.some((name) => failed.has(name))) {
        waiting.splice(waiting.indexOf(task), 1);
        unfinished.delete(task.name);
        failed.add(task.name);
        leftOut.push(task);
      } else if (isOneWaitingForCores || needs.some((name) => unfinished.has(name))) {
        continue;
      } else if (!fits(task)) {
        isOneWaitingForCores = true;
      } else {
        waiting.splice(waiting.indexOf(task), 1);
        const ends = run(task).then((isWell) => {
          running.delete(task);
          unfinished.delete(task.name);
          if (!isWell) failed.add(task.name);
        });
        running.set(task, ends);
      }
    }
    await Promise.race(running.values());
  }
  return leftOut;

  function fits(/** @type {T} */ task) {
    const busy = [...running.keys()].reduce((sum, each) => sum + coresOf(each), 0);
    return running.size === 0 || busy + coresOf(task) <= OVERCOMMITMENT * cores;
  }
}

const coresOf = (/** @type {Task} */ { cores }) => Math.max(LEAST_CORES, cores);

/**
 * How long a task and the longest chain of those that wait for it take.
 * @param {Task} task
 * @param {readonly Task[]} tasks
 * @returns {number}
 */
function secondsToTheEnd(task, tasks) {
  const behind = tasks.filter(({ needs = [] }) => needs.includes(task.name));
  return task.seconds + Math.max(0, ...behind.map((each) => secondsToTheEnd(each, tasks)));
}
