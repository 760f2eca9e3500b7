import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchForAbort } from '../../../../src/node/hooks/runAbort';

const ABORT = `${JSON.stringify({ type: 'abort', data: { reason: 'user_abort' } })}\n`;
const CALL = `${JSON.stringify({ type: 'tool.execution_start', data: { toolCallId: '1' } })}\n`;

describe('the end of a run that is cancelled', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'run-abort-'));
    path = join(folder, 'events.jsonl');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is waited for until the runtime has written it', async () => {
    writeFileSync(path, CALL);
    const aborted = await watchForAbort(path);
    let isOver = false;
    const waiting = aborted().then((found) => {
      isOver = true;
      return found;
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(isOver, false);
    appendFileSync(path, ABORT.slice(0, 5));
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(isOver, false);
    appendFileSync(path, ABORT.slice(5));
    assert.equal(await waiting, true);
  });

  it('is seen when it was written before anybody waits, and an earlier run is not it', async () => {
    writeFileSync(path, CALL);
    const aborted = await watchForAbort(path);
    appendFileSync(path, ABORT);
    assert.equal(await aborted(), true);
    const again = await watchForAbort(path);
    assert.equal(await again(), false);
  });

  it('is waited for where the runtime has not created the file yet', async () => {
    const aborted = await watchForAbort(path);
    const waiting = aborted();
    await new Promise((resolve) => setTimeout(resolve, 60));
    writeFileSync(path, CALL);
    appendFileSync(path, ABORT);
    assert.equal(await waiting, true);
  });

  it('is not waited for where no file reports it', async () => {
    assert.equal(await (await watchForAbort(undefined))(), false);
    writeFileSync(path, CALL);
    assert.equal(await (await watchForAbort(join(path, 'none.jsonl')))(), false);
    const aborted = await watchForAbort(path);
    rmSync(path);
    assert.equal(await aborted(), false);
  });
});
