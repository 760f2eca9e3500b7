import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const MOST_COLUMNS = 120;
const MOST_LINES = 200;
const MOST_LONG_FILES = 8;

/** Files with lines that cannot be written over several lines, and why. */
const WIDE: Readonly<Record<string, string>> = {};

/** Files of `src` over 200 lines that stay so, and why. At most eight. */
const LONG: Readonly<Record<string, string>> = {
  'src/vscode/guardedModels/guardedAnswer.ts': 'one answer from its first part to its end',
  'src/vscode/window/chatPanel.ts': 'everything that VS Code lets extensions do in its chat',
  'src/vscode/window/guardWindow.ts': 'what all features of a window share, made in one place',
  'src/vscode/tryIt/tryIt.ts': 'the phases of the demonstration, which depend on each other',
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
  it('are checked in every folder', () => {
    assert.ok(sources.length > 250, String(sources.length));
  });

  it(`is at most ${MOST_COLUMNS} columns, except where the list says why`, () => {
    assert.deepEqual(
      pathsOf(wide).filter((path) => !(path in WIDE)),
      [],
    );
  });

  it(`is at most ${MOST_LINES} lines, except where the list says why`, () => {
    assert.deepEqual(
      pathsOf(long).filter((path) => !(path in LONG)),
      [],
    );
    assert.ok(Object.keys(LONG).length <= MOST_LONG_FILES);
  });

  it('have lists that name only files that need it', () => {
    const listed = (names: readonly string[], found: readonly { readonly path: string }[]): string[] =>
      names.filter((name) => !pathsOf(found).includes(name));
    assert.deepEqual(listed(Object.keys(WIDE), wide), []);
    assert.deepEqual(listed(Object.keys(LONG), long), []);
  });
});
