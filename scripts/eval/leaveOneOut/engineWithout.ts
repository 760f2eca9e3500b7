/** The engine without some of its patterns, built anew: the engine itself has no way to leave any out. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import * as z from 'zod';
import type { Firing } from '../score';
import type { Session } from '../traces';
import type { Choice } from './tunable';

const ENTRY = 'scripts/eval/leaveOneOut/judgeWith.ts';
const PATTERN_FILE = resolve('src/engine/facts/patterns/pattern.ts');
const REPLACED = 'patterns that are left out';

export type JudgeWith = (session: Session, choice: Choice) => Firing[];

const builtSchema = z.object({
  judgeWith: z.custom<JudgeWith>((value) => typeof value === 'function', 'is no function'),
});

/** @returns how the engine judges a session when the rows with these IDs don't exist */
export async function engineWithout(patterns: readonly string[]): Promise<JudgeWith> {
  const folder = await mkdtemp(join(tmpdir(), 'tool-loop-guard-eval-'));
  try {
    const outfile = join(folder, 'engine.mjs');
    await build({
      entryPoints: [ENTRY],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
      plugins: [leavingOut(patterns)],
    });
    return builtSchema.parse(await import(pathToFileURL(outfile).href)).judgeWith;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

/** A subject must keep a row; one that matches nothing stands for none. */
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
