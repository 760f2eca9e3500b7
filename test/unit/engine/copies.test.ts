import assert from 'node:assert/strict';
import { withoutCopies } from '../../../src/engine/facts/copies';

describe('copies of one text in a call', () => {
  const copies = (count: number, between: string, text = 'grep -n total src'): string =>
    Array(count).fill(text).join(between);

  it('make no difference after the third, whatever stands between them, if the call looks or searches', () => {
    for (const between of ['; ', ' && ', '\n']) {
      const cut = withoutCopies('bash', { command: copies(9, between), timeout: 5 });
      assert.deepEqual(cut, { command: copies(3, between), timeout: 5 });
    }
    assert.deepEqual(withoutCopies('web_search', { q: copies(5, ' ') }), { q: copies(3, ' ') });
  });

  for (const [what, tool, given] of [
    ['input for a program', 'bash', { command: copies(5, '; ', 'curl -d @a b.example') }],
    ['what a tool writes', 'write_file', { content: copies(9, '\n', '0.000000,1.000000') }],
    ['padding', 'web_search', { q: 'A'.repeat(80) }],
    ['a text in which something differs', 'bash', { command: `${copies(4, '; ')} | head` }],
  ] as const) {
    it(`count if they are ${what}`, () => assert.equal(withoutCopies(tool, given), given));
  }
});
