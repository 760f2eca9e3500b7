import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RUNS } from '../host/runs';

const ROOT = resolve(__dirname, '../..');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));

/** What a document names between backticks, such as `test/unit/engine`. */
const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);

/** Where the links and pictures of a document lead that are no addresses of the web. */
const linked = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((target) => !/^(?:https?:|command:|#)/.test(target));

describe('the README', () => {
  const { text } = DOCUMENTS.find(({ name }) => name === 'README.md') ?? assert.fail();

  it('is short enough to be read', () => {
    assert.ok(text.split('\n').length <= 120);
  });

  it('quotes the figures of unseen sessions as the benchmark has them', () => {
    const benchmark = DOCUMENTS.find(({ name }) => name === 'docs/benchmark.md')?.text ?? '';
    const percent = (pattern: RegExp): string => `${Math.round(Number(pattern.exec(benchmark)?.[1]) * 100)}%`;
    const noticed = percent(
      /^\| \*\*unseen 2\*\*: 4,308 sessions[^|]*\| 0\.3\.0 \| warns or acts \| \*\*([\d.]+)\*\*/m,
    );
    const peer = percent(
      /^\| unseen 2, the same: the best peer with few false alarms [^|]*\|[^|]*\| warns \| ([\d.]+)/m,
    );
    assert.match(
      text.replace(/\s+/g, ' '),
      new RegExp(`On 4,308 recorded sessions .*noticed ${noticed} .*noticed ${peer}`),
    );
  });
});

describe('the pictures', () => {
  const pictures = readdirSync(join(ROOT, 'media'));
  const kilobytes = (name: string): number => statSync(join(ROOT, 'media', name)).size / 1024;

  it('are all shown somewhere', () => {
    const shown = [...DOCUMENTS.map(({ text }) => text), readFileSync(join(ROOT, 'package.json'), 'utf8')].join('\n');
    const metrics = readFileSync(join(ROOT, 'src/vscode/metrics/metricsPanel.ts'), 'utf8');
    assert.deepEqual(
      pictures.filter(
        (name) => name !== 'icon.svg' && !shown.includes(`media/${name}`) && !metrics.includes(`'${name}'`),
      ),
      [],
    );
  });

  it('are small', () => {
    const [films, stills] = [/\.gif$/, /\.png$/].map((kind) => pictures.filter((name) => kind.test(name)));
    assert.ok(films?.length === 1 && films.every((name) => kilobytes(name) < 1_000));
    assert.ok(stills !== undefined && stills.length > 10 && stills.every((name) => kilobytes(name) < 100));
  });

  it('show work as a person knows it, and no tool of a test', () => {
    const taken = readFileSync(join(ROOT, 'test/e2e/pictures.test.ts'), 'utf8');
    assert.match(taken, /'read_file'/);
    assert.doesNotMatch(taken, /scripted_|scripted-(?:one|two)/);
  });

  it('are led to the repository in the packaged README', () => {
    execFileSync(process.execPath, ['scripts/readme.mjs'], { cwd: ROOT });
    const sources = readFileSync(join(ROOT, 'dist/README.md'), 'utf8').match(/(?<=srcset=")[^"]+/g) ?? [];
    assert.ok(sources.length > 0);
    assert.ok(
      sources.every((source) => /^https:\/\/github\.com\/.+\/raw\/HEAD\/media\/.+\.png$/.test(source)),
      sources.join('\n'),
    );
  });
});

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

  it('is there: where links and pictures lead', () => {
    const links = DOCUMENTS.flatMap(({ name, text }) =>
      linked(text).map((link) => ({ name, path: join(dirname(name), link.replace(/#.*$/, '')) })),
    );
    assert.ok(links.length > 25, String(links.length));
    assert.deepEqual(
      links.filter(({ path }) => !existsSync(join(ROOT, path))),
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
