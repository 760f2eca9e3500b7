// Bundles the tests that run inside VS Code into out/test, one file each; Mocha and VS Code stay outside.
import { build } from 'esbuild';
import { rmSync } from 'node:fs';

const OUT = 'out/test';

rmSync(OUT, { recursive: true, force: true });
await build({
  entryPoints: ['test/host/suite.ts', 'test/e2e/demo.ts', 'test/host/**/*.test.ts', 'test/e2e/**/*.test.ts'],
  outdir: OUT,
  outbase: 'test',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['vscode', 'mocha'],
  mainFields: ['module', 'main'],
  sourcemap: 'inline',
  logLevel: 'warning',
});
