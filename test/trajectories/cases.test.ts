import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { callsOf, type Case, effectOf } from '../../scripts/case';

const FOLDER = resolve(__dirname, '../cases');

describe('recorded cases', () => {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) {
    const recorded = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Case;
    it(`${recorded.title}: ${recorded.expect}`, () => assert.equal(effectOf(callsOf(recorded)), recorded.expect));
  }
});
