import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentReport } from '../../src/node/commands/agentReport';
import { type Plan, type Run, runAgent } from './agentRun';
import { AGENTS, type AgentName, type Place, UNPACKED } from './agents';
import { RunsInTurn } from './inTurn';
import { documentedStop } from './measuredTable';
import { PACKAGES, packedStage, runGuard, stageOf, test } from './packed';
import { SCRIPTS } from './scripts';

/** Longer than a run can take, with those beside it. */
const TIMEOUT_MS = 600_000;

const MARKETPLACE = '.local/state/tool-loop-guard/agents';
const PLUGIN = 'tool-loop-guard@tool-loop-guard';

/** Codex itself says that it doesn’t trust the hooks, and Copilot CLI has no extension. */
const PROTECTION: Partial<Record<AgentName, string>> = { codex: 'not', copilot: 'partly' };

type InstallableAgent = Exclude<AgentName, 'claude-old'>;

/** Ended at the fourth call, which is not run. */
const ENDED = { executed: 3, requestsAfterRefusal: 0, endedBy: 'agent' };
/** No hook ends it. */
const REFUSED = { executed: 3, requestsAfterRefusal: 5, endedBy: 'scriptEnd' };

describe('what install writes, in', function () {
  this.timeout(TIMEOUT_MS);
  const runs = new RunsInTurn<Run>();
  const reports = new Map<string, AgentReport | undefined>();

  const stage = stageOf(runs, packedStage);

  /** Runs a command of an agent itself, which must do well. */
  function ask(name: AgentName, environment: NodeJS.ProcessEnv, ...given: string[]): void {
    const program = join(PACKAGES as string, 'node_modules', AGENTS[name].program);
    const { status, stdout, stderr } = spawnSync(program, given, { env: environment, encoding: 'utf8' });
    assert.equal(status, 0, `${stdout}${stderr}`);
  }

  const planned = (
    name: AgentName,
    setUp: NonNullable<Plan['setUp']>,
    more: Partial<Plan> = {},
  ): (() => Promise<Run>) =>
    runs.add(() => runAgent(stage(), { agent: AGENTS[name], scripts: [SCRIPTS.loop], hooks: 'none', setUp, ...more }));
  const report = (key: string, name: AgentName, place: Place, environment: NodeJS.ProcessEnv): void => {
    const json = runGuard(stage(), place, name, environment, 'doctor', '--json');
    const { agents } = JSON.parse(json) as { agents: AgentReport[] };
    reports.set(
      key,
      agents.find(({ id }) => id === name),
    );
  };
  const extended = (more: Partial<Plan>): (() => Promise<Run>) =>
    planned(
      'copilot',
      (place, environment) => {
        runGuard(stage(), place, 'copilot', environment, 'install', '--agent', 'copilot', '--extension', '--yes');
      },
      more,
    );

  const counts = ({ executed, requestsAfterRefusal, endedBy }: Run) => ({ executed, requestsAfterRefusal, endedBy });
  const told = ({ results, output, errors }: Run): string =>
    `${results.join('\n')}\n${output.slice(-2_000)}\n${errors.slice(-2_000)}`;

  const expected: Readonly<Record<InstallableAgent, object>> = {
    claude: ENDED,
    copilot: ENDED,
    codex: REFUSED,
    opencode: ENDED,
    gemini: ENDED,
    qwen: ENDED,
  };
  for (const name of Object.keys(expected) as InstallableAgent[]) {
    const run = planned(name, (place, environment) => {
      runGuard(stage(), place, name, environment, 'install', '--yes', '--agent', name);
      report(name, name, place, environment);
    });
    test(`${name}: guards a loop, and the doctor sees it`, async () => {
      const done = await run();
      assert.deepEqual(counts(done), expected[name], told(done));
      const { installed, isFound, protection, version } = reports.get(name) as AgentReport;
      assert.deepEqual([installed, isFound], [['lines'], true]);
      assert.equal(protection, PROTECTION[name] ?? 'guarded');
      if (['claude', 'copilot', 'codex'].includes(name)) {
        assert.equal(version, AGENTS[name].version);
      }
    });
  }

  for (const name of ['claude', 'copilot', 'codex'] as const) {
    const asPlugin = planned(name, (place, environment) => {
      runGuard(stage(), place, name, environment, 'install', '--plugin', '--yes');
      ask(name, environment, 'plugin', 'marketplace', 'add', join(place.home, MARKETPLACE));
      ask(name, environment, 'plugin', name === 'codex' ? 'add' : 'install', PLUGIN);
      report(`${name} plugin`, name, place, environment);
    });
    test(`${name}: as a plugin of its marketplace`, async () => {
      const done = await asPlugin();
      assert.deepEqual(counts(done), expected[name], told(done));
      const { installed, protection } = reports.get(`${name} plugin`) ?? {};
      assert.deepEqual([installed, protection], [['plugin'], PROTECTION[name] ?? 'guarded']);
    });

    const together = planned(
      name,
      (place, environment) => {
        spawnSync('git', ['init', '-q'], { cwd: place.project });
        runGuard(stage(), place, name, environment, 'install', '--yes', '--agent', name);
        runGuard(stage(), place, name, environment, 'install', '--repository', '--yes');
        runGuard(stage(), place, name, environment, 'install', '--plugin', '--yes');
        ask(name, environment, 'plugin', 'marketplace', 'add', join(place.home, MARKETPLACE));
        ask(name, environment, 'plugin', name === 'codex' ? 'add' : 'install', PLUGIN);
      },
      name === 'copilot' ? { arguments: ['--trust-folder'] } : {},
    );
    test(`${name}: counts a call once with plugin, own hooks and the repository’s together`, async () => {
      const done = await together();
      assert.deepEqual(counts(done), expected[name], told(done));
    });
  }

  const inRepository = planned(
    'copilot',
    (place, environment) => {
      spawnSync('git', ['init', '-q'], { cwd: place.project });
      runGuard(stage(), place, 'copilot', environment, 'install', '--repository', '--yes');
    },
    { arguments: ['--trust-folder'] },
  );
  test('copilot: guards by the hooks of the repository alone', async () => {
    const done = await inRepository();
    assert.deepEqual(counts(done), ENDED, told(done));
  });

  for (const isLoaded of [true, false]) {
    const reading = extended({ scripts: [SCRIPTS.read], arguments: isLoaded ? ['--experimental'] : [] });
    const how = isLoaded ? 'ends a loop of reads by its extension' : 'only refuses reads where that is not loaded';
    test(`copilot: ${how}`, async () => {
      const done = await reading();
      const ofReads = isLoaded ? ENDED : { ...REFUSED, requestsAfterRefusal: 5 };
      assert.deepEqual(counts(done), ofReads, told(done));
      const { quoted } = documentedStop('Copilot CLI: other tools');
      const ended = `${quoted} ('view' invoked with identical params 4 times`;
      assert.equal(told(done).replaceAll(/\s+/g, ' ').includes(ended), isLoaded);
    });
  }

  const inSubagent = extended({ scripts: [SCRIPTS.delegating], arguments: ['--experimental'] });
  test('copilot: ends only a subagent that loops by its extension', async () => {
    const done = await inSubagent();
    const { executed, requestsAfterRefusal, endedBy } = done;
    // It may have asked its model by the time that it is ended.
    assert.ok(requestsAfterRefusal <= 1, told(done));
    assert.deepEqual([executed, endedBy], [3, 'scriptEnd'], told(done));
    assert.match(told(done).replaceAll(/\s+/g, ' '), /Tool Loop Guard is ending a subagent \('bash' invoked with/);
  });

  test('claude: finds nothing wrong with the plugin and its marketplace', () => {
    const home = mkdtempSync(join(stage().folder, 'home-'));
    const environment = { PATH: process.env['PATH'], HOME: home, ...UNPACKED };
    runGuard(stage(), { project: home }, 'claude', environment, 'install', '--plugin', '--yes');
    const marketplace = join(home, MARKETPLACE);
    ask('claude', environment, 'plugin', 'validate', marketplace);
    ask('claude', environment, 'plugin', 'validate', join(marketplace, 'plugin'));
    assert.ok(readFileSync(join(marketplace, '.claude-plugin/marketplace.json'), 'utf8').includes('./plugin'));
  });
});
