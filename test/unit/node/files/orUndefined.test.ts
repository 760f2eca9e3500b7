import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { orUndefined } from '../../../../src/node/logs/trace';

describe('a field that may be unfit', () => {
  const schema = z.object({ seconds: orUndefined(z.number()), name: z.string() });

  it('is read where it fits', () => {
    assert.deepEqual(schema.parse({ seconds: 3, name: 'a' }), { seconds: 3, name: 'a' });
  });

  for (const [kind, fields] of [
    ['missing', {}],
    ['null', { seconds: null }],
    ['of another type', { seconds: '3' }],
  ] as const) {
    it(`is undefined where it is ${kind}, and the rest is read`, () => {
      assert.equal(schema.parse({ ...fields, name: 'a' }).seconds, undefined);
    });
  }

  it('does not excuse other fields', () => {
    assert.equal(schema.safeParse({ seconds: 3 }).success, false);
  });
});
