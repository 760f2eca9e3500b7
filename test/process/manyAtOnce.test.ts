import { assertCommandLineServes, assertWindowServes } from './manyAtOnce';

/** `npm run soak` does the same with 200 processes. */
const CROWD = { processes: 8, conversations: 2, mayBeMissed: 0 };

describe('eight hook processes at once over two conversations', () => {
  it('are all answered by one window, and each count is right', async () => {
    await assertWindowServes(CROWD);
  }).timeout(60_000);

  it('are all answered on the command line, and each count is right', async () => {
    await assertCommandLineServes(CROWD);
  }).timeout(60_000);
});
