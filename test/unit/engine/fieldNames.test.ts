import assert from 'node:assert/strict';
import { suggests, textIn } from '../../../src/engine/facts/patterns/fieldNames';

describe('the names of fields', () => {
  it('suggest what the fields hold', () => {
    assert.equal(suggests('filePath', 'path'), true);
    assert.equal(suggests('start_line', 'start'), true);
    assert.equal(suggests('limit', 'length'), true);
    assert.equal(suggests('limit', 'end'), false);
    assert.equal(suggests('constructor', 'path'), false);
    assert.equal(suggests('x'.repeat(100_000), 'path'), false);
  });

  it('lead to the first field with a text', () => {
    assert.equal(textIn({ path: 1, file: 'a.ts', uri: 'b.ts' }, 'path'), 'a.ts');
    assert.equal(textIn({ path: 1 }, 'path'), undefined);
    assert.equal(textIn({ prompt: 'Look' }, 'task'), 'Look');
  });
});
