import assert from 'node:assert/strict';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchForAbort } from '../../../../src/node/hooks/runAbort';
import { PausingClock } from '../../../fakes/pausingClock';
import { newFolderForEach } from '../../../fakes/newFolder';

const ABORT = `${JSON.stringify({ type: 'abort', data: { reason: 'user_abort' } })}\n`;
const CALL = `${JSON.stringify({ type: 'tool.execution_start', data: { toolCallId: '1' } })}\n`;

describe('the end of a canceled run', () => {
  let folder: string;
  let path: string;

  newFolderForEach((made) => {
    folder = made;
    path = join(folder, 'events.jsonl');
  });

  it('is waited for until the runtime has written it', async () => {
    writeFileSync(path, CALL);
    const clock = new PausingClock();
    const aborted = await watchForAbort(path, clock);
    const waiting = aborted();
    await clock.hasPaused(3);
    appendFileSync(path, ABORT.slice(0, 5));
    await clock.hasPaused(6);
    appendFileSync(path, ABORT.slice(5));
    assert.equal(await waiting, true);
  });

  it('is found if it was written before the wait, and isn’t confused with an earlier run', async () => {
    writeFileSync(path, CALL);
    const aborted = await watchForAbort(path);
    appendFileSync(path, ABORT);
    assert.equal(await aborted(), true);
    const again = await watchForAbort(path, new PausingClock());
    assert.equal(await again(), false);
  });

  it('is waited for if the runtime hasn’t created the file yet', async () => {
    const clock = new PausingClock();
    const aborted = await watchForAbort(path, clock);
    const waiting = aborted();
    await clock.hasPaused(2);
    writeFileSync(path, CALL);
    appendFileSync(path, ABORT);
    assert.equal(await waiting, true);
  });

  it('isn’t waited for if no file reports it', async () => {
    const clock = new PausingClock();
    assert.equal(await (await watchForAbort(undefined, clock))(), false);
    writeFileSync(path, CALL);
    const aborted = await watchForAbort(path, clock);
    rmSync(path);
    assert.equal(await aborted(), false);
    assert.deepEqual(clock.pauses, []);
  });

  it('is given up if the file never appears', async () => {
    const clock = new PausingClock();
    assert.equal(await (await watchForAbort(join(folder, 'none.jsonl'), clock))(), false);
    assert.ok(clock.pauses.length > 0);
  });
});
