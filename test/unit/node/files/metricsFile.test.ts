import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyTally, weekOf } from '../../../../src/core/metrics/tally';
import { MetricsFile } from '../../../../src/node/files/metricsFile';
import { newFolderForEach } from '../../../fakes/newFolder';

const NEWS = { ...emptyTally(), calls: 1, loops: { ...emptyTally().loops, repeat: 1 } };

describe('the file of metrics', () => {
  let folder = '';
  let path = '';

  newFolderForEach((made) => {
    folder = made;
    path = join(folder, 'storage', 'metrics.json');
  });

  it('starts empty and adds up, with the time when counting began', async () => {
    const file = new MetricsFile(path);
    assert.deepEqual(file.read(5), { version: 1, sinceMs: 5, totals: emptyTally(), days: {} });
    await file.add(NEWS, 10);
    await file.add(NEWS, 20);
    const { sinceMs, totals } = file.read(30);
    assert.deepEqual([sinceMs, totals.calls, totals.loops.repeat], [10, 2, 2]);
    assert.deepEqual(readdirSync(join(folder, 'storage')), ['metrics.json']);
  });

  it('counts the days of the last week, and forgets those before', async () => {
    const file = new MetricsFile(path);
    const day = 24 * 60 * 60 * 1000;
    for (const time of [0, 3 * day, 9 * day]) {
      await file.add(NEWS, time);
    }
    assert.deepEqual(weekOf(file.read(9 * day)), { calls: 2, loops: 2 });
  });

  it('loses nothing when many windows add at once', async () => {
    await Promise.all(Array.from({ length: 30 }, () => new MetricsFile(path).add(NEWS, 1)));
    assert.equal(new MetricsFile(path).read(1).totals.calls, 30);
  });

  it('writes before it returns if nobody else is writing', () => {
    const file = new MetricsFile(path);
    void file.add(NEWS, 1);
    assert.equal(file.read(1).totals.calls, 1);
  });

  it('can be reset', async () => {
    const file = new MetricsFile(path);
    await file.add(NEWS, 1);
    await file.reset(7);
    assert.deepEqual(file.read(9), { version: 1, sinceMs: 7, totals: emptyTally(), days: {} });
  });

  it('starts over if it can’t be read', async () => {
    const file = new MetricsFile(path);
    await file.add(NEWS, 1);
    writeFileSync(path, '{"version":1,"totals":{"calls":-4}}');
    assert.equal(file.read(2).totals.calls, 0);
    await file.add(NEWS, 3);
    assert.equal(file.read(4).totals.calls, 1);
  });
});
