import assert from 'node:assert/strict';
import { SELF_AWARENESS, selfAware } from '../../../../src/core/models/selfAwareness';

describe('self-awareness', () => {
  it('adds one sentence to each description and leaves everything else alone', () => {
    const tools = [
      { name: 'a', description: 'Reads a file. ', inputSchema: { type: 'object' } },
      { name: 'b', description: '' },
    ];
    assert.deepEqual(selfAware(tools), [
      { name: 'a', description: `Reads a file. ${SELF_AWARENESS}`, inputSchema: { type: 'object' } },
      { name: 'b', description: SELF_AWARENESS },
    ]);
    assert.equal(tools[0]?.description, 'Reads a file. ');
  });

  it('says it once', () => {
    const once = selfAware([{ description: 'Reads.' }]);
    assert.deepEqual(selfAware(once), once);
  });

  it('is one short sentence', () => {
    assert.ok(SELF_AWARENESS.length < 160);
    assert.equal(SELF_AWARENESS.match(/[.!?]/g)?.length, 1);
  });
});
