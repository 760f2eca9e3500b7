import assert from 'node:assert/strict';
import { Guard } from '../../../src/engine/guard';
import type { WindowEntry } from '../../../src/engine/ledger/entry';
import { digestOf } from '../../../src/node/files/hash';
import { ConversationSettings } from '../../../src/core/settings/conversationSettings';
import { parseConfiguration } from '../../../src/core/settings/parse';

interface Timed {
  readonly path: string;
  readonly atMs: number;
  /** Undefined: it has no result yet. `unknown`: it isn't known when the result came. */
  readonly doneMs?: number | 'unknown';
  readonly round?: string;
  readonly moment?: 'compacted';
}

/** Numbered from 1. */
function roundsOf(calls: readonly Timed[]): number[] {
  const entries: WindowEntry[] = [];
  const guard = new Guard({
    hash: digestOf,
    settingsFor: new ConversationSettings(() => parseConfiguration({})).settingsFor,
    report: (event) => void (event.kind === 'recorded' && entries.push(event.entry)),
  });
  for (const [index, { path, atMs, doneMs, round, moment }] of calls.entries()) {
    const id = String(index);
    guard.check('c', { id, tool: 'read', arguments: { path }, round, moment }, atMs);
    if (doneMs !== undefined) {
      guard.record('c', { callId: id, result: path, isError: false }, doneMs === 'unknown' ? undefined : doneMs);
    }
  }
  return entries.map(({ round }) => round);
}

/** Calls at this distance, each with its result at once. */
const apart = (ms: number, ...paths: string[]): Timed[] =>
  paths.map((path, index) => ({ path, atMs: index * ms, doneMs: index * ms }));

describe('calls of one answer, without round information', () => {
  const cases: readonly [string, readonly Timed[], readonly number[]][] = [
    ['come soon after the result before', apart(400, 'a', 'b', 'c', 'd'), [1, 1, 1, 1]],
    ['do not come after a second', apart(1_000, 'a', 'b', 'c'), [1, 2, 3]],
    ['are not identical, however fast', apart(10, 'a', 'a', 'a'), [1, 2, 3]],
    ['do not alternate, however fast', apart(10, 'a', 'b', 'a', 'b', 'a'), [1, 1, 2, 2, 3]],
    ['are not many', apart(10, ...'abcdefghij'), [...Array<number>(8).fill(1), 2, 2]],
    [
      'begin while the call before has no result',
      [
        { path: 'a', atMs: 0 },
        { path: 'b', atMs: 500 },
      ],
      [1, 1],
    ],
    [
      'are not told of a call whose result may be lost',
      [
        { path: 'a', atMs: 0 },
        { path: 'b', atMs: 1_500 },
      ],
      [1, 2],
    ],
    [
      'come soon after any result of the answer',
      [
        { path: 'a', atMs: 0, doneMs: 9_000 },
        { path: 'b', atMs: 100, doneMs: 200 },
        { path: 'c', atMs: 9_300 },
      ],
      [1, 1, 1],
    ],
    [
      'are not told after a result whose time nobody knows',
      [
        { path: 'a', atMs: 0, doneMs: 'unknown' },
        { path: 'b', atMs: 10 },
      ],
      [1, 2],
    ],
    [
      'are not told of what was no call',
      [
        { path: 'a', atMs: 0, moment: 'compacted' },
        { path: 'b', atMs: 10 },
      ],
      [1, 2],
    ],
    [
      'may be named, before or after one that is not',
      [
        { path: 'a', atMs: 0, doneMs: 10, round: 'one' },
        { path: 'b', atMs: 100, doneMs: 110 },
        { path: 'a', atMs: 5_000, doneMs: 5_010, round: 'one' },
        { path: 'c', atMs: 5_100, doneMs: 5_110, round: 'two' },
        { path: 'c', atMs: 9_000, doneMs: 9_010 },
        { path: 'd', atMs: 9_100, doneMs: 9_110, round: 'three' },
        { path: 'e', atMs: 15_000, round: 'three' },
      ],
      [1, 1, 1, 2, 3, 3, 3],
    ],
  ];
  for (const [title, calls, expected] of cases) {
    it(title, () => assert.deepEqual(roundsOf(calls), expected));
  }
});
