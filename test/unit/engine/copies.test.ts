import assert from 'node:assert/strict';
import { hasCopies, withoutCopies } from '../../../src/engine/facts/copies';

describe('copies of itself in one call', () => {
  const command = (copies: number, between = '; '): string => Array(copies).fill('grep -n total src').join(between);

  it('make no difference from the third on, whatever stands between them', () => {
    for (const between of ['; ', '\n', ' ', '']) {
      assert.equal(withoutCopies(command(9, between)), command(3, between), JSON.stringify(between));
    }
    assert.deepEqual(
      [1, 2, 3].map((copies) => hasCopies({ command: command(copies) })),
      [false, false, true],
    );
  });

  it('are no padding, no keys to press, and no text in which anything differs', () => {
    for (const text of ['A'.repeat(80), 'Down '.repeat(9), `${command(4)} | head`, command(4).replace('src', 'lib')]) {
      assert.equal(withoutCopies(text), text);
    }
  });
});
