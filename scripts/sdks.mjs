// `npm run test:sdks [-- arguments of Mocha]`: runs the adapters of the library in agents made with the real SDKs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, say } from './bootstrap.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, '.vscode-test', 'sdks');
const MOCHA = join(ROOT, 'node_modules', 'mocha', 'bin', 'mocha.js');

/** `ai` stands in the examples of the documentation; older versions are tested beside it. */
const PACKAGES = {
  '@anthropic-ai/claude-agent-sdk': '0.3.330',
  '@github/copilot-sdk': '1.0.14',
  '@langchain/core': '1.4.0',
  '@openai/agents': '0.20.0',
  ai: '7.0.173',
  ai5: 'npm:ai@5.0.210',
  ai6: 'npm:ai@6.0.326',
  langchain: '1.5.14',
  zod: '4.6.7',
};

const reason = whyNoSdks();
if (reason) console.log(`\nATTENTION: no adapter of the library is run in a real SDK: ${reason}`);
const told = reason ? {} : { TOOL_LOOP_SDKS: FOLDER };
const { status } = spawnSync(process.execPath, [MOCHA, 'test/sdks/**/*.test.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  env: { ...process.env, ...told },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

/** A machine that cannot get the SDKs, having no network for example, is one without them: their tests are skipped. */
function whyNoSdks() {
  try {
    ensureSdks();
    return undefined;
  } catch (error) {
    return `the SDKs could not be installed: ${error instanceof Error ? error.message : error}`;
  }
}

/** Installs the SDKs into a folder of their own: they are far too large to be dependencies. */
function ensureSdks() {
  const marker = join(FOLDER, 'complete.json');
  const wanted = JSON.stringify(PACKAGES);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  const building = `${FOLDER}.partial`;
  for (const folder of [building, FOLDER]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  writeFileSync(join(building, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
  say('Installing the SDKs that the library has adapters for with npm, about 700 MB');
  npm(building, ['install', '--ignore-scripts']);
  writeFileSync(join(building, 'complete.json'), wanted);
  renameSync(building, FOLDER);
}
