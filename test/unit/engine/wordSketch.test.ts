import assert from 'node:assert/strict';
import type { WindowEntry } from '../../../src/engine/ledger/entry';
import { sharedWords, wordSketch, wordsOf } from '../../../src/engine/facts/wordSketch';

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ');

const share = (a: unknown, b: unknown): number => sharedWords(wordSketch(a), wordSketch(b));

describe('the sketch of words', () => {
  it('tells the share of common words exactly while there are few', () => {
    assert.equal(share('one two three', 'three one two'), 1);
    assert.equal(share('one two three four', 'one two five six'), 0.5);
    assert.equal(share('one two three four', 'one'), 0.25);
    assert.equal(share('one two', 'three four'), 0);
    assert.equal(share(numbered(0, 30), numbered(10, 40)), 20 / 30);
  });

  it('tells it roughly for many words, whatever their order', () => {
    for (const [common, expected] of [
      [400, 1],
      [300, 0.75],
      [200, 0.5],
      [100, 0.25],
      [0, 0],
    ] as const) {
      const told = share(numbered(0, 400), `${numbered(1000, 1400 - common)} ${numbered(0, common)}`);
      assert.ok(Math.abs(told - expected) < 0.2, `${told} for ${expected}`);
    }
  });

  it('counts the words of the call that has more', () => {
    assert.ok(share(numbered(0, 400), numbered(0, 40)) < 0.25);
    assert.equal(share(numbered(0, 400), numbered(0, 40)), share(numbered(0, 40), numbered(0, 400)));
  });

  it('does not depend on the order of keys, and reads keys and values', () => {
    assert.equal(wordSketch({ a: 'one', b: { c: 2, d: 'x' } }), wordSketch({ b: { d: 'x', c: 2 }, a: 'one' }));
    assert.equal(share({ path: 'a' }, { path: 'b' }), 0.5);
  });

  it('has at most 64 characters, and none of the text', () => {
    for (const value of [{}, [], null, '', 'hunter2', numbered(0, 1000), 'ab'.repeat(100_000), '\ud800']) {
      assert.match(wordSketch(value), /^(?:[\w-]{2}){0,32}$/);
    }
    const secret = 'sk-live-51H8xKJ2eZvKYlo2C';
    assert.ok(!wordSketch({ token: secret }).includes(secret.slice(0, 4)));
    // Thousands of words share each value: a sketch proves of no word that it was there.
    const values = new Set(Array.from({ length: 200_000 }, (_, index) => wordSketch(String(index))));
    assert.equal(values.size, 4096);
  });

  it('of a call is made once, and is undefined for arguments that are not kept', () => {
    const entry = { argumentsValue: { title: 'one two' } } as unknown as WindowEntry;
    assert.equal(wordsOf(entry), wordSketch({ title: 'one two' }));
    assert.equal(entry.words, wordsOf(entry));
    assert.equal(wordsOf({ argumentsValue: undefined }), undefined);
    assert.equal(wordsOf({ argumentsValue: undefined, words: 'AbCd' }), 'AbCd');
  });

  it('of a shell leaves out the name of the field, which all its calls have in common', () => {
    assert.equal(wordsOf({ argumentsValue: { command: 'ls src' } }), wordSketch('ls src'));
  });
});
