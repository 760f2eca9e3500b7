import assert from 'node:assert/strict';
import { fieldWords, sharedWords } from '../../../src/engine/facts/fieldWords';

const WORDING = { normalizeWhitespace: true, ignoreCase: true };

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ');

const share = (a: unknown, b: unknown): number =>
  sharedWords(fieldWords({ command: a }, WORDING) ?? [], fieldWords({ command: b }, WORDING) ?? []);

describe('the words of arguments', () => {
  it('have a common share that doesn’t depend on their order or the order of keys', () => {
    assert.equal(share('one two three', 'three one two'), 1);
    assert.equal(share('one two three four', 'one two five six'), 0.5);
    assert.equal(share('one two three four', 'one'), 0.25);
    assert.equal(share('one two', 'three four'), 0);
    assert.equal(share('ls -l /src', 'cat -n /lib'), 0);
    assert.equal(share({ a: 'one', b: { c: 2, d: 'x' } }, { b: { d: 'x', c: 2 }, a: 'one' }), 1);
    assert.equal(share({ path: 'a' }, { path: 'b' }), 0.5);
  });

  it('have nearly the same share in a long text, wherever some are inserted', () => {
    const inserted = `${numbered(0, 100)} more ${numbered(100, 250)} words ${numbered(250, 400)}`;
    assert.ok(share(numbered(0, 400), inserted) > 0.85);
    assert.ok(share(numbered(0, 400), numbered(400, 800)) < 0.1);
  });
});
