import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RUNS } from '../host/runs';

const ROOT = resolve(__dirname, '../..');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));

/** What a document names between backticks, such as `test/unit/engine`. */
const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);

describe('what the documents name', () => {
  it('is there: files and folders of the repository', () => {
    const named = DOCUMENTS.flatMap(({ name, text }) =>
      quoted(text)
        // `xx` stands for any language.
        .filter((path) => !path.includes('.xx.'))
        .filter((path) => /^(?:src|test|scripts|bench|docs|api|plugin|media|l10n)\/[\w./-]*\w$/.test(path))
        .map((path) => ({ name, path })),
    );
    assert.ok(named.length > 30, String(named.length));
    assert.deepEqual(
      named.filter(({ path }) => !existsSync(join(ROOT, path))),
      [],
    );
  });

  it('is there: suites of tests in VS Code', () => {
    const suites = RUNS.flatMap((run) => [run.name, ...run.suites.map(({ name }) => name)]);
    const named = DOCUMENTS.flatMap(({ name, text }) =>
      [...text.matchAll(/\(suite `(\w+)`\)|runTest\.ts (\w+)/g)].map(([, one, other]) => ({
        name,
        suite: one ?? other ?? '',
      })),
    );
    assert.ok(named.length > 5, String(named.length));
    assert.deepEqual(
      named.filter(({ suite }) => !suites.includes(suite)),
      [],
    );
  });
});
