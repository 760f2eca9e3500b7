import assert from 'node:assert/strict';
import { logLine } from '../../../src/core/words/logLines';
import { digestOf } from '../../../src/node/files/hash';
import { allow, call, type GoldenCase, type Step, times, type Trajectory } from '../notation';
import { letters } from './loops';

const fail = (what: string) => (): never => {
  throw new Error(what);
};

function circular(): object {
  const value: Record<string, unknown> = { name: 'circle' };
  value['self'] = value;
  return value;
}

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

function hashedCharacters(limit: number): Pick<Trajectory, 'ports' | 'also'> {
  let calls = 0;
  let characters = 0;
  return {
    ports: {
      hash: (text) => {
        calls += 1;
        characters += text.length;
        return digestOf(text);
      },
    },
    also: ({ verdicts }) => {
      // A long text, the call, and its result in two ways.
      assert.ok(calls <= 4 * verdicts.length, `${calls} hashes for ${verdicts.length} calls`);
      assert.ok(characters <= limit, `${characters} characters hashed`);
    },
  };
}

const hostile: readonly (readonly [string, () => unknown])[] = [
  ['nested 2000 deep, as text', () => `${'['.repeat(2000)}${']'.repeat(2000)}`],
  ['nested 20000 deep, as text', () => '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ['nested 2000 deep', () => Array.from({ length: 2000 }).reduce<unknown>((inner) => ({ inner }), 'core')],
  ['1 MB', () => ({ text: 'x'.repeat(1_000_000) })],
  ['circular', circular],
];

const SECRETS: Step[] = times(5, () =>
  call(
    'deploy',
    {
      password: 'marker-one',
      command: 'curl -H "Authorization: Bearer marker-two-2222"',
      note: 'a'.repeat(300) + 'far-behind',
    },
    'result marker-three',
  ),
);

export const robustness: readonly GoldenCase[] = [
  {
    number: 8,
    title: 'hostile arguments',
    origin: 'proxy, OpenClaw',
    trajectories: hostile.map(([name, make]) => ({
      name,
      ...hashedCharacters(6_000_000),
      steps: times(4, () => call('read', make(), 'text')),
      expected: [...allow(2), 'warn', 'break'],
    })),
  },
  {
    number: 45,
    title: 'what the guard relies on breaks down',
    origin: 'cortextos',
    differs:
      'There is no state file: the window is in memory. Its place is taken by the ports the guard is built on. ' +
      'A log that cannot be written to cannot say so.',
    trajectories: [
      {
        name: 'no digest',
        ports: { hash: fail('no digest') },
        steps: times(5, () => call('read', {})),
        expected: allow(5),
        faults: 5,
      },
      {
        name: 'no settings',
        ports: { settingsFor: fail('no settings') },
        steps: times(5, () => call('read', {})),
        expected: allow(5),
        faults: 5,
      },
      { name: 'no log', ports: { report: fail('no log') }, steps: letters('AAAAA'), expected: allow(5) },
      {
        name: 'no callback',
        ports: { onDetection: fail('no callback') },
        steps: letters('AAAA'),
        expected: [...allow(2), 'warn', 'break'],
        faults: 2,
      },
    ],
  },
  {
    number: 46,
    title: 'a detector throws',
    origin: 'proxy',
    trajectories: [
      {
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
    ],
  },
  {
    number: 47,
    title: 'logs',
    origin: 'hermes',
    differs:
      'Not hashes only: a masked signature of 50 characters at INFO and above, masked and clipped arguments at ' +
      'DEBUG. Results are never logged.',
    trajectories: [
      {
        settings: { mode: 'chance' },
        steps: SECRETS,
        expected: [...allow(2), 'warn', 'chance', 'break'],
        also: ({ events }) => {
          const lines = events.map(logLine);
          const text = lines.map((line) => line.text).join('\n');
          assert.doesNotMatch(text, /marker/);
          for (const line of lines.filter(({ level }) => level !== 'debug' && level !== 'trace')) {
            assert.ok((/signature=(.*)\.\.\.$/.exec(line.text)?.[1] ?? '').length <= 50, line.text);
            assert.doesNotMatch(line.text, /a{50}/);
          }
        },
      },
    ],
  },
];
