import { availableParallelism, loadavg } from 'node:os';
import { assertCommandLineServes, assertWindowServes } from '../process/manyAtOnce';

const PROCESSES = 200;

/**
 * Processes that compete with others for few cores may not be served within the limits (5 s for the window, 12 s for a
 * lock); each of them then lets its call run and says so. A quiet machine has to serve all but a few.
 */
const isQuiet = (loadavg()[0] ?? Infinity) < availableParallelism() / 2;
const CROWD = { processes: PROCESSES, conversations: 50, mayBeMissed: isQuiet ? PROCESSES / 20 : PROCESSES - 1 };

const tell = (missed: number): void =>
  console.log(`      ${missed} of ${PROCESSES} were not served (${isQuiet ? 'a quiet' : 'a busy'} machine)`);

describe(`${PROCESSES} hook processes at once over ${CROWD.conversations} conversations`, function () {
  this.timeout(240_000);

  it('are all answered by one window, or say so; each count is right', async () =>
    tell(await assertWindowServes(CROWD)));

  it('are all answered on the command line, or say so; each count is right', async () =>
    tell(await assertCommandLineServes(CROWD)));
});
