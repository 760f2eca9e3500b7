// The scripted model for all agents, and the report of a run.

/** The longest run, guarded or not. */
const MOST_REQUESTS = 20;

/** What the model asks for after this many answers and this result: a path to read, or nothing. */
const SCRIPTS = {
  stubborn: () => 'same.txt',
  /** The same call until guidance arrives. */
  obedient: (_, result) => (result.includes('Tool call loop') ? undefined : 'same.txt'),
  working: (answered) => (answered < 8 ? `${answered}.txt` : undefined),
  failing: (answered) => `${answered}.txt`,
};

export const SCRIPT = process.argv[2];

/** Set to run without the guard. */
export const IS_GUARDED = process.argv[3] !== 'unguarded';

/** The model gets a chance, so everything a guard can do is tested. */
export const OPTIONS = { settings: { mode: 'chance_then_break' } };

const run = { requests: 0, executed: 0, results: [], ended: '' };

/** @returns the path to read, or undefined for the last answer */
export function answer(/** @type {string | undefined} */ result) {
  const answered = run.requests++;
  if (result !== undefined) run.results.push(result);
  return answered < MOST_REQUESTS ? SCRIPTS[SCRIPT](answered, result ?? '') : undefined;
}

/** The tool. It returns nothing new for an earlier path. */
export function read(/** @type {string} */ path) {
  run.executed += 1;
  if (SCRIPT === 'failing') throw new Error('The disk has no such file.');
  return `The text of ${path}`;
}

export function finish(/** @type {string} */ ended) {
  console.log(JSON.stringify({ ...run, ended }));
}
