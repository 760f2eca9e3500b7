import assert from 'node:assert/strict';
import type { RecordedSession } from '../../../../src/node/logs/recordedSession';
import { traceSession } from '../../../../src/node/logs/trace';

describe('a trace field that may be invalid', () => {
  const calls = [{ name: 'read', arguments: {}, moment: 'newer' }];

  it('is read if it is valid', () => {
    const model = { vendor: 'v', family: 'f', id: 'i' };
    const woken = [{ name: 'woken', arguments: {}, moment: 'woken' }];
    const read = traceSession({ id: 'a', sessionType: 'local', model, calls: woken }, 'file', 1) as RecordedSession;
    assert.deepEqual([read.sessionType, read.model, read.calls[0]?.moment], ['local', model, 'woken']);
  });

  for (const unfit of [undefined, null, 3]) {
    it(`is undefined if it is ${unfit}, and the rest is read`, () => {
      const read = traceSession({ id: 'a', sessionType: unfit, model: unfit, calls }, 'file', 1) as RecordedSession;
      assert.deepEqual([read.sessionType, read.model, read.calls[0]?.moment], [undefined, undefined, undefined]);
      assert.equal(read.calls[0]?.tool, 'read');
    });
  }
});
