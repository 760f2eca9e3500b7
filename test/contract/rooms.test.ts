import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { circles, readImports } from './imports';

const SOURCE = resolve(__dirname, '../../src');

/** Which folders of ours a folder may import besides itself. A folder that is not named here may not exist. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  // The answer to "is this call part of a loop?". Imports nothing of ours.
  engine: ['engine/detectors', 'engine/facts/patterns'],
  'engine/detectors': ['engine', 'engine/facts/patterns'],
  // What texts say, as rows.
  'engine/facts/patterns': [],

  // The pure product around it.
  'core/events': ['engine'],
  'core/words': ['engine', 'engine/detectors', 'core/events'],
  'core/settings': ['engine', 'engine/detectors', 'core/events', 'core/words'],
  'core/budget': ['engine', 'core/events', 'core/settings'],
  'core/timeline': ['engine', 'core/events', 'core/settings', 'core/words'],
  'core/metrics': ['engine', 'engine/detectors', 'core/events', 'core/settings', 'core/timeline', 'core/words'],
  'core/telemetry': ['engine', 'core/events'],
  'core/models': ['engine', 'core/settings', 'core/words'],
  'core/replay': ['engine', 'core/settings', 'core/timeline', 'core/words'],
  'core/explanation': ['engine', 'engine/detectors', 'core/settings', 'core/timeline', 'core/words'],
  'core/feedback': [
    'engine',
    'engine/detectors',
    'core/events',
    'core/replay',
    'core/settings',
    'core/timeline',
    'core/words',
  ],
  'core/timelineView': ['engine', 'core/explanation', 'core/settings', 'core/timeline', 'core/words'],
  'core/chat': ['engine', 'core/budget', 'core/events', 'core/metrics', 'core/settings', 'core/words'],
  'core/protection': ['engine', 'core/words'],
  'core/status': [
    'engine',
    'core/events',
    'core/metrics',
    'core/protection',
    'core/settings',
    'core/timeline',
    'core/words',
  ],

  // The engine as a package for others, and what ties it to the SDKs of others.
  library: ['engine', 'engine/detectors', 'core/settings', 'core/words'],
  'library/adapters': ['node/hooks', 'node/hooks/harnesses'],

  // The machine.
  'node/files': ['engine', 'engine/detectors', 'core/*'],
  'node/hooks': ['engine', 'core/*', 'node/files'],
  'node/hooks/harnesses': ['engine', 'core/*', 'node/files', 'node/hooks'],
  'node/sessions': ['engine', 'core/*', 'node/files', 'node/hooks', 'node/hooks/harnesses'],
  'node/protection': ['engine', 'core/*', 'node/files', 'node/hooks'],
  'node/agentHost': ['engine'],
  'node/telemetry': ['core/settings', 'core/telemetry', 'node/files'],
  'node/install': ['core/*', 'node/files', 'node/hooks', 'node/protection'],
  'node/commands': ['engine', 'core/*', 'node/*'],

  // The window: `window` is its ground, the other folders are one feature each.
  'vscode/window': ['engine', 'core/*', 'node/*'],
  'vscode/timeline': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/metrics': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/telemetry': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/recording': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/guardedModels': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/feedback': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/replay': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/tryIt': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/agent': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/agents': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/protection': ['engine', 'core/*', 'node/*', 'vscode/window'],
  'vscode/status': ['engine', 'core/*', 'node/*', 'vscode/window'],

  // The entry files construct and order.
  '.': ['engine', 'core/*', 'node/*', 'vscode/*'],
};

/** Imports that are still to go. Nothing may be added here. */
const STILL_TO_GO = new Set<string>([]);

/** Circles of files that are still to be opened. Nothing may be added here. */
const CIRCLES_STILL_OPEN = 0;

/** What has to be thought of when the extension starts is to be seen at a glance. */
const MOST_LINES_OF_ACTIVATE = 35;

/** Which packages each runtime may import. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  engine: /^(fast-json-stable-stringify|fastest-levenshtein)$/,
  core: /^(fastest-levenshtein|picomatch|zod\/mini)$/,
  library: /^node:crypto$/,
  node: /^(node:|jsonc-parser$|zod\/mini$)/,
  'node/telemetry': /^(node:|@opentelemetry\/)/,
  vscode: /^(vscode$|node:)/,
};

/** What engine and core must not do: read a clock, wait, roll dice, write. */
const FORBIDDEN_WHERE_PURE = new RegExp(
  [
    String.raw`\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.|\bsetTimeout\b|\bsetInterval\b|\bsetImmediate\b`,
    String.raw`\bqueueMicrotask\b|\bMath\.random\b|\bprocess\.|\bconsole\.|\bBuffer\b|\bcrypto\b`,
  ].join('|'),
);

const imports = readImports(SOURCE);

describe('rooms', () => {
  it('each folder imports only what its row in the table allows', () => {
    const wrong = new Set<string>();
    for (const { file, ours } of imports) {
      const folder = dirname(file);
      assert.ok(Object.hasOwn(FOLDERS, folder), `${folder} has no row in the table`);
      for (const target of ours.filter((each) => !/^\.\.\/(?:api\/|package\.json)/.test(each))) {
        const to = dirname(target);
        const isAllowed = FOLDERS[folder]?.some((allowed) => allowed === to || matchesAll(allowed, to));
        if (to !== folder && isAllowed !== true && !STILL_TO_GO.has(`${folder} → ${to}`)) {
          wrong.add(`${file} → ${target}`);
        }
      }
    }
    assert.deepEqual([...wrong], []);
  });

  it('what is still to go is still there (else take it off the list)', () => {
    const arrows = new Set(imports.flatMap(({ file, ours }) => ours.map((to) => `${dirname(file)} → ${dirname(to)}`)));
    assert.deepEqual(
      [...STILL_TO_GO].filter((arrow) => !arrows.has(arrow)),
      [],
    );
  });

  it('no file imports itself through others', () => {
    const files = new Map(imports.map(({ file, ours }) => [file, new Set(ours)]));
    const found = circles(files);
    assert.equal(found.length, CIRCLES_STILL_OPEN, JSON.stringify(found));
  });

  it('a circle is found when there is one', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a', 'd'])],
      ['d', new Set<string>()],
    ]);
    assert.deepEqual(circles(graph), [['a', 'b', 'c']]);
  });

  it('each runtime imports only the packages it may', () => {
    for (const { file, packages } of imports) {
      const allowed = PACKAGES[dirname(file)] ?? PACKAGES[file.split('/')[0] as string];
      for (const name of allowed === undefined ? [] : packages) {
        assert.match(name, allowed as RegExp, `${file} imports ${name}`);
      }
    }
  });

  it('engine and core have no clock, no timer, no dice and no output', () => {
    const pure = imports.filter(({ file }) => /^(?:engine|core)\//.test(file));
    assert.ok(pure.length > 50);
    for (const { file } of pure) {
      assert.doesNotMatch(withoutComments(readFileSync(join(SOURCE, file), 'utf8')), FORBIDDEN_WHERE_PURE, file);
    }
  });

  it('nothing is called utils, and no module holds changing state', () => {
    for (const { file } of imports) {
      assert.doesNotMatch(file, /util|helper|misc/i);
      assert.doesNotMatch(readFileSync(join(SOURCE, file), 'utf8'), /^(?:export )?let /m, file);
    }
  });

  it('the extension only puts its parts together', () => {
    const entry = readFileSync(join(SOURCE, 'extension.ts'), 'utf8');
    const functions = [...entry.matchAll(/^(?:export )?(?:async )?(?:function|class|const) (\w+)/gm)];
    assert.deepEqual(
      functions.map(([, name]) => name),
      ['activate'],
    );
    const body = entry.slice(functions[0]?.index);
    assert.ok(body.split('\n').length <= MOST_LINES_OF_ACTIVATE, body);
  });
});

/** Whether an entry such as `core/*` names a folder. */
function matchesAll(allowed: string, folder: string): boolean {
  return allowed.endsWith('/*') && folder.startsWith(allowed.slice(0, -1));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');
}
