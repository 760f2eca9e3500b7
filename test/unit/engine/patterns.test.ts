import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { analyse } from 'scslre';
import { PATTERNS } from '../../../scripts/eval/patternRows';
import {
  definePatterns,
  hintOf,
  matches,
  matchOf,
  type Patterns,
  ReadText,
} from '../../../src/engine/facts/patterns/pattern';

const FOLDER = resolve(__dirname, '../../../src/engine/facts/patterns');

const subjects = readdirSync(FOLDER).flatMap((file) => Object.values(exportsOf(file)).filter(isPatterns));

/** Enough to write each word of each expression many times. */
const RUNS = { seed: 4711, numRuns: 300 };

describe('patterns', () => {
  it('are all in the evaluation', () => {
    const listed = PATTERNS.map(({ subject }) => subject);
    assert.deepEqual(listed.toSorted(), subjects.map(({ subject }) => subject).toSorted());
  });

  it('have one name for each subject', () => {
    const names = subjects.map(({ subject }) => subject);
    assert.ok(names.length > 0);
    assert.deepEqual(names, [...new Set(names)]);
  });

  for (const { rows } of subjects) {
    for (const [id, { keywords, match, examples, not }] of rows) {
      const once = new RegExp(match.source, match.flags.replace('g', ''));

      it(`${id} matches its examples and nothing that only looks similar`, () => {
        for (const example of examples) {
          assert.ok(once.test(example), `matches ${example}`);
        }
        for (const text of not) {
          assert.ok(!once.test(text), `does not match ${text}`);
        }
      });

      if (keywords !== undefined) {
        const hint = hintOf({ keywords });

        it(`${id} has a keyword in each example`, () => {
          for (const keyword of keywords) {
            assert.equal(keyword, keyword.toLowerCase());
          }
          for (const example of examples) {
            assert.ok(new ReadText(example).mayMatch(hint), example);
          }
        });

        it(`${id} has a keyword in all that it matches`, () => {
          const texts = textsOf(match).filter((text) => once.test(text));
          fc.assert(
            fc.property(texts, (text) => new ReadText(text).mayMatch(hint)),
            RUNS,
          );
        });
      }

      it(`${id} takes linear time`, () => {
        assert.deepEqual(slowPartsOf(match), []);
      });
    }
  }

  it('report which row matched, the first of several', () => {
    const row = { examples: ['a'], not: ['b'], from: ['unknown'] } as const;
    const patterns = definePatterns('test', {
      never: { ...row, keywords: ['z'], match: /a/ },
      first: { ...row, keywords: undefined, match: /a/ },
      second: { ...row, keywords: ['a'], match: /a/ },
    });
    assert.equal(matchOf(patterns, 'a'), 'test.first');
    assert.equal(matchOf(patterns, 'b'), undefined);
    assert.equal(matches(patterns, 'b'), false);
  });

  it('match only with one of their keywords, in any case and with any characters', () => {
    const keywords = ['no such', 'a.b', '\\temp\\', '(', '[x]', '^$', 'p|q', '{1}', '*+?'];
    const texts = fc.array(fc.oneof(fc.constantFrom(...keywords), fc.string()), { maxLength: 4 });
    fc.assert(
      fc.property(fc.subarray(keywords, { minLength: 1 }), texts, fc.boolean(), (some, parts, isLoud) => {
        const text = isLoud ? parts.join('').toUpperCase() : parts.join('');
        const stands = some.some((keyword) => text.toLowerCase().includes(keyword));
        assert.equal(new ReadText(text).mayMatch(hintOf({ keywords: some })), stands);
        assert.equal(new ReadText(text).mayMatch(hintOf(...some.map((each) => ({ keywords: [each] })))), stands);
      }),
      RUNS,
    );
  });
});

/** Reasons why an expression takes more than linear time, according to a static analysis. */
function slowPartsOf(expression: RegExp): string[] {
  return analyse(expression).reports.map(({ type }) => type);
}

/** Without lookarounds, which fast-check doesn't know, so the caller must check whether the expression matches. */
function textsOf({ source, flags }: RegExp): fc.Arbitrary<string> {
  const known = source.replace(/\(\?<?[!=](?:[^()]|\([^()]*\))*\)/g, '').replaceAll('\\b', '');
  const text = fc.stringMatching(new RegExp(known, flags.replace(/[gim]/g, '')));
  return flags.includes('i') ? fc.mixedCase(text) : text;
}

function exportsOf(file: string): Record<string, unknown> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the files of a folder
  return require(join(FOLDER, file)) as Record<string, unknown>;
}

function isPatterns(value: unknown): value is Patterns {
  return typeof value === 'object' && value !== null && 'rows' in value && 'subject' in value;
}
