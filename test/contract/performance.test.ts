import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cellsOf, isOnPage, withFigures, writtenIn } from '../../bench/page';
import { limitOf, measuredRows, misses, ROWS } from '../../bench/rows';

const PAGE = readFileSync(join(resolve(__dirname, '../..'), 'docs/contributing/evidence.md'), 'utf8');

/** Name, unit and limit of each row of the table, without what was measured. */
const rowsOf = (page: string): string[][] =>
  writtenIn(page)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| What ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([what = '', unit = '', , limit = '']) => [what, unit, limit.trim()]);

describe('the page of what the guard costs', () => {
  const wanted = ROWS.filter(isOnPage)
    .map(cellsOf)
    .map(({ what, unit, limit }) => [what, unit, limit]);

  it('has the rows of the bench, with their limits', () => {
    assert.ok(wanted.length > 30, String(wanted.length));
    assert.deepEqual(rowsOf(PAGE), wanted, 'npm run bench -- --write');
  });

  it('is written as it is read, and says what is missed and why', () => {
    const [limited] = ROWS.filter((row) => row.most !== undefined);
    assert.ok(limited?.most !== undefined);
    const { group, name, unit, most } = limited;
    const page = withFigures(PAGE, measuredRows(ROWS, [{ group, name, unit, measured: most * 3 }]));
    assert.deepEqual(rowsOf(page), wanted);
    assert.match(writtenIn(page), /MISSED/);
    assert.match(writtenIn(page), /in the way/);
    assert.doesNotMatch(writtenIn(withFigures(PAGE, measuredRows(ROWS, []))), /MISSED/);
  });
});

describe('the rows of the bench', () => {
  it('differ in their names', () => {
    assert.equal(new Set(ROWS.map(({ group, name }) => `${group}: ${name}`)).size, ROWS.length);
  });

  it('are missed beyond their limit, with the room that a check has', () => {
    const row = { group: 'text', name: 'any', unit: '×', microseconds: undefined } as const;
    assert.equal(limitOf({ ...row, least: 1 }), '≥ 1');
    assert.ok(misses({ ...row, most: 2, measured: 2.1 }) && !misses({ ...row, most: 2, measured: 2 }));
    assert.ok(misses({ ...row, most: 2, measured: 4.1 }, 2) && !misses({ ...row, most: 2, measured: 4 }, 2));
    assert.ok(misses({ ...row, least: 1, measured: 0.9 }) && !misses({ ...row, least: 1, measured: 0.6 }, 2));
    assert.ok(!misses({ ...row, measured: 9 }) && !misses({ ...row, most: 2, measured: undefined }));
  });

  it('are known for every figure, else the bench fails', () => {
    assert.throws(() => measuredRows(ROWS, [{ group: 'text', name: 'no such', unit: '×', measured: 1 }]), /no row/);
  });
});
