import assert from 'node:assert/strict';
import { KnownAnswers } from '../../../src/engine/knownAnswers';
import { digestOf } from '../../../src/node/files/hash';

const [first, second, third, answer, another] = ['first', 'second', 'third', 'answer', 'another'].map(digestOf) as [
  string,
  string,
  string,
  string,
  string,
];

/** As it is kept. */
const short = (digest: string): string => digest.slice(-5);

describe('known answers', () => {
  it('tells an answer that is new for its call from the same one again', () => {
    const known = new KnownAnswers(5);
    assert.equal(known.note(first, answer), true);
    assert.equal(known.note(first, answer), false);
    assert.equal(known.note(second, answer), true);
    assert.equal(known.note(first, another), true);
    assert.equal(known.note(first, answer), true, 'only the last answer counts');
  });

  it('forgets the oldest calls first, and a new answer of a known call keeps its place', () => {
    const known = new KnownAnswers(2);
    known.note(first, answer);
    known.note(second, answer);
    known.note(first, another);
    known.note(third, answer);
    assert.deepEqual(known.entries(), [
      [short(second), short(answer)],
      [short(third), short(answer)],
    ]);
    assert.equal(known.note(first, another), true);
    assert.deepEqual(
      known.entries().map(([signature]) => signature),
      [short(third), short(first)],
    );
  });

  it('keeps all calls up to its limit while it grows', () => {
    const known = new KnownAnswers(50);
    const pairs = Array.from({ length: 60 }, (_, at): [string, string] => [digestOf(`call ${at}`), digestOf(`${at}`)]);
    pairs.forEach(([signature, digest]) => assert.equal(known.note(signature, digest), true));
    assert.deepEqual(
      known.entries(),
      pairs.slice(10).map((pair) => pair.map(short)),
    );
    assert.ok(pairs.slice(10).every(([signature, digest]) => !known.note(signature, digest)));
  });

  it('knows digests of other kinds as well, under the same limit', () => {
    const known = new KnownAnswers(2);
    assert.equal(known.note('no digest', answer), true);
    assert.equal(known.note('no digest', answer), false);
    assert.equal(known.note(first, 'no digest'), true);
    assert.equal(known.note(first, 'no digest'), false);
    known.note('another one', answer);
    assert.deepEqual(known.entries(), [
      [first, 'no digest'],
      ['another one', answer],
    ]);
  });

  it('goes on from its entries, and from whole digests of earlier versions', () => {
    const known = new KnownAnswers(5);
    known.note(first, answer);
    known.note(second, another);
    for (const entries of [known.entries(), [[first, answer] as const, [second, another] as const]]) {
      const next = new KnownAnswers(5);
      entries.forEach(([signature, digest]) => next.note(signature, digest));
      assert.deepEqual(next.entries(), known.entries());
      assert.equal(next.note(first, answer), false);
      assert.equal(next.note(second, answer), true);
    }
  });

  it('knows nothing after it was cleared', () => {
    const known = new KnownAnswers(2);
    [first, second, third, 'no digest'].forEach((signature) => known.note(signature, answer));
    known.clear();
    assert.deepEqual(known.entries(), []);
    assert.equal(known.note(third, answer), true);
    assert.deepEqual(known.entries(), [[short(third), short(answer)]]);
  });
});
