import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/contributing/engine.md'), 'utf8');
const ENGINE = join(ROOT, 'src/engine');
const MOST_LINES = 130;

describe('the page of the engine', () => {
  it('names each file, so that a stranger finds any line', () => {
    // Each file of the other folders is a detector, or a subject of patterns.
    const folders = ['.', 'values', 'facts', 'ledger', 'decision'];
    const missing = folders
      .flatMap((folder) => readdirSync(join(ENGINE, folder)))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => basename(name, '.ts'))
      .filter((name) => !new RegExp(`\`(?:[\\w/]+/)?${name}(?:\\.ts)?\``).test(PAGE));
    assert.deepEqual(missing, []);
  });

  it('names no file that is not there', () => {
    const named = [...PAGE.matchAll(/`((?:[a-z]+\/)?[a-zA-Z]+)\.ts`/g)].map(([, path]) => path as string);
    const all = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((path) => !all.some((file) => file === `${path}.ts` || file.endsWith(`/${path}.ts`))),
      [],
    );
  });

  it('names each folder, and is short', () => {
    const folders = readdirSync(ENGINE, { recursive: true, withFileTypes: true }).filter((each) => each.isDirectory());
    for (const { name } of folders) {
      assert.match(PAGE, new RegExp(`\`(?:[a-z]+/)?${name}\``), name);
    }
    assert.ok(PAGE.split('\n').length <= MOST_LINES);
  });
});
