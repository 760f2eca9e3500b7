/** Rebuilds the engine with other constants, which the engine itself can't do. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import * as usual from './builtJudge';
import { type OtherConstants, sourcesWith } from './constants';

/** A separate engine that reads outcomes, too. */
export async function builtJudge(constants: OtherConstants): Promise<typeof usual> {
  const sources = sourcesWith(constants);
  if (sources.size === 0) {
    return usual;
  }
  const folder = await mkdtemp(join(tmpdir(), 'tool-loop-guard-eval-'));
  try {
    const outfile = join(folder, 'engine.mjs');
    await build({
      entryPoints: ['scripts/eval/leaveOneOut/builtJudge.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
      plugins: [
        {
          name: 'other constants',
          setup: (bundle) => {
            bundle.onLoad({ filter: /\/engine\/(?:rules|ledger)\/\w+\.ts$/ }, ({ path }) => {
              const contents = sources.get(path);
              return contents === undefined ? undefined : { contents, resolveDir: dirname(path), loader: 'ts' };
            });
          },
        },
      ],
    });
    return (await import(pathToFileURL(outfile).href)) as typeof usual;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
