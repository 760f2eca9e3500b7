// What the scripted model of every agent does, and what is told of a run.

/** No run goes on longer, guarded or not. */
const MOST_REQUESTS = 20;

/** What the model asks for after so many answers, knowing the last result: the path to read, or nothing more. */
const SCRIPTS = {
  /** The same call for ever. */
  stubborn: () => 'same.txt',
  /** The same call until it is told. */
  obedient: (_, result) => (result.includes('Tool call loop') ? undefined : 'same.txt'),
  /** Different calls. */
  working: (answered) => (answered < 8 ? `${answered}.txt` : undefined),
  /** Different calls, each of which fails. */
  failing: (answered) => `${answered}.txt`,
};

export const SCRIPT = process.argv[2];

/** Set to run without the guard. */
export const IS_GUARDED = process.argv[3] !== 'unguarded';

/** What is set: the model gets a chance, so that all that a guard can do is seen. */
export const OPTIONS = { settings: { mode: 'chance_then_break' } };

const run = { requests: 0, executed: 0, results: [], ended: '' };

/** One request of the model. @returns the path to read, or undefined for the last answer */
export function answer(/** @type {string | undefined} */ result) {
  const answered = run.requests++;
  if (result !== undefined) run.results.push(result);
  return answered < MOST_REQUESTS ? SCRIPTS[SCRIPT](answered, result ?? '') : undefined;
}

/** The tool. It tells nothing new of a path that it was asked for before. */
export function read(/** @type {string} */ path) {
  run.executed += 1;
  if (SCRIPT === 'failing') throw new Error('The disk has no such file.');
  return `The text of ${path}`;
}

/** Prints what the test reads. */
export function finish(/** @type {string} */ ended) {
  console.log(JSON.stringify({ ...run, ended }));
}
