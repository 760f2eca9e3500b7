import assert from 'node:assert/strict';
import { LastDigest } from '../../../src/engine/lastDigest';

describe('the last digest', () => {
  it('is given again for the same text, and for no other', () => {
    const hashed: string[] = [];
    const digests = new LastDigest((text) => {
      hashed.push(text);
      return `digest of ${text}`;
    });
    const given = ['', '', 'a', 'a', 'b', 'a'].map((text) => digests.of(text));
    assert.deepEqual(
      given,
      ['', '', 'a', 'a', 'b', 'a'].map((text) => `digest of ${text}`),
    );
    assert.deepEqual(hashed, ['', 'a', 'b', 'a']);
  });

  it('is that of the text at hand after a long one, which is not kept', () => {
    const digests = new LastDigest((text) => String(text.length));
    assert.deepEqual(
      ['a', 'b'.repeat(5000), 'c'.repeat(5000), 'a'].map((text) => digests.of(text)),
      ['1', '5000', '5000', '1'],
    );
  });
});
