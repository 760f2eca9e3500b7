import assert from 'node:assert/strict';
import fc from 'fast-check';
import { NewestRun, type Run } from '../../../../src/engine/detectors/newestRun';
import { addToRounds, groupedByRound, type GrowingRound, type Round } from '../../../../src/engine/detectors/rounds';
import { windowEntry } from '../../../../src/engine/entry';
import { SlidingList } from '../../../../src/engine/slidingList';
import type { RecordedOutcome, WindowEntry } from '../../../../src/engine/window';

const OUTCOMES = ['one', 'two'].map((digest): RecordedOutcome => ({
  digest,
  shapeDigest: digest,
  length: 3,
  isError: true,
  kind: 'failed',
}));

interface Made {
  readonly signature: string;
  readonly tool: string;
  readonly outcome: RecordedOutcome | undefined;
  readonly waits: boolean;
  readonly inSameRound: boolean;
  /** Its answer comes only after the next call. */
  readonly isLate: boolean;
}

const mostly = <T>(one: T, other: T) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(one) }, { weight: 1, arbitrary: fc.constant(other) });

const made: fc.Arbitrary<Made> = fc.record({
  signature: mostly('a', 'b'),
  tool: mostly('read', 'write'),
  outcome: fc.oneof(
    { weight: 20, arbitrary: fc.constant(OUTCOMES[0]) },
    { weight: 1, arbitrary: fc.constantFrom(OUTCOMES[1], undefined) },
  ),
  waits: mostly(false, true),
  inSameRound: mostly(false, true),
  isLate: mostly(false, true),
});

const MOST_ROUNDS = 8;

describe('the newest run', () => {
  it('is the same known from call to call as looked for in the whole window', () => {
    let longest = 0;
    fc.assert(
      fc.property(fc.array(made, { maxLength: 30 }), (calls) => {
        const known = new NewestRun();
        const list = new SlidingList<GrowingRound>([]);
        let late: (() => void) | undefined;
        calls.forEach((call, index) => {
          const entry = entryOf(call, index, (list.newest?.[0].round ?? 0) + (call.inSameRound ? 0 : 1));
          addToRounds(list, entry);
          late?.();
          late = call.isLate ? () => (entry.outcome = call.outcome) : undefined;
          entry.outcome = call.isLate ? undefined : call.outcome;
          if (list.values.length > MOST_ROUNDS) {
            list.loseOldest();
          }
          const rounds = list.values;
          const run = known.of(rounds);
          assert.deepEqual(run, lookedFor(rounds));
          longest = Math.max(longest, run.identical);
        });
      }),
      { numRuns: 500 },
    );
    assert.equal(longest, MOST_ROUNDS, 'long runs were among them');
  });

  it('starts anew with other rounds', () => {
    const known = new NewestRun();
    const one = { signature: 'a', tool: 'read', outcome: OUTCOMES[0], waits: false, inSameRound: false, isLate: false };
    const rounds = (count: number) =>
      groupedByRound(Array.from({ length: count }, (_, at) => ({ ...entryOf(one, at, at), outcome: OUTCOMES[0] })))
        .values;
    assert.deepEqual(known.of(rounds(5)), { alike: 5, identical: 5 });
    assert.deepEqual(known.of(rounds(3)), { alike: 3, identical: 3 });
    assert.deepEqual(known.of([]), { alike: 0, identical: 0 });
  });
});

function entryOf({ signature, tool, waits }: Made, index: number, round: number): WindowEntry {
  return windowEntry({
    index,
    callIds: [`call ${index}`],
    seenBy: [undefined],
    round,
    tool,
    signature,
    argumentsValue: undefined,
    atMs: index,
    wait: waits ? { sinceMs: 0 } : undefined,
  });
}

/** As the promise reads. */
function lookedFor(rounds: readonly Round[]): Run {
  const newestFirst = rounds.toReversed();
  const [newest] = newestFirst[0] ?? [];
  const outcome = newest?.outcome;
  const count = (counts: (call: WindowEntry) => boolean): number => {
    const end = newestFirst.findIndex(
      ([call, ...others]) => others.length > 0 || outcome === undefined || call.outcome !== outcome || !counts(call),
    );
    return end < 0 ? newestFirst.length : end;
  };
  return {
    alike: count(({ tool }) => tool === newest?.tool),
    identical: count(
      ({ tool, signature, wait }) => tool === newest?.tool && signature === newest.signature && wait === undefined,
    ),
  };
}
