import assert from 'node:assert/strict';
import fc from 'fast-check';
import stringify from 'fast-json-stable-stringify';
import { canonicalText } from '../../src/engine/values/canonical';
import { assertCounted, assertLetRun, assertSayable, assertToldApart, FaultWatch } from './faultWatch';
import { large, nested, READABLE, UNREADABLE } from './hostileValues';

const SEED = 336767;

/** Those of 10 MB are in large.test.ts. */
const SMALLER = large(100_000);

describe('hostile arguments', function () {
  this.timeout(240_000);

  for (const [what, make] of Object.entries({ ...READABLE, ...SMALLER })) {
    it(`are counted like any others: ${what}`, () => {
      assertCounted(make);
    });
  }

  for (const [what, make] of Object.entries(UNREADABLE)) {
    it(`that can’t be read let the call run, with one line: ${what}`, () => {
      assertLetRun(make);
    });
  }

  it('have the same canonical text as from the usual library, if it has one', () => {
    const anything = fc.anything({
      maxDepth: 5,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue({ maxDepth: 6 }), anything), (value) => {
        const wanted = typeof value === 'string' ? undefined : attempt(() => stringify(value) as string | undefined);
        if (wanted !== undefined) {
          assert.equal(canonicalText(value), wanted);
        }
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});

describe('hostile names and ids', () => {
  const names = [
    '',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    '\ud800',
    '\u0000',
    'a'.repeat(1_000_000),
    '*',
    '../..',
    '{a,b}',
    'x:y',
    '🙂',
  ];

  it('are handled like any others', () => {
    for (const name of names) {
      const { guard, faults } = new FaultWatch({
        tools: { '*': { operationField: '__proto__' }, 'other*': { exempt: true } },
      });
      const actions = [1, 2, 3, 4].map((id) => {
        const verdict = guard.check(
          name,
          {
            id: `${name}${id}`,
            tool: name,
            arguments: {},
            round: `${name}${id}`,
            model: { vendor: name, family: name, id: name },
          },
          0,
        );
        guard.record(name, { callId: `${name}${id}`, result: name, isError: false });
        assertSayable(verdict);
        return verdict.action;
      });
      assert.deepEqual(faults, []);
      assert.deepEqual(actions, ['allow', 'allow', 'warn', 'break'], name.slice(0, 20));
    }
  });
});

describe('hostile results', function () {
  this.timeout(240_000);

  it('are distinguished and never cause a fault', () => {
    const results = Object.entries({ ...READABLE, ...SMALLER }).filter(
      ([what]) =>
        ![
          'nothing',
          'null',
          'an invalid date',
          'a function',
          'no numbers',
          'symbols',
          'a toJSON that gives itself',
        ].includes(what),
    );
    const contents = {
      ...Object.fromEntries(results),
      'parts in parts, 100,000 deep': () => nested(100_000, (inner) => ({ content: [inner] })),
    };
    assertToldApart(contents);
  });

  it('that can’t be read stay unknown, with one line', () => {
    const { guard, faults } = new FaultWatch();
    guard.check('c', { id: '1', tool: 'read', arguments: {} }, 0);
    guard.record('c', { callId: '1', result: UNREADABLE['a throwing getter']?.(), isError: false });
    assert.match(faults.join(), /\(record\)/);
    assert.deepEqual(guard.unanswered('c'), ['1']);
  });
});

describe('a broken clock', () => {
  for (const [what, times] of Object.entries({
    'not a number': [NaN, NaN, NaN, NaN],
    endless: [Infinity, -Infinity, Infinity, 0],
    'at odds': [1e15, -1e15, 5, 1e15],
  })) {
    it(`causes no fault: ${what}`, () => {
      const { guard, faults } = new FaultWatch();
      for (const [id, nowMs] of times.entries()) {
        guard.check('c', { id: `${id}`, tool: 'read', arguments: {} }, nowMs);
      }
      assert.deepEqual(faults, []);
    });
  }
});

describe('the memory for refused calls', () => {
  it('is bounded, whatever their number and size', () => {
    const { guard } = new FaultWatch({ mode: 'chance', ttlSeconds: 86_400 });
    for (let index = 0; index < 500; index++) {
      const id = `${index}`;
      const verdict = guard.check(
        'c',
        { id, tool: 'read', arguments: { path: `${index}${'x'.repeat(100_000)}` } },
        index,
      );
      if (verdict.action === 'allow' || verdict.action === 'warn') {
        guard.record('c', { callId: id, result: 'Error: no such file', isError: true });
      }
    }
    const snapshot = guard.snapshot('c');
    assert.equal(snapshot?.chances.length, 100);
    assert.ok(JSON.stringify(snapshot).length < 3_000_000, `${JSON.stringify(snapshot).length} characters`);
  });
});

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
