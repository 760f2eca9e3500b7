// `npm run test:compat [-- VERSION [RUN ...]]`: the compat suite and, from VS Code 1.136, chats of its Agent Host; or
// other runs of test/host/runs.ts, with `agentHost` for these chats. Uses the oldest VS Code in package.json, or
// code-server VERSION (4.N.x contains VS Code 1.N).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureDependencies } from './bootstrap.mjs';

/** Agent Host tests that need no window. Windows are tied to the newest version. */
const AGENT_HOST_TESTS = ['exactStop', 'firstCodexChat', 'twoWindows'].map((name) => `test/agentHost/${name}.test.ts`);
/** The first version of code-server whose Agent Host uses our version of the protocol. */
const FIRST_AGENT_HOST = 136;

const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const oldest = engines.vscode.replace(/^\^1\./, '4.');
const [version = oldest, ...given] = process.argv.slice(2);
const hasAgentHost = Number(version.split('.')[1]) >= FIRST_AGENT_HOST;
const wanted = given.length > 0 ? given : ['compat', ...(hasAgentHost ? ['agentHost'] : [])];
const runs = wanted.filter((name) => name !== 'agentHost');
const environment = { ...process.env, TOOL_LOOP_VSCODE: version, TOOL_LOOP_TEST_VSCODE: 'server' };

ensureDependencies();
for (const command of [
  'npm run --silent package',
  'node scripts/build-tests.mjs',
  ...(runs.length > 0 ? [['npx tsx test/host/runTest.ts', ...runs].join(' ')] : []),
  ...(wanted.includes('agentHost') ? [['npx mocha', ...AGENT_HOST_TESTS].join(' ')] : []),
]) {
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env: environment });
  if (status !== 0) process.exit(status ?? 1);
}
