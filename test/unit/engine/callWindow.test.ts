import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { CallWindow } from '../../../src/engine/callWindow';
import { windowEntry } from '../../../src/engine/entry';
import { UnpackedCalls } from '../../../src/engine/unpackedCalls';
import type { RecordedOutcome, WindowEntry } from '../../../src/engine/window';
import { digestOf, digestOfSha256 } from '../../../src/node/files/hash';

/** As JSON gives them. */
const plain = <T>(model: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) => fc.record(model, { noNullPrototype: true });
const digests = fc.constantFrom('one', 'two', 'three').map(digestOf);
const quickDigests = fc.constantFrom('abcdefghi', 'ABC-_1234');
const anyDigests = fc.oneof({ weight: 40, arbitrary: digests }, { weight: 1, arbitrary: fc.constant('no digest') });
const usually = <T>(one: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(one) },
    ...others.map((each) => ({ weight: 1, arbitrary: fc.constant(each) })),
  );
const optional = <T>(made: fc.Arbitrary<T>) => fc.option(made, { nil: undefined, freq: 2 });

const outcomes: fc.Arbitrary<RecordedOutcome> = plain({
  digest: anyDigests,
  shapeDigest: digests,
  length: usually(7, 2 ** 33),
  lines: optional(fc.nat(100)),
  isError: fc.boolean(),
  kind: fc.constantFrom('failed', 'nothing', 'done', 'plain'),
  causeDigest: optional(fc.oneof(digests, fc.constant('nothing'))),
  life: fc.constantFrom(undefined, 'running', 'ended'),
  running: usually<readonly string[] | undefined>(undefined, ['a1B']),
});

const calls = plain({
  seenBy: usually<(string | undefined)[]>([undefined], ['hooks'], ['hooks', 'model']),
  sameRound: fc.boolean(),
  tool: fc.constantFrom('read', 'write', 'run'),
  signature: anyDigests,
  argumentsValue: fc.constantFrom({ path: 'a' }, { path: 'b' }, undefined),
  tookMs: fc.constantFrom(undefined, 5, 600, 2_000),
  reads: optional(plain({ target: quickDigests, from: usually(20, 1.5), to: optional(fc.constantFrom(0, 40)) })),
  changes: optional(
    fc.array(
      plain({
        file: quickDigests,
        replaces: optional(plain({ old: digests, new: quickDigests })),
        content: optional(digests),
        before: usually(undefined, digestOf('before')),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  ),
  compactions: usually(undefined, 1, 300),
  outcome: optional(outcomes),
});

const CAPACITY = 12;
const SECOND = 1000;

describe('call window', () => {
  it('gives back what it packed, but for arguments that nobody asks for', () => {
    let packed = 0;
    fc.assert(
      fc.property(fc.array(calls, { maxLength: 40, size: 'max' }), (made) => {
        const window = new CallWindow(new UnpackedCalls());
        const expected: WindowEntry[] = [];
        made.forEach(({ sameRound, tookMs, outcome, ...call }, index) => {
          const atMs = index * SECOND;
          const round = (expected.at(-1)?.round ?? 0) + (sameRound ? 0 : 1);
          const doneMs = tookMs === undefined || outcome === undefined ? undefined : atMs + tookMs;
          const entry = (): WindowEntry =>
            windowEntry({ ...call, index, callIds: [`call ${index}`], round, atMs, outcome: undefined });
          expected.push({ ...entry(), outcome, doneMs });
          window.append(entry(), CAPACITY);
          if (outcome !== undefined) {
            window.setOutcome(`call ${index}`, outcome, doneMs);
          }
        });
        const kept = expected.slice(-CAPACITY);
        assert.equal(window.length, kept.length);
        const given = window.snapshot();
        assert.deepEqual(window.entries, given);
        for (const [at, entry] of given.entries()) {
          const { argumentsValue, signs, ...rest } = entry;
          const { argumentsValue: whole, ...known } = kept[at] as WindowEntry;
          assert.deepEqual({ ...rest, signs: undefined }, known);
          if (signs === undefined) {
            assert.deepEqual(argumentsValue, whole);
          } else {
            packed += 1;
            assert.ok(entry.outcome?.kind === 'plain' || entry.outcome?.kind === 'done');
          }
        }
      }),
      { seed: 336767, numRuns: 200 },
    );
    assert.ok(packed > 50, `only ${packed} without arguments`);
  });

  it('keeps the arguments of calls that were answered alike, and of the newest of each tool', () => {
    const window = new CallWindow(new UnpackedCalls());
    const made = (tool: string, answer: string, index: number): void => {
      const argumentsValue = { index };
      window.append(
        windowEntry({
          index,
          callIds: [`call ${index}`],
          seenBy: [undefined],
          round: index,
          tool,
          signature: digestOf(String(index)),
          argumentsValue,
          atMs: index,
          outcome: undefined,
        }),
        CAPACITY,
      );
      const digest = digestOf(answer);
      window.setOutcome(`call ${index}`, { digest, shapeDigest: digest, length: 9, isError: false, kind: 'plain' });
    };
    ['old', 'other', 'same', 'same', 'same'].forEach((answer, index) => made('read', answer, index));
    made('write', 'something', 5);
    made('run', 'something else', 6);
    assert.deepEqual(
      window.entries.map(({ argumentsValue }) => argumentsValue !== undefined),
      [false, false, true, true, true, true, true],
    );
  });
});

describe('digests', () => {
  it('are those of versions that kept them whole', () => {
    const whole = createHash('sha256').update('a text').digest('hex');
    assert.equal(digestOfSha256(whole), digestOf('a text'));
    assert.equal(digestOfSha256(digestOf('a text')), digestOf('a text'));
    assert.equal(digestOf('a text').length, 10);
  });
});
