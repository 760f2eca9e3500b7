import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import stringify from 'fast-json-stable-stringify';
import { canonicalText } from '../../src/engine/canonical';
import type { GuardEvent } from '../../src/engine/events';
import { Guard } from '../../src/engine/guard';
import { logLine } from '../../src/core/words/logLines';
import { describeOutcome } from '../../src/engine/outcome';
import { parseConfiguration } from '../../src/core/settings/parse';
import type { Verdict } from '../../src/engine/verdict';
import { allTexts } from '../fakes/texts';
import { sha256 } from '../../src/node/files/hash';

const SEED = 336767;

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => wrap(inner), 'core');
const circular = (): object => {
  const value: Record<string, unknown> = { name: 'circle', list: [] };
  (value['list'] as unknown[]).push(value);
  return value;
};
const sparse = (length: number): unknown[] => {
  const list: unknown[] = [1];
  list.length = length;
  return list;
};
const fail = (): never => {
  throw new Error('read');
};

/** Odd, but readable: each must count as the same call when it comes again. */
const READABLE: Readonly<Record<string, () => unknown>> = {
  'nested 100,000 deep, objects': () => nested(100_000, (inner) => ({ inner })),
  'nested 100,000 deep, lists': () => nested(100_000, (inner) => [inner]),
  'nested 100,000 deep, as text': () => '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000),
  '10 MB in one text': () => ({ text: 'x'.repeat(10_000_000) }),
  '10 MB in 2,400 texts without a blank': () =>
    Object.fromEntries(Array.from({ length: 2400 }, (_, index) => [`k${index}`, `${'a'.repeat(4090)} b c`])),
  '10 MB of numbers': () => ({ list: Array.from({ length: 5_000_000 }, () => 1) }),
  '10 MB as text': () => JSON.stringify({ text: 'x '.repeat(5_000_000) }),
  circular,
  'lone surrogates': () => ({ '\ud800': '\udfff', both: '\udfff\ud800' }),
  'keys of prototypes': () =>
    JSON.parse(
      '{"__proto__":{"toJSON":1},"constructor":{"prototype":{}},"hasOwnProperty":0,"toString":null}',
    ) as unknown,
  'no numbers': () => [NaN, Infinity, -Infinity, -0],
  bigint: () => ({ n: 10n ** 100n }),
  symbols: () => ({ [Symbol('key')]: 1, value: Symbol.for('value') }),
  functions: () => ({ f: () => 1, g: class {} }),
  'a function': () => fail,
  'a sparse list': () => [1, , , 4, ...sparse(1000)],
  'no prototype': () => Object.assign(Object.create(null) as object, { a: Object.create(null) as object }),
  'dates, maps, buffers': () => ({
    date: new Date(0),
    map: new Map([[1, 2]]),
    bytes: new Uint8Array(100),
    pattern: /x/,
  }),
  'an invalid date': () => new Date(NaN).getTime(),
  'a throwing toJSON': () => ({ toJSON: fail }),
  'a toJSON that gives itself': () => ({
    toJSON(): unknown {
      return this;
    },
  }),
  nothing: () => undefined,
  null: () => null,
};

/** Whatever reads these fails, or would never end. */
const UNREADABLE: Readonly<Record<string, () => unknown>> = {
  'a throwing getter': () => ({
    get a() {
      return fail();
    },
  }),
  'a throwing key list': () => new Proxy({}, { ownKeys: fail }),
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a revoked proxy within': () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    return { proxy };
  },
  'an error without words': () => ({
    get a() {
      throw Object.create(null) as Error;
    },
  }),
  'four billion holes': () => sparse(2 ** 32 - 1),
  'two to the power of forty, shared': () => nested(40, (inner) => [inner, inner]),
  'an object without a bottom': () => {
    const endless = (): object =>
      new Proxy(
        {},
        {
          get: (_, name) => (name === 'toJSON' ? undefined : endless()),
          ownKeys: () => ['a', 'b'],
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        },
      );
    return endless();
  },
};

class Watched {
  readonly faults: string[] = [];
  readonly told: GuardEvent[] = [];
  readonly guard: Guard;

  constructor(user: Record<string, unknown> = {}) {
    const configuration = parseConfiguration({ user });
    this.guard = new Guard({
      hash: sha256,
      settingsFor: new ConversationSettings(() => configuration).settingsFor,
      report: (event) => this.#hear(event),
    });
  }

  #hear(event: GuardEvent): void {
    const { text } = logLine(event);
    assert.ok(text.length <= 2_000 && !text.includes('\n'), 'one bounded line');
    this.told.push(event);
    if (event.kind === 'fault') {
      this.faults.push(text);
    }
  }
}

/** Everything that is said of a verdict is bounded, and can be said. */
function assertSayable(verdict: Verdict): void {
  if (verdict.action !== 'allow') {
    for (const text of Object.values(allTexts(verdict.detection))) {
      assert.ok(text.length < 3_000);
    }
  }
}

describe('hostile arguments', function () {
  this.timeout(240_000);

  for (const [what, make] of Object.entries(READABLE)) {
    it(`count as any other: ${what}`, () => {
      const { guard, faults, told } = new Watched({ maxRepeats: 2 });
      const actions = [1, 2].map((id) => {
        const verdict = guard.check('c', { id: `${id}`, tool: 'read', arguments: make() }, id);
        assertSayable(verdict);
        return verdict.action;
      });
      assert.deepEqual(faults, []);
      assert.deepEqual(actions, ['allow', 'break']);
      const kept = told.flatMap((event) => (event.kind === 'detection' ? [event.detection.arguments] : []));
      assert.ok(
        kept.every((value) => canonicalText(value).length < 9_000_000),
        'of large arguments a part is kept',
      );
    });
  }

  for (const [what, make] of Object.entries(UNREADABLE)) {
    it(`that cannot be read let the call run, with one line: ${what}`, () => {
      const { guard, faults } = new Watched({ maxRepeats: 2 });
      assert.equal(guard.check('c', { id: '1', tool: 'read', arguments: make() }, 0).action, 'allow');
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', /Fault of the guard in session c \(check\); the call is allowed: \S/);
      const verdicts = ['a', 'b'].map((id) => guard.check('c', { id, tool: 'read', arguments: {} }, 0).action);
      assert.deepEqual(verdicts, ['allow', 'break'], 'other calls are judged as ever');
    });
  }

  it('have the canonical text that the usual library gives, where that gives one', () => {
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

  it('are names and ids like any other', () => {
    for (const name of names) {
      const { guard, faults } = new Watched({
        operationFields: { '*': '__proto__' },
        toolOverrides: { 'other*': { exempt: true } },
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

  it('are told apart, and never a fault', () => {
    const results = Object.entries(READABLE).filter(
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
    const { guard, faults } = new Watched();
    const digests = new Map<string, string>();
    for (const [what, make] of Object.entries(contents)) {
      guard.check('c', { id: what, tool: 'read', arguments: { what } }, 0);
      guard.record('c', { callId: what, result: make(), isError: false });
      const { digest } = describeOutcome(make(), false, sha256);
      assert.equal(digests.get(digest), undefined, `${what} is another result`);
      digests.set(digest, what);
    }
    assert.deepEqual(faults, []);
  });

  it('that cannot be read stay unknown, with one line', () => {
    const { guard, faults } = new Watched();
    guard.check('c', { id: '1', tool: 'read', arguments: {} }, 0);
    guard.record('c', { callId: '1', result: UNREADABLE['a throwing getter']?.(), isError: false });
    assert.match(faults.join(), /\(record\)/);
    assert.deepEqual(guard.unanswered('c'), ['1']);
  });
});

describe('a clock that is no clock', () => {
  for (const [what, times] of Object.entries({
    'not a number': [NaN, NaN, NaN, NaN],
    endless: [Infinity, -Infinity, Infinity, 0],
    'at odds': [1e15, -1e15, 5, 1e15],
  })) {
    it(`is no fault: ${what}`, () => {
      const { guard, faults } = new Watched();
      for (const [id, nowMs] of times.entries()) {
        guard.check('c', { id: `${id}`, tool: 'read', arguments: {} }, nowMs);
      }
      assert.deepEqual(faults, []);
    });
  }
});

describe('what is kept of refused calls', () => {
  it('is bounded, however many there are and however large', () => {
    const { guard } = new Watched({ mode: 'chance', ttlSeconds: 86_400 });
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
