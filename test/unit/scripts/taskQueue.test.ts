import assert from 'node:assert/strict';
import { runTasks, type Task } from '../../../scripts/taskQueue.mjs';

const task = (name: string, seconds: number, cores: number, ...needs: string[]): Task => ({
  name,
  seconds,
  cores,
  needs,
});

/** Runs tasks whose seconds pass by themselves, and notes when each began. */
async function begun(tasks: readonly Task[], cores: number, failing: readonly string[] = []) {
  const starts: [string, number][] = [];
  const ends: { readonly at: number; readonly end: () => void }[] = [];
  let now = 0;
  let isOver = false;
  const done = runTasks(tasks, cores, async ({ name, seconds }) => {
    starts.push([name, now]);
    await new Promise<void>((end) => ends.push({ at: now + seconds, end }));
    return !failing.includes(name);
  }).then((leftOut) => {
    isOver = true;
    return leftOut.map(({ name }) => name);
  });
  while (!isOver) {
    await new Promise((next) => setImmediate(next));
    const [first] = ends.toSorted((one, other) => one.at - other.at);
    if (first !== undefined) {
      ends.splice(ends.indexOf(first), 1);
      now = first.at;
      first.end();
    }
  }
  return { starts: Object.fromEntries(starts), leftOut: await done };
}

describe('the queue of tasks', () => {
  it('begins with what has the most work behind it', async () => {
    const { starts } = await begun(
      [task('short', 10, 1), task('package', 20, 1), task('window', 100, 0.5, 'package'), task('lint', 50, 1)],
      2,
    );
    assert.deepEqual(starts, { package: 0, lint: 0, window: 20, short: 50 });
  });

  it('asks for a tenth more cores than there are, and for more only by one task alone', async () => {
    const { starts } = await begun([task('a', 10, 1.2), task('b', 10, 1), task('c', 9, 1), task('huge', 5, 8)], 2);
    assert.deepEqual(starts, { a: 0, b: 0, c: 10, huge: 19 });
  });

  it('lets no task overtake one that has more work behind it and waits for cores', async () => {
    const small = Array.from({ length: 9 }, (_, index) => task(`small ${index}`, 90 - index, 1));
    const { starts } = await begun([task('first', 101, 1.5), task('long', 100, 2), ...small], 2);
    assert.equal(starts['long'], 101);
    assert.equal(starts['small 0'], 201);
  });

  it('leaves out what needs a task that failed, and goes on with the rest', async () => {
    const { starts, leftOut } = await begun(
      [task('package', 5, 1), task('window', 10, 1, 'package'), task('picture', 1, 1, 'window'), task('unit', 9, 1)],
      1,
      ['package'],
    );
    assert.deepEqual(leftOut.toSorted(), ['picture', 'window']);
    assert.deepEqual(starts, { package: 0, unit: 5 });
  });

  it('takes what was not asked for as done', async () => {
    const { starts, leftOut } = await begun([task('window', 10, 1, 'package')], 1);
    assert.deepEqual([starts, leftOut], [{ window: 0 }, []]);
  });
});
