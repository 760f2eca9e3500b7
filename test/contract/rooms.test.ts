import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { circles, readImports } from './imports';

const SOURCE = resolve(__dirname, '../../src');

/** Which of our other folders a folder may import. A folder without a row must not exist. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  // The answer to "is this call part of a loop?", from the ground up: texts and digests, facts about one call or one
  // result, what has happened, what it means, what to do, and the guard, the only entrance. Imports nothing of ours.
  'engine/values': [],
  'engine/facts/patterns': [],
  'engine/facts': ['engine/facts/patterns', 'engine/values'],
  'engine/ledger': ['engine/facts', 'engine/values'],
  'engine/rules': ['engine/facts', 'engine/ledger', 'engine/values'],
  'engine/decision': ['engine/facts', 'engine/ledger', 'engine/rules', 'engine/values'],
  engine: ['engine/decision', 'engine/facts', 'engine/ledger', 'engine/rules', 'engine/values'],

  // The pure product around it.
  'core/events': ['engine/*'],
  'core/words/secrets': ['engine/*'],
  'core/words/pages': ['core/words'],
  'core/words': ['engine/*', 'core/events', 'core/words/*'],
  'core/settings': ['engine/*', 'core/events', 'core/words/*'],
  'core/settings/written': ['engine/*', 'core/settings'],
  'core/settings/parse': ['engine/*', 'core/settings', 'core/settings/written', 'core/words/*'],
  'core/budget': ['engine/*', 'core/events', 'core/settings'],
  'core/timeline': ['engine/*', 'core/events', 'core/settings', 'core/words/*'],
  'core/metrics': ['engine/*', 'core/events', 'core/settings', 'core/timeline', 'core/words/*'],
  'core/telemetry': ['engine/*', 'core/events'],
  'core/models': ['engine/*', 'core/settings', 'core/words/*'],
  'core/replay': ['engine/*', 'core/settings', 'core/settings/parse', 'core/timeline', 'core/words/*'],
  'core/scan': ['engine/*', 'core/replay', 'core/settings', 'core/words', 'core/words/pages'],
  'core/explanation': [
    'engine/*',
    'core/metrics',
    'core/settings',
    'core/settings/parse',
    'core/settings/written',
    'core/timeline',
    'core/words/*',
  ],
  'core/feedback': [
    'engine/*',
    'core/events',
    'core/replay',
    'core/settings',
    'core/settings/parse',
    'core/timeline',
    'core/words/*',
  ],
  'core/timelineView': [
    'engine/*',
    'core/explanation',
    'core/settings',
    'core/settings/parse',
    'core/timeline',
    'core/words/*',
  ],
  'core/chat': [
    'engine/*',
    'core/budget',
    'core/events',
    'core/metrics',
    'core/settings',
    'core/settings/parse',
    'core/words/*',
  ],
  'core/protection': ['engine/*', 'core/settings', 'core/settings/parse', 'core/words/*'],
  'core/status': [
    'engine/*',
    'core/events',
    'core/metrics',
    'core/protection',
    'core/settings',
    'core/settings/parse',
    'core/timeline',
    'core/words/*',
  ],

  // The engine as a package for others, and its connection to other SDKs.
  library: ['engine/*', 'core/settings', 'core/settings/parse', 'core/words', 'node/files'],
  'library/adapters': ['node/wire'],

  // The machine. Input and output of hooks, from the ground up: the plugin's files, the records of agents, the formats
  // of their inputs, how these get to a window, and how they are handled.
  'node/files': ['engine/*', 'core/*'],
  'node/state': ['engine/*', 'core/*', 'node/files'],
  'node/plugin': ['core/*', 'node/files'],
  'node/wire': ['engine/*', 'core/*', 'node/files'],
  // Agents' records of their sessions, for hooks, tokens, replay, scan, and protection.
  'node/logs': ['engine/*', 'core/*', 'node/files', 'node/plugin', 'node/wire'],
  'node/transport': ['core/*', 'node/files', 'node/plugin', 'node/wire'],
  // One file per agent, with everything that is specific to it.
  'node/agents': ['engine/*', 'core/*', 'node/files', 'node/plugin', 'node/logs', 'node/transport', 'node/wire'],
  'node/hooks': [
    'engine/*',
    'core/*',
    'node/agents',
    'node/files',
    'node/logs',
    'node/state',
    'node/transport',
    'node/wire',
  ],
  'node/protection': [
    'node/agents',
    'engine/*',
    'core/*',
    'node/files',
    'node/plugin',
    'node/logs',
    'node/state',
    'node/transport',
  ],
  'node/agentHost': ['engine/*', 'node/files', 'node/logs', 'node/transport'],
  'node/away': ['node/files'],
  'node/telemetry': ['core/settings', 'core/telemetry', 'node/files'],
  'node/install': [
    'core/*',
    'node/agents',
    'node/files',
    'node/plugin',
    'node/protection',
    'node/state',
    'node/transport',
  ],
  'node/run': [
    'core/words/pages',
    'node/agents',
    'node/files',
    'node/install',
    'node/plugin',
    'node/protection',
    'node/state',
  ],
  'node/replay': ['engine/*', 'core/*', 'node/*'],
  'node/commands': ['engine/*', 'core/*', 'library', 'node/*'],

  // The window, from the ground up: requests to VS Code, the settings, the chat, and what all features share; the other
  // folders are one feature each.
  'vscode/host': ['engine/*', 'core/*'],
  'vscode/settings': ['engine/*', 'core/*', 'node/*', 'vscode/host'],
  'vscode/chatPanel': ['core/*', 'vscode/host'],
  'vscode/window': ['engine/*', 'core/*', 'node/*', 'vscode/chatPanel', 'vscode/host', 'vscode/settings'],
  ...features([
    'agent',
    'agents',
    'feedback',
    'guardedModels',
    'hooks',
    'metrics',
    'protection',
    'recording',
    'scan',
    'status',
    'telemetry',
    'timeline',
    'tryIt',
  ]),

  // The entry files construct and order.
  '.': ['engine/*', 'core/*', 'node/*', 'vscode/*'],
};

/** What each feature of the window may import; the hooks belong to the agent. */
function features(names: readonly string[]): Record<string, readonly string[]> {
  const ground = ['vscode/chatPanel', 'vscode/host', 'vscode/settings', 'vscode/window'];
  const below = ['engine/*', 'core/*', 'node/*', ...ground];
  return Object.fromEntries(
    names.map((name) => [`vscode/${name}`, name === 'agent' ? [...below, 'vscode/hooks'] : below]),
  );
}

/** Everything that happens at the start must be visible at a glance. */
const MOST_LINES_OF_ACTIVATE = 35;

const PACKAGES: Readonly<Record<string, RegExp>> = {
  engine: /^fast-json-stable-stringify$/,
  core: /^(diff|fastest-levenshtein|picomatch|zod\/mini)$/,
  library: /^node:crypto$/,
  node: /^(node:|jsonc-parser$|zod\/mini$)/,
  'node/protection': /^(node:|jsonc-parser$|smol-toml$)/,
  'node/telemetry': /^(node:|@opentelemetry\/)/,
  vscode: /^(vscode$|node:)/,
};

/** Engine and core must not read a clock, wait, use random numbers, or write. */
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
        if (to !== folder && isAllowed !== true) {
          wrong.add(`${file} → ${target}`);
        }
      }
    }
    assert.deepEqual([...wrong], []);
  });

  it('no file imports itself through others', () => {
    const files = new Map(imports.map(({ file, ours }) => [file, new Set(ours)]));
    const found = circles(files);
    assert.deepEqual(found, []);
  });

  it('each runtime imports only the packages it may', () => {
    for (const { file, packages } of imports) {
      const allowed = PACKAGES[dirname(file)] ?? PACKAGES[file.split('/')[0] as string];
      for (const name of allowed === undefined ? [] : packages) {
        assert.match(name, allowed as RegExp, `${file} imports ${name}`);
      }
    }
  });

  it('engine and core have no clock, timer, random numbers, or output', () => {
    const pure = imports.filter(({ file }) => /^(?:engine|core)\//.test(file));
    assert.ok(pure.length > 50);
    for (const { file } of pure) {
      assert.doesNotMatch(withoutComments(readFileSync(join(SOURCE, file), 'utf8')), FORBIDDEN_WHERE_PURE, file);
    }
  });

  it('no file is called utils, and no module has mutable state', () => {
    for (const { file } of imports) {
      assert.doesNotMatch(file, /util|helper|misc/i);
      assert.doesNotMatch(readFileSync(join(SOURCE, file), 'utf8'), /^(?:export )?let /m, file);
    }
  });

  it('the extension’s entry file only constructs its parts', () => {
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

/** An entry such as `core/*` matches that folder and all in it. */
function matchesAll(allowed: string, folder: string): boolean {
  return allowed.endsWith('/*') && `${folder}/`.startsWith(allowed.slice(0, -1));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');
}
