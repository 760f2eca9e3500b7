import assert from 'node:assert/strict';
import fc from 'fast-check';
import { glanceAt, Sign } from '../../../src/engine/textSigns';
import { MEASURES, VOLATILE, withoutVolatile } from '../../../src/engine/volatile';
import { EXITED, GOES_ON, GONE, runningIn } from '../../../src/engine/waitingSigns';

/** All expressions that run only on texts with their signs. */
const EXPRESSIONS: readonly (readonly [signs: number, expression: RegExp])[] = [
  ...VOLATILE.map(([signs, part]) => [signs, part] as const),
  ...MEASURES.map((words) => [Sign.Measure, words] as const),
  ...[...GOES_ON, ...EXITED, ...GONE],
];
/** So that every expression runs. */
const EVERY = { signs: -1, blanked: undefined };

/** Enough that each word of each expression is written many times. */
const RUNS = { seed: 4711, numRuns: 1000 };

/** Texts that an expression matches, but for its word boundaries and exceptions, which fast-check does not know. */
function textsOf({ source, flags }: RegExp): fc.Arbitrary<string> {
  const text = fc.stringMatching(
    new RegExp(source.replace(/\(\?<!.*\)$/, '').replaceAll('\\b', ''), flags.replace(/[gi]/g, '')),
  );
  return flags.includes('i') ? fc.mixedCase(text) : text;
}

/** What may stand around it: nothing, what ends a word, and what goes on with it. */
const AROUND = fc.constantFrom(
  '',
  ' ',
  '\n',
  '.',
  '"',
  '(',
  '-',
  '/',
  '=',
  '_',
  'a',
  's',
  '7',
  'µ',
  'é',
  'š',
  '\u001b[1m',
);

/** Several of them next to each other, as they stand or cut off. */
const TEXT = fc
  .array(fc.oneof(AROUND, ...EXPRESSIONS.map(([, expression]) => textsOf(expression))), { maxLength: 8 })
  .map((pieces) => pieces.join('').replaceAll('\u001b', ''));

describe('the signs of a text', () => {
  for (const [signs, expression] of EXPRESSIONS) {
    it(`stand in all that ${String(expression).slice(0, 60)} matches`, () => {
      let matches = 0;
      fc.assert(
        fc.property(AROUND, textsOf(expression), AROUND, (before, words, after) => {
          const text = `${before}${words}${after}`;
          const isMatch = text.search(expression) >= 0;
          matches += isMatch ? 1 : 0;
          assert.ok(!isMatch || (glanceAt(text).signs & signs) === signs, JSON.stringify(text));
        }),
        RUNS,
      );
      assert.ok(matches > RUNS.numRuns / 10, `only ${matches} texts were matched`);
    });
  }

  it('leave nothing out where several expressions match', () => {
    fc.assert(
      fc.property(TEXT, fc.nat({ max: 2_500 }), (text, gap) => {
        assert.equal(withoutVolatile(text), withoutVolatile(text, EVERY));
        const long = `${text}${' '.repeat(gap)}${text}`;
        assert.deepEqual(runningIn(long, glanceAt(long)), runningIn(long, EVERY));
      }),
      { ...RUNS, numRuns: 3000 },
    );
  });

  it('are not in a text without such words', () => {
    assert.equal(glanceAt('export async function read(path: string) {\n  return client.get(path);\n}\n').signs, 0);
    assert.equal(glanceAt('').signs, 0);
    assert.equal(glanceAt('5s').signs, Sign.Span);
  });

  it('are looked for again where a colour stood between them', () => {
    assert.equal(withoutVolatile('at 12\u001b[1m:30:20 sharp, it began'), 'at <time> sharp, it began');
  });
});
