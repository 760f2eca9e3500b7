import assert from 'node:assert/strict';
import { threadName } from '../../../../src/core/protection/runningThread';

describe('a thread that runs in the background', () => {
  it('is named without secrets, on one short line', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const name = threadName({
      id: 'a-1',
      prompt: `Use\n${token}`,
      folder: `/work/token=${token}/${'x'.repeat(3_000)}`,
    });
    assert.ok(!name.includes(token), name);
    assert.ok(name.length < 250 && !name.includes('\n'), name);
  });
});
