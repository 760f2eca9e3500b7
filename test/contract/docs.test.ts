import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { documentNames } from './documents';

const ROOT = resolve(__dirname, '../..');
const DOCUMENTS = documentNames(ROOT).map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));
const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

const textOf = (wanted: string): string => DOCUMENTS.find(({ name }) => name === wanted)?.text ?? assert.fail(wanted);

const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);

const linked = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((target) => !/^(?:https?:|command:|#)/.test(target));

const headingsOf = (text: string): string[] =>
  [...text.replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** GitHub's anchor for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

describe('the README', () => {
  const text = textOf('README.md');

  it('is short', () => {
    assert.ok(text.split('\n').length <= 120);
  });

  it('quotes the benchmark’s figures for unseen sessions', () => {
    const benchmark = textOf('benchmark/FIGURES.md');
    const figuresOf = (line: RegExp): string[] =>
      (line.exec(benchmark)?.slice(1) ?? []).map((figure) => String(Number((Number(figure) * 100).toFixed(1))));
    const cell = String.raw`\*{0,2}([\d.]+)\*{0,2}`;
    const [noticed, stopped] = figuresOf(new RegExp(`^\\| \\*\\*unseen 2[^|]*\\|[^|]*\\| ${cell} / ${cell} \\|`, 'm'));
    const [peer] = figuresOf(/^\| unseen 2, the same: the best peer [^|]*\|[^|]*\| ([\d.]+) \(warns\)/m);
    const wrongly = new RegExp(`^\\| \\*\\*unseen 3[^|]*\\|[^|]*\\| ${cell} / ${cell} \\| (\\d+) of (\\d+) \\|$`, 'm');
    const [, warned, stoppedWrongly, everyday, ofEveryday] = wrongly.exec(benchmark) ?? [];
    assert.equal(Number(stoppedWrongly), 0);
    const recall = new RegExp(`^\\| \\*\\*unseen 3[^|]*\\|[^|]*\\| ${cell} / ${cell} \\|`, 'm').exec(benchmark);
    const stops = Math.round(Number(recall?.[2]) * Number(ofEveryday));
    const said = text.replace(/\s+/g, ' ');
    for (const words of [
      `Of 1,000 everyday sessions of coding agents**, ${Math.round(Number(warned))} got a wrong warning. None was`,
      `stopped wrongly, but there were only ${stops} stops in 1,119 sessions`,
      `${noticed} were noticed (the best other rule with few false alarms: ${peer}), and ${stopped} would have`,
      `of ${ofEveryday} in the everyday sessions, ${everyday} were noticed, and ${stops} would have been stopped`,
      'one in four was wrong',
    ]) {
      assert.ok(said.includes(words), words);
    }
    assert.match(benchmark, /74% of the warnings [^]*? 12 of 22 warnings\s+and 5 of 5 stops/);
    assert.equal(stops, 5);
    for (const cells of [
      `${noticed} noticed, ${stopped} stopped`,
      `${Number(stoppedWrongly)} stopped, ${warned} warned`,
      `${peer} of 100 (Hermes)`,
      '74 and 99',
    ]) {
      assert.ok(textOf('docs/benchmark.md').includes(`| ${cells} |`), cells);
    }
    const [, few, ofFew] = /^\| unseen 3: 873 .*\| (\d+) of (\d+) \|$/m.exec(benchmark) ?? [];
    assert.ok(textOf('docs/benchmark.md').replace(/\s+/g, ' ').includes(`CLI (873), ${few} of ${ofFew} was noticed`));
  });

  it('quotes the measured cost of a call', () => {
    const figures = readFileSync(join(ROOT, 'bench/FIGURES.md'), 'utf8');
    const [, ofNode] = /processor time in Node \d+, `node -e 0` is (\d+) ms/.exec(figures) ?? [];
    const times = (row: string): number =>
      Number(
        figures
          .split('\n')
          .find((line) => line.startsWith(`| hook: ${row}`))
          ?.split(' | ')[2]
          ?.split(' ')[0],
      );
    const inWindow = times('a whole guarded call') * Number(ofNode);
    const alone = 2 * times('where no window answers') * Number(ofNode);
    const said = /a call takes about (\d+) milliseconds longer; in a terminal, about ([\d.]+) seconds/.exec(text);
    assert.deepEqual(
      [Number(said?.[1]), Number(said?.[2])],
      [Math.ceil(inWindow / 5) * 5, Math.round(alone / 100) / 10],
    );
  });

  it('says that changes since the measured version were not measured', () => {
    const [, measured] = /^Measured with (?:version|the development version of) (\S+),/m.exec(text) ?? [];
    assert.ok(measured !== undefined);
    assert.ok(measured === VERSION || /What has changed since hasn't been measured/.test(text));
  });

  it('lists as untested what no contributor has run', () => {
    const untested = /on macOS, nothing\. A real desktop window, the Agents window, and cloud agents are untested\./;
    assert.match(text.replace(/\s+/g, ' '), untested);
  });
});

describe('the documents', () => {
  const ofUsers = DOCUMENTS.filter(({ name }) => name === 'README.md' || dirname(name) === 'docs');

  const wordsIn = (documents: typeof DOCUMENTS): number =>
    documents.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);

  it('are short for contributors, except for a table of figures', () => {
    const ofContributors = DOCUMENTS.filter(({ name }) =>
      /^CONTRIBUTING\.md$|^docs\/contributing\/(?!lines)/.test(name),
    );
    assert.ok(wordsIn(ofContributors) < 8_000, String(wordsIn(ofContributors)));
  });

  it('are short for users', () => {
    assert.ok(wordsIn(ofUsers) < 9_000, String(wordsIn(ofUsers)));
    const lines = ofUsers.reduce((sum, { text }) => sum + text.trimEnd().split('\n').length, 0);
    assert.ok(lines <= 870, String(lines));
  });

  it('are short for contributors, in lines of one width', () => {
    const text = textOf('CONTRIBUTING.md');
    assert.ok(text.split(/\s+/).length <= 900);
    assert.deepEqual(
      text.split('\n').filter((line) => line.length > 120),
      [],
    );
  });

  it('contain evidence only for contributors', () => {
    const proof = /`test\/|\bMISSED\b|\*\*(?:run|read|not run)\*\*|\bnot run\b/;
    assert.deepEqual(
      ofUsers.flatMap(({ name, text }) => (proof.test(text) ? [`${name}: ${proof.exec(text)?.[0]}`] : [])),
      [],
    );
  });

  it('list no changes of a released version as unreleased', () => {
    const [, ...headings] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
    const [unreleased = '', newest = ''] = headings;
    assert.ok(!unreleased.startsWith('Unreleased') || !newest.startsWith(`${VERSION}\n`), VERSION);
  });

  it('show chat commands with the participant that answers them', () => {
    const bare = /(?:[Tt]ype|In a Local chat,) `\/tool-loop-/;
    assert.deepEqual(
      ofUsers.flatMap(({ name, text }) => (bare.test(text) ? [name] : [])),
      [],
    );
  });

  it('name the packages of this version', () => {
    const packages = DOCUMENTS.flatMap(({ text }) => text.match(/tool-loop-guard-\d[\w.]*\.(?:tgz|vsix)/g) ?? []);
    assert.ok(packages.length > 2);
    assert.deepEqual(
      packages.filter((name) => !name.startsWith(`tool-loop-guard-${VERSION}.`)),
      [],
    );
    assert.ok(textOf('README.md').includes(`/badge/version-${VERSION}-`));
  });
});

describe('the pictures', () => {
  const pictures = readdirSync(join(ROOT, 'media'));
  const kilobytes = (name: string): number => statSync(join(ROOT, 'media', name)).size / 1024;

  it('are all shown somewhere', () => {
    const shown = [...DOCUMENTS.map(({ text }) => text), readFileSync(join(ROOT, 'package.json'), 'utf8')].join('\n');
    const pages = ['metrics/metrics.ts', 'protection/protection.ts']
      .map((file) => readFileSync(join(ROOT, 'src/vscode', file), 'utf8'))
      .join('\n');
    const isIcon = (name: string): boolean => pages.includes(`icon: '${name.replace(/-(?:dark|light)\.svg$/, '')}'`);
    assert.deepEqual(
      pictures.filter((name) => name !== 'icon.svg' && !shown.includes(`media/${name}`) && !isIcon(name)),
      [],
    );
  });

  it('are small', () => {
    const [films, stills] = [/\.gif$/, /\.png$/].map((kind) => pictures.filter((name) => kind.test(name)));
    assert.ok(films?.length === 1 && films.every((name) => kilobytes(name) < 1_000));
    assert.ok(stills !== undefined && stills.length > 10 && stills.every((name) => kilobytes(name) < 100));
  });

  it('have URLs of the repository in the packaged README', () => {
    execFileSync(process.execPath, ['scripts/readme.mjs'], { cwd: ROOT });
    const sources = readFileSync(join(ROOT, 'dist/README.md'), 'utf8').match(/(?<=srcset=")[^"]+/g) ?? [];
    assert.ok(sources.length > 0);
    assert.ok(
      sources.every((source) => /^https:\/\/github\.com\/.+\/raw\/HEAD\/media\/.+\.png$/.test(source)),
      sources.join('\n'),
    );
  });
});

describe('documents refer to existing', () => {
  it('files and folders of the repository', () => {
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

  it('link targets and pictures', () => {
    const links = DOCUMENTS.flatMap(({ name, text }) =>
      linked(text).map((link) => ({ name, path: join(dirname(name), link.replace(/#.*$/, '')) })),
    );
    assert.ok(links.length > 25, String(links.length));
    assert.deepEqual(
      links.filter(({ path }) => !existsSync(join(ROOT, path))),
      [],
    );
  });

  it('headings', () => {
    const anchors = new Map(DOCUMENTS.map(({ name, text }) => [name, headingsOf(text).map(anchorOf)]));
    const links = DOCUMENTS.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)].map(([, path = '', anchor = '']) => ({
        name,
        path: path === '' ? name : join(dirname(name), path).replaceAll('\\', '/'),
        anchor,
      })),
    );
    assert.ok(links.length > 15, String(links.length));
    assert.deepEqual(
      links.filter(({ path, anchor }) => anchors.get(path)?.includes(anchor) !== true),
      [],
    );
  });
});
