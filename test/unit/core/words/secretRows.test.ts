import assert from 'node:assert/strict';
import { maskText } from '../../../../src/core/words/secrets/mask';
import { SECRET_COMMANDS } from '../../../../src/core/words/secrets/secretCommands';
import { SECRET_NAMES } from '../../../../src/core/words/secrets/secretNames';
import { maskRow, SECRET_IN_EXAMPLES, type SecretRow } from '../../../../src/core/words/secrets/secretRow';
import { SECRET_SHAPES } from '../../../../src/core/words/secrets/secretShapes';

const ROWS: readonly SecretRow[] = [...SECRET_NAMES, ...SECRET_COMMANDS, ...SECRET_SHAPES];

describe('the rows of secrets', () => {
  it('have names of their own', () => assert.equal(new Set(ROWS.map(({ id }) => id)).size, ROWS.length));

  for (const row of ROWS) {
    describe(row.id, () => {
      for (const example of row.examples) {
        it(`masks ${JSON.stringify(example)}`, () => {
          const masked = maskRow(row, example);
          assert.notEqual(masked, example);
          const isShown = masked.includes(SECRET_IN_EXAMPLES) && !row.id.includes('UUID');
          assert.ok(!isShown, masked);
          assert.equal(maskRow(row, masked).includes(SECRET_IN_EXAMPLES), masked.includes(SECRET_IN_EXAMPLES));
          const keywords = row.keywords ?? [];
          assert.ok(keywords.length === 0 || keywords.some((word) => example.toLowerCase().includes(word)));
          assert.notEqual(maskText(example), example);
        });
      }
      for (const text of row.not) {
        it(`leaves ${JSON.stringify(text)}`, () => {
          assert.equal(maskRow(row, text), text);
          assert.equal(maskText(text), text);
        });
      }
    });
  }
});
