// `npm run test:compat [-- VERSION [RUN ...]]`: the compat suite, or other runs of test/host/runs.ts, in the oldest VS
// Code that package.json allows, or in the one that code-server VERSION carries (4.N.x carries VS Code 1.N). With the
// suite, the exact stop is tried in the Agent Host of that version, where there is one.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureDependencies } from './bootstrap.mjs';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const oldest = engines.vscode.replace(/^\^1\./, '4.');
const [version = oldest, ...runs] = process.argv.slice(2);
const environment = { ...process.env, TOOL_LOOP_VSCODE: version, TOOL_LOOP_TEST_VSCODE: 'server' };

/** Since then an Agent Host tells programs of the same user where it listens. */
const FIRST_WITH_AGENT_HOST = 133;
const hasAgentHost = Number(version.split('.')[1]) >= FIRST_WITH_AGENT_HOST;

ensureDependencies();
for (const command of [
  'npm run --silent package',
  'node scripts/build-tests.mjs',
  ['npx tsx test/host/runTest.ts', ...(runs.length > 0 ? runs : ['compat'])].join(' '),
  ...(hasAgentHost && runs.length === 0 ? ['npx mocha test/agentHost/exactStop.test.ts'] : []),
]) {
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env: environment });
  if (status !== 0) process.exit(status ?? 1);
}
