import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const MOST_COLUMNS = 120;
/** A file is one noun of the trade, and its thought stays together; one that is longer holds several. */
const MOST_LINES = 500;

/** Files with lines that cannot be written over several lines, and why. */
const WIDE: Readonly<Record<string, string>> = {
  'src/engine/facts/patterns/languages.ts': 'regular expressions',
  'src/core/words/secrets/secretNames.ts': 'regular expressions',
  'src/core/words/secrets/secretCommands.ts': 'regular expressions',
  'src/core/words/secrets/secretShapes.ts': 'regular expressions',
};

const sources = ['src', 'test', 'scripts', 'bench', 'api'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
    .filter((path) => /\.(?:ts|mjs|js)$/.test(path))
    .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n') })),
);

const wide = sources.filter(({ lines }) => lines.some((line) => [...line].length > MOST_COLUMNS));
const long = sources.filter(({ path, lines }) => path.startsWith('src/') && lines.length > MOST_LINES);

const pathsOf = (files: readonly { readonly path: string }[]): string[] => files.map(({ path }) => path);

describe('the width of lines and the length of files', () => {
  it(`is at most ${MOST_COLUMNS} columns, except where the list says why`, () => {
    assert.ok(sources.length > 250, String(sources.length));
    assert.deepEqual(
      pathsOf(wide).filter((path) => !(path in WIDE)),
      [],
    );
  });

  it(`is at most ${MOST_LINES} lines in src`, () => {
    assert.deepEqual(pathsOf(long), []);
  });

  it('have a list that names only files that need it', () => {
    assert.deepEqual(
      Object.keys(WIDE).filter((name) => !pathsOf(wide).includes(name)),
      [],
    );
  });
});
