// `npm run test:harnesses [-- --write] [-- arguments of Mocha]`: runs the guard in the real agents that have hooks.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, say } from './bootstrap.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, '.vscode-test', 'harnesses');
const MOCHA = join(ROOT, 'node_modules', 'mocha', 'bin', 'mocha.js');
const MACHINE = `${process.platform}-${process.arch}`;

/**
 * The programs of this machine's kind, without the packages around them that choose one. The tests name each by what
 * stands before the colon. Of Claude Code an old version is tested too, which is ended in another way.
 */
const PACKAGES = {
  claude: `npm:@anthropic-ai/claude-code-${MACHINE}@2.1.330`,
  'claude-old': `npm:@anthropic-ai/claude-code-${MACHINE}@2.1.197`,
  copilot: `npm:@github/copilot-${MACHINE}@1.0.102`,
  codex: `npm:@openai/codex@0.169.0-${MACHINE}`,
  opencode: `npm:opencode-${MACHINE}@1.18.33`,
  gemini: 'npm:@google/gemini-cli@0.61.0',
};

const given = process.argv.slice(2);
const reason = whyNoHarnesses();
if (reason) console.log(`\nATTENTION: the guard is run in no real agent: ${reason}`);
const told = {
  ...(reason ? {} : { TOOL_LOOP_HARNESSES: FOLDER }),
  ...(given.includes('--write') ? { TOOL_LOOP_WRITE: 'yes' } : {}),
};
const { status } = spawnSync(
  process.execPath,
  [MOCHA, 'test/harnesses/**/*.test.ts', ...given.filter((argument) => argument !== '--write')],
  { cwd: ROOT, env: { ...process.env, ...told }, stdio: 'inherit' },
);
process.exitCode = status ?? 1;

/** A machine that cannot get the agents, having no network for example, has none: their tests are skipped. */
function whyNoHarnesses() {
  try {
    ensureHarnesses();
    return undefined;
  } catch (error) {
    return `the agents could not be installed: ${error instanceof Error ? error.message : error}`;
  }
}

/** Installs the agents into a folder of their own: they are far too large to be dependencies. */
function ensureHarnesses() {
  const marker = join(FOLDER, 'complete.json');
  const wanted = JSON.stringify(PACKAGES);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  const building = `${FOLDER}.partial`;
  for (const folder of [building, FOLDER]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  writeFileSync(join(building, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
  say('Installing the agents that the guard is run in with npm, about 1.5 GB');
  npm(building, ['install', '--ignore-scripts', '--force']);
  writeFileSync(join(building, 'complete.json'), wanted);
  renameSync(building, FOLDER);
}
