import assert from 'node:assert/strict';
import { logLine } from '../../src/core/words/logLines';
import { digestOf } from '../../src/node/files/hash';
import { allow, call, times, type Trajectory } from './notation';
import { letters } from './loops';

const fail = (what: string) => (): never => {
  throw new Error(what);
};

/** Once for its size, once for its text. */
const READS_OF_A_CALL = 2;

/** Readable often enough to recognize the call; the comparison with other calls reads it again. */
function hardlyReadable(query: string): object {
  let reads = 0;
  return {
    get query() {
      reads += 1;
      return reads > READS_OF_A_CALL ? fail('read again')() : query;
    },
  };
}

const hashed: number[] = [];

export const robustness: readonly Trajectory[] = [
  {
    name: 'a call of 1 MB is hashed once',
    ports: {
      hash: (text) => {
        hashed.push(text.length);
        return digestOf(text);
      },
    },
    steps: times(4, () => call('read', { text: 'x'.repeat(1_000_000) }, 'text')),
    expected: [...allow(2), 'warn', 'break'],
    also: () => {
      // A long text, the call, and its result in two ways.
      assert.ok(hashed.length <= 4 * 4, `${hashed.length} hashes`);
      assert.ok(hashed.reduce((sum, length) => sum + length, 0) <= 6_000_000);
    },
  },
  {
    name: 'what the guard relies on fails: no digest',
    ports: { hash: fail('no digest') },
    steps: times(5, () => call('read', {})),
    expected: allow(5),
    faults: 5,
  },
  {
    name: 'what the guard relies on fails: no settings',
    ports: { settingsFor: fail('no settings') },
    steps: times(5, () => call('read', {})),
    expected: allow(5),
    faults: 5,
  },
  {
    name: 'what the guard relies on fails: no log',
    ports: { report: fail('no log') },
    steps: letters('AAAAA'),
    expected: allow(5),
  },
  {
    name: 'a detector throws',
    steps: times(5, (index) =>
      call('search', hardlyReadable(`the very same question ${'abcde'.charAt(index)}`), 'one result, as ever'),
    ),
    expected: allow(5),
    faults: 5,
    also: ({ events }) =>
      assert.ok(
        events.every(
          (event) => event.kind !== 'fault' || /the call is allowed: Error: read again$/.test(logLine(event).text),
        ),
      ),
  },
];
