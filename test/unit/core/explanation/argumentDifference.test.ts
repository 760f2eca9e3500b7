import assert from 'node:assert/strict';
import { argumentDifference } from '../../../../src/core/explanation/differences';

const compare = (...values: unknown[]) =>
  argumentDifference(values.map((value, at) => ({ number: at + 1, arguments: value })));

describe('what arguments differ in', () => {
  it('is nothing for equal arguments, whatever the order of their fields, and also when they are sent as text', () => {
    assert.deepEqual(compare({ a: 1, b: [1, { c: 'x' }] }, '{"b":[1,{"c":"x"}],"a":1}').fields, []);
  });

  it('is told field by field, nested ones by their path, with the calls that had each value', () => {
    const { fields } = compare(
      { a: 1, b: { c: ['x', 'y'] } },
      { a: 1, b: { c: ['x', 'z'] } },
      { a: 1, b: { c: ['x', 'y'] } },
    );
    assert.deepEqual(fields, [
      {
        path: 'b.c[1]',
        values: [
          { text: '"y"', calls: [1, 3] },
          { text: '"z"', calls: [2] },
        ],
        isHidden: false,
      },
    ]);
  });

  it('tells fields that are missing, and a number from the text of it', () => {
    const { fields } = compare({ a: 1 }, { a: '1', b: 2 });
    assert.deepEqual(
      fields.map(({ path, values }) => [path, values.map(({ calls }) => calls)]),
      [
        ['a', [[1], [2]]],
        ['b', [[1], [2]]],
      ],
    );
    assert.equal(fields[1]?.values[0]?.text, undefined);
  });

  it('shows of long texts the part that differs', () => {
    const [field] = compare({ text: `${'same '.repeat(40)}end one` }, { text: `${'same '.repeat(40)}end two` }).fields;
    assert.equal(field?.values.length, 2);
    assert.match(field?.values[0]?.text ?? '', /^"….{4,20}end one"$/);
    assert.match(field?.values[1]?.text ?? '', /end two"$/);
  });

  it('masks secrets, and says when nothing of the difference is left to see', () => {
    const [field] = compare({ apiKey: 'one-secret' }, { apiKey: 'two-secret' }).fields;
    assert.deepEqual(field, {
      path: 'apiKey',
      values: [
        { text: '"***"', calls: [1] },
        { text: '"***"', calls: [2] },
      ],
      isHidden: true,
    });
  });

  it('is bounded in fields, depth and cycles', () => {
    const wide = (value: number) => Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field${at}`, value]));
    assert.equal(compare(wide(1), wide(2)).fields.length, 20);
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    assert.deepEqual(compare(cyclic, cyclic).fields, []);
  });

  it('compares texts that are no JSON as they are', () => {
    assert.deepEqual(
      compare('ls', 'ls -l').fields.map(({ path, values }) => [path, values.map(({ text }) => text)]),
      [['', ['"ls"', '"ls -l"']]],
    );
  });
});
