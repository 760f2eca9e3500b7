// `npm run test:harnesses [-- --install | --write] [-- test files and arguments of Mocha]`: runs the guard in the real
// agents with hooks. `--install` only installs these agents.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyNotInstalled } from './installedPackages.mjs';
import { ROOT, runMocha } from './mocha.mjs';
import { discard } from './vscode/discard.mjs';

const FOLDER = join(ROOT, '.vscode-test', 'harnesses');
const MACHINE = `${process.platform}-${process.arch}`;

/** Without the packages that choose one. Tests use the name before the colon. An old Claude Code ends differently. */
const PACKAGES = {
  claude: `npm:@anthropic-ai/claude-code-${MACHINE}@2.1.330`,
  'claude-old': `npm:@anthropic-ai/claude-code-${MACHINE}@2.1.197`,
  copilot: `npm:@github/copilot-${MACHINE}@1.0.102`,
  codex: `npm:@openai/codex@0.169.0-${MACHINE}`,
  opencode: `npm:opencode-${MACHINE}@1.18.33`,
  gemini: 'npm:@google/gemini-cli@0.61.0',
  qwen: 'npm:@qwen-code/qwen-code@0.24.4',
};

const given = process.argv.slice(2);
// Tests of agents that can't be installed are skipped.
const reason = whyNotInstalled(
  FOLDER,
  PACKAGES,
  'Installing the agents that the guard is run in with npm, about 1.6 GB',
  ['--ignore-scripts', '--force'],
);
if (reason) console.log(`\nATTENTION: the guard is run in no real agent: the agents could not be installed: ${reason}`);
const told = {
  ...(reason ? {} : { TOOL_LOOP_HARNESSES: FOLDER, ...unpacked() }),
  ...(given.includes('--write') ? { TOOL_LOOP_WRITE: 'yes' } : {}),
};
if (!given.includes('--install')) {
  const files = given.some((argument) => argument.endsWith('.test.ts')) ? [] : ['test/harnesses/**/*.test.ts'];
  runMocha([...files, ...given.filter((argument) => argument !== '--write')], told);
}

/** Copilot unpacks itself to a folder that all runs share, before several try to at once. */
function unpacked() {
  const environment = { COPILOT_PKG_CACHE_HOME: join(FOLDER, 'copilot-package') };
  const home = mkdtempSync(join(tmpdir(), 'copilot-home-'));
  const program = join(FOLDER, 'node_modules', 'copilot', 'copilot');
  spawnSync(program, ['--version'], { env: { PATH: process.env.PATH, HOME: home, ...environment } });
  discard(home);
  return environment;
}
