import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { newDetector } from '../../scripts/newDetector';
import { DETECTORS } from '../../src/engine/rules/registry';

const ROOT = resolve(__dirname, '../..');
const COPIED = [
  ...[
    'src',
    'scripts',
    'test',
    'api',
    'docs',
    'l10n',
    'README.md',
    'tsconfig.json',
    '.mocharc.json',
    '.prettierrc.json',
  ],
  ...['package.json', 'package.nls.json', 'package.nls.de.json'],
];

/** Written by `npm run manifest` and `npm run l10n`. */
const GENERATED = [
  ...['docs/settings.md', 'api/library/index.d.ts', 'api/tool-loop-guard.d.ts', 'docs/how-it-decides.md'],
  'docs/contributing/engine.md',
  ...['l10n/bundle.l10n.json', 'package.json', 'package.nls.json'],
];

const MADE = [
  'src/engine/rules/oscillate.ts',
  'src/engine/rules/registry.ts',
  'test/unit/engine/rules/oscillate.test.ts',
];

/** What the compiler keeps of the last copy, by which it checks only what has changed since. */
const BUILD_INFO = 'newDetector.tsbuildinfo';

interface Said {
  readonly problems: readonly unknown[];
  readonly warnings: readonly string[];
  readonly actions: readonly string[];
  readonly log: readonly string[];
  readonly model: readonly string[];
  readonly chat: readonly string[];
  readonly timeline: string;
  readonly explanation: readonly [string, string, readonly string[]];
  readonly metrics: string;
  readonly loops: Readonly<Record<string, number>>;
  readonly olderTally: Readonly<Record<string, number>>;
  readonly feedback: readonly [readonly string[], readonly string[]];
  readonly german: string;
}

describe('a new detector', () => {
  let copy: string;
  const read = (name: string): string => readFileSync(join(copy, name), 'utf8');
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const script = (name: string, ...args: string[]): string => node('--import=tsx', `scripts/${name}`, ...args);

  before(function () {
    this.timeout(180_000);
    copy = mkdtempSync(join(tmpdir(), 'new-detector-'));
    for (const name of COPIED) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
    script('newDetector.ts', 'oscillate');
    script('manifest.ts');
    // It lists what the translations lack and fails; the bundle is written all the same.
    assert.throws(
      () => script('l10n.ts'),
      ({ stdout }: { readonly stdout?: string }) => stdout?.includes('lacks "One tool with the same result"') === true,
    );
  });

  after(() => discard(copy));

  it('is one file, its line in the registry and its test; everything else is generated', () => {
    assert.deepEqual(changedFiles(ROOT, copy), [...MADE, ...GENERATED].toSorted());
    const lines = (text: string): string[] => text.split('\n');
    const registry = lines(read('src/engine/rules/registry.ts'));
    const before = lines(readFileSync(join(ROOT, 'src/engine/rules/registry.ts'), 'utf8'));
    assert.deepEqual(
      registry.filter((line) => !before.includes(line)),
      ["import { oscillate } from './oscillate';", '  oscillate,'],
    );
  });

  it('compiles, with nothing forgotten anywhere', () => {
    writeFileSync(
      join(copy, 'tsconfig.new.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { incremental: true, tsBuildInfoFile: BUILD_INFO },
        include: ['src', 'test/unit/engine/rules', 'test/robustness'],
      }),
    );
    const kept = join(ROOT, 'out', BUILD_INFO);
    if (existsSync(kept)) {
      cpSync(kept, join(copy, BUILD_INFO));
    }
    node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.new.json');
    mkdirSync(dirname(kept), { recursive: true });
    cpSync(join(copy, BUILD_INFO), kept);
  }).timeout(240_000);

  it('passes its test, and the test of the registry', () => {
    const report = node(
      'node_modules/mocha/bin/mocha.js',
      'test/unit/engine/rules/oscillate.test.ts',
      'test/unit/engine/rules/registry.test.ts',
    );
    assert.match(report, /[1-9]\d* passing/);
  }).timeout(120_000);

  it('is in the settings, the documents and the API', () => {
    assert.match(read('package.json'), /"oscillate": \{/);
    assert.match(read('package.json'), /"%setting\.detectors\.oscillate%"/);
    assert.match(read('docs/how-it-decides.md'), /^\| `oscillate` \| 6th \| 12th \| one tool/m);
    assert.match(read('docs/settings.md'), /^\| `oscillate` \|/m);
    assert.match(read('docs/contributing/engine.md'), /^\| `oscillate` \| 6th \(`warnOscillate`\) \|/m);
    assert.match(read('api/tool-loop-guard.d.ts'), /^ {4}\| 'oscillate';$/m);
  });

  it('is obeyed, logged, told, explained, counted and learned from', () => {
    const said = JSON.parse(
      node('--import=tsx', 'test/contract/newDetectorProbe.ts', 'oscillate', 'warnOscillate', 'maxOscillate'),
    ) as Said;
    assert.deepEqual(said.problems, []);
    assert.deepEqual(said.warnings, [
      'detectors.oscillate.warn (9) has no effect: detectors.oscillate.limit (5) is reached first.',
    ]);
    assert.deepEqual(said.actions, ['nudge', 'break']);
    assert.match(said.log[1] ?? '', /tool=look, repeats=5\/5, .*action=break/);
    assert.match(said.model[1] ?? '', /'look' invoked 5 times in a row with no pause over 120s, with the same result/);
    assert.match(said.chat[0] ?? '', /\| detectors\.oscillate\.limit \| `5` \| user settings \|/);
    assert.match(said.chat[1] ?? '', /^\*\*Loop stopped\.\*\*/);
    assert.match(said.timeline, /^Loop, stopped: look\(call: 5\), 5 times, One tool with the same result\./);
    assert.equal(said.explanation[0], 'One tool with the same result: look');
    assert.match(
      said.explanation[1],
      /^look returned the same result 4 times in a row\. The next one, look\(call: 5\), was blocked\./,
    );
    assert.deepEqual(said.explanation[2], [
      'toolLoopGuard.detectors.oscillate.limit',
      'toolLoopGuard.mode',
      'toolLoopGuard.ttlSeconds',
    ]);
    const none = Object.fromEntries(DETECTORS.map(({ id }) => [id, 0]));
    assert.match(said.metrics, /Calls of one tool with the same result<\/th><td class="number">1<\/td>/);
    assert.deepEqual(said.loops, { ...none, oscillate: 1 });
    assert.deepEqual(said.olderTally, { ...none, repeat: 7, oscillate: 0 });
    assert.equal(said.feedback[0][0], 'tools.look.detectors.oscillate.limit=6');
    assert.equal(said.feedback[1][0], 'Allow more look calls with the same result');
    assert.match(
      said.german,
      /^look returned the same result 4 times in a row\. Der nächste, look\(call: 5\), wurde blockiert\./,
    );
  }).timeout(120_000);

  it('needs a name that is one word and is free', () => {
    for (const id of ['Oscillate', 'two words', '../x', 'stall', 'revisit', 'repeats', '']) {
      assert.throws(() => newDetector(id, ''), Error, id);
    }
  });
});

/** The files of two copies that are only in the second one or differ, without those a test wrote. */
function changedFiles(one: string, other: string): string[] {
  const files = COPIED.flatMap((name) =>
    statSync(join(other, name)).isDirectory()
      ? readdirSync(join(other, name), { recursive: true, encoding: 'utf8' }).map((file) =>
          join(name, file).replaceAll('\\', '/'),
        )
      : [name],
  ).filter((name) => statSync(join(other, name)).isFile());
  const isSame = (name: string): boolean => {
    try {
      return readFileSync(join(one, name)).equals(readFileSync(join(other, name)));
    } catch {
      return false;
    }
  };
  return files.filter((name) => !isSame(name)).toSorted();
}
