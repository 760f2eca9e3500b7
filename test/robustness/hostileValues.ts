// Values from a model or a tool that could make the guard fail.
export const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown =>
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

/** Odd but readable: a repeated value must count as the same call. */
export const READABLE: Readonly<Record<string, () => unknown>> = {
  'nested 100,000 deep, objects': () => nested(100_000, (inner) => ({ inner })),
  'nested 100,000 deep, lists': () => nested(100_000, (inner) => [inner]),
  'nested 100,000 deep, as text': () => '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000),
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

/** Large but readable. @param length approximate number of characters */
export const large = (length: number): Readonly<Record<string, () => unknown>> => ({
  'one text': () => ({ text: 'x'.repeat(length) }),
  'texts without a blank': () =>
    Object.fromEntries(Array.from({ length: length / 4096 }, (_, index) => [`k${index}`, `${'a'.repeat(4090)} b c`])),
  numbers: () => ({ list: Array.from({ length: length / 2 }, () => 1) }),
  'the text of an object': () => JSON.stringify({ text: 'x '.repeat(length / 2) }),
});

/** Reading these fails or never ends. */
export const UNREADABLE: Readonly<Record<string, () => unknown>> = {
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
};

/** Reading these never ends. */
export const ENDLESS: Readonly<Record<string, () => unknown>> = {
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
