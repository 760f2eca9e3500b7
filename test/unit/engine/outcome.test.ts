import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { classify, describeOutcome, outcomeText } from '../../../src/engine/facts/outcome';
import { shapeOf } from '../../../src/engine/facts/volatile';

const same = (text: string): string => text;
/** Parts of numbers, IDs, colors, and layout, and what separates them. */
const PIECE = fc.oneof(
  fc.constantFrom(...' \t\n\v\f\u00a0\u2028\ufeff\u3000\0_é😀\u001b[m-/:#.`@gGz{01afF', '  ', '\r\n', '\ud83d'),
  fc.constantFrom('\u001b[31m', '12', '2026', 'cafe', 'deadbee', 'facade', 'DEADBEEF', 'a'.repeat(60)),
  fc.constant('3f2504e0-4f89-11d3-9a0c-0305e82c3301'),
  fc.string({ unit: 'binary-ascii', maxLength: 3 }),
);

function shapeByExpressions(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]{0,32}[A-Za-z]/g, '')
    .replace(/\b(?=[0-9a-fA-F-]{0,35}[0-9])[0-9a-fA-F]{7,64}(?:-[0-9a-fA-F]{4,64}){0,4}\b/g, '#')
    .replace(/\d+/g, '#')
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim();
}

const kindOf = (text: string): string => classify(text, text.length, false).kind;

describe('outcome', () => {
  it('makes the same shape as regular expressions alone', () => {
    fc.assert(
      fc.property(fc.array(PIECE, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        assert.equal(shapeOf(text), shapeByExpressions(text));
      }),
      { seed: 4711, numRuns: 5000 },
    );
  });

  it('distinguishes failed, nothing, done, and plain', () => {
    for (const text of [
      'Error: x',
      'ValueError: bad',
      '{"error": "denied"}',
      '404 Not Found',
      'sh: x: command not found',
    ]) {
      assert.equal(kindOf(text), 'failed', text);
    }
    for (const text of ['[]', '{ }', 'null', 'No matches found', '0 results', 'No files found.']) {
      assert.equal(kindOf(text), 'nothing', text);
    }
    for (const text of [
      'ok',
      'File updated',
      'Successfully wrote todo list',
      'The following files were successfully edited:\n/a/b.ts',
      '{"status":"success"}',
    ]) {
      assert.equal(kindOf(text), 'done', text);
    }
    for (const text of [
      '',
      'None',
      '[["deleted", 4]]',
      'x y z',
      '{"error": null, "rows": 3}',
      '0 errors',
      'terrors',
      `${'x '.repeat(200)}command not found`,
    ]) {
      assert.equal(kindOf(text), 'plain', text);
    }
    assert.equal(classify('', 0, true).kind, 'failed');
    assert.equal(classify('No matches found for "jdk" in /work', 34, true).kind, 'nothing');
    assert.equal(classify('No such file or directory: jdk', 30, true).kind, 'failed');
    assert.equal(classify('No record found: the table does not exist', 41, true).kind, 'failed');
    assert.equal(classify(undefined, 99, false).kind, 'plain');
  });

  it('reads the text of any value from a surface', () => {
    assert.equal(outcomeText('x'), 'x');
    assert.equal(outcomeText(undefined), '');
    assert.equal(
      outcomeText([
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
      'a\nb',
    );
    assert.equal(outcomeText({ content: [{ type: 'text', text: 'a' }] }), 'a');
    assert.equal(outcomeText([{ value: 'a' }]), 'a');
    assert.equal(outcomeText({ b: 1, a: [2] }), '{"a":[2],"b":1}');
    assert.equal(outcomeText([]), '[]');
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    assert.notEqual(outcomeText({ circular }), outcomeText({ circular, other: 1 }));
    assert.notEqual(outcomeText({ n: 1n }), outcomeText({ n: 2n }));
  });

  it('keeps the whole length and two digests', () => {
    const { length, digest, shapeDigest, kind } = describeOutcome('ab1 '.repeat(1000), false, same);
    assert.equal(length, 4000);
    assert.equal(digest, 'ab1 '.repeat(1000));
    assert.equal(shapeDigest, 'ab# '.repeat(1000).trim());
    assert.equal(kind, 'plain');
  });

  it('takes what a program ignores at its start for a failure only if nothing else is said', () => {
    const ignored = (why: string) =>
      `ERROR: ld.so: object 'a.so' from LD_PRELOAD cannot be preloaded (${why}): ignored.\n`;
    const [one, other] = ['wrong ELF class', 'file too short'].map((why) =>
      describeOutcome(`${ignored(why)}hello`, false, same),
    );
    assert.deepEqual([one?.kind, other?.kind], ['plain', 'plain']);
    assert.notEqual(one?.digest, other?.digest);
    assert.equal(describeOutcome(ignored('wrong ELF class'), false, same).kind, 'failed');
  });
});
