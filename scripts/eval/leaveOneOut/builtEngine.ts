/** Rebuilds the engine without some patterns or with other constants, which the engine itself can't do. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type * as Judge from './builtJudge';
import type * as Rules from './builtRules';
import { type OtherConstants, sourcesWith } from './constants';

const FOLDER = 'scripts/eval/leaveOneOut';
const PATTERN_FILE = resolve('src/engine/facts/patterns/pattern.ts');
const REPLACED = 'patterns that are left out';

export type BuiltJudge = typeof Judge;
export type BuiltRules = typeof Rules;

export function builtJudge(constants: OtherConstants, patterns: readonly string[] = []): Promise<BuiltJudge> {
  return built<BuiltJudge>('builtJudge.ts', [withConstants(constants), leavingOut(patterns)]);
}

export function builtRules(constants: OtherConstants): Promise<BuiltRules> {
  return built<BuiltRules>('builtRules.ts', [withConstants(constants)]);
}

async function built<Module>(entry: string, plugins: Plugin[]): Promise<Module> {
  const folder = await mkdtemp(join(tmpdir(), 'tool-loop-guard-eval-'));
  try {
    const outfile = join(folder, 'engine.mjs');
    await build({
      entryPoints: [join(FOLDER, entry)],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
      plugins,
    });
    return (await import(pathToFileURL(outfile).href)) as Module;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withConstants(constants: OtherConstants): Plugin {
  const sources = sourcesWith(constants);
  return {
    name: 'other constants',
    setup: (bundle) => {
      bundle.onLoad({ filter: /\/engine\/(?:rules|ledger)\/\w+\.ts$/ }, ({ path }) => {
        const contents = sources.get(path);
        return contents === undefined ? undefined : { contents, resolveDir: dirname(path), loader: 'ts' };
      });
    },
  };
}

function leavingOut(patterns: readonly string[]): Plugin {
  return {
    name: REPLACED,
    setup: (bundle) => {
      bundle.onResolve({ filter: /\/pattern$/ }, ({ path, resolveDir, namespace }) =>
        namespace === 'file' && resolve(resolveDir, `${path}.ts`) === PATTERN_FILE
          ? { path: basename(PATTERN_FILE), namespace: REPLACED }
          : undefined,
      );
      bundle.onLoad({ filter: /.*/, namespace: REPLACED }, () => ({
        contents: sourceWithout(patterns),
        resolveDir: resolve('.'),
        loader: 'ts',
      }));
    },
  };
}

/** A subject must keep a row; one that never matches replaces none at all. */
function sourceWithout(patterns: readonly string[]): string {
  const original = JSON.stringify(PATTERN_FILE);
  return `
    import { definePatterns as defineAll } from ${original};
    export * from ${original};
    const leftOut = new Set(${JSON.stringify(patterns)});
    export function definePatterns(subject, patterns) {
      const { rows, ...rest } = defineAll(subject, patterns);
      const kept = rows.filter(([id]) => !leftOut.has(id));
      const [first] = rows;
      return { ...rest, rows: kept.length > 0 ? kept : [[first[0], { ...first[1], keywords: [], match: /(?!)/g }]] };
    }
  `;
}
