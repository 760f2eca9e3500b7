import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { ModelServer } from '../agentHost/model/modelServer';
import { type Plan, type Run, runAgent, type Stage } from './agentRun';
import { type Agent, AGENTS, type AgentName } from './agents';
import { RunsInTurn } from './inTurn';
import { SCRIPTS } from './scripts';

const packages = process.env['TOOL_LOOP_HARNESSES'];
const test = packages === undefined ? it.skip : it;

/** Longer than a run can take, with those beside it. */
const TIMEOUT_MS = 180_000;

/** What is expected of a run. */
interface Expected extends Pick<Run, 'executed' | 'requestsAfterRefusal' | 'endedBy'> {
  /** What the model reads of its last call, or anywhere before. */
  readonly reads?: RegExp;
  /** Of its process; 0 unless said. */
  readonly code?: number;
  /** What is shown to the person. */
  readonly shows?: RegExp;
}

/** A case of an agent; what it does stands in its title. */
interface Case {
  readonly title: string;
  readonly script: keyof typeof SCRIPTS;
  readonly plan?: Partial<Plan>;
  readonly expected: Partial<Record<AgentName, Expected>>;
}

const ENDED = { executed: 3, requestsAfterRefusal: 0, endedBy: 'agent' } as const;
/** It takes no notice of the answer that ends newer versions. */
const ENDED_AT_THE_NEXT = { ...ENDED, requestsAfterRefusal: 1 } as const;
/** No hook ends it: each further call is refused, until the model gives up, here when the script is over. */
const REFUSED = { executed: 3, requestsAfterRefusal: 9, endedBy: 'scriptEnd' } as const;
const LEFT_ALONE = { executed: 12, requestsAfterRefusal: 0, endedBy: 'scriptEnd' } as const;
const SILENT = { executed: 8, requestsAfterRefusal: 0, endedBy: 'scriptEnd' } as const;

const CASES: readonly Case[] = [
  {
    title: 'the same command again and again',
    script: 'loop',
    expected: {
      claude: { ...ENDED, shows: /Tool call loop detected: 'Bash' invoked with identical params 4 times/ },
      'claude-old': ENDED_AT_THE_NEXT,
      copilot: { ...ENDED, shows: /Permission denied by a PermissionRequest hook: Tool call loop detected/ },
      codex: { ...REFUSED, reads: /Command blocked by PreToolUse hook: This call was not run/ },
      opencode: { ...ENDED, code: 1, shows: /MessageAbortedError/ },
      gemini: { ...ENDED, shows: /Agent execution stopped by hook: Tool call loop detected/ },
    },
  },
  {
    title: 'the same file read again and again',
    script: 'read',
    // The old version answers from the second time on that nothing has changed, which is another answer.
    expected: {
      claude: ENDED,
      'claude-old': { ...ENDED_AT_THE_NEXT, executed: 4 },
      copilot: REFUSED,
      opencode: { ...ENDED, code: 1 },
    },
  },
  {
    title: 'the same command with another comment each time',
    script: 'described',
    expected: { claude: ENDED, copilot: ENDED },
  },
  {
    title: 'the same failing command',
    script: 'failing',
    expected: { claude: ENDED, copilot: ENDED, codex: REFUSED },
  },
  {
    title: 'polling, whose results change',
    script: 'polling',
    expected: {
      claude: LEFT_ALONE,
      copilot: LEFT_ALONE,
      codex: LEFT_ALONE,
      opencode: LEFT_ALONE,
      gemini: LEFT_ALONE,
    },
  },
  {
    title: 'eight different commands',
    script: 'work',
    expected: { claude: SILENT, copilot: SILENT, codex: SILENT, opencode: SILENT, gemini: SILENT },
  },
];

describe('the guard in', function () {
  this.timeout(TIMEOUT_MS);
  const runs = new RunsInTurn<Run>();
  let stage: Stage | undefined;

  before(async () => {
    if (packages === undefined) {
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), 'harnesses-'));
    const { options, opencodeOptions } = createRequire(__filename)('../../esbuild.js') as Record<string, BuildOptions>;
    await build({ ...options, entryPoints: ['src/cli.ts'], outdir: folder, sourcemap: false });
    await build({ ...opencodeOptions, outdir: folder });
    stage = {
      packages,
      cli: join(folder, 'cli.js'),
      opencodePlugin: join(folder, 'opencode.mjs'),
      folder,
      model: await ModelServer.start(),
    };
  });
  after(async () => {
    await runs.settle();
    stage?.model.close();
    if (stage !== undefined) {
      rmSync(stage.folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  const planned = (plan: Plan): (() => Promise<Run>) => runs.add(() => runAgent(stage as Stage, plan));

  for (const [name, agent] of Object.entries(AGENTS) as [AgentName, Agent][]) {
    describe(`${name} ${agent.version}`, () => {
      test('is the version that is named', () => {
        const home = join((stage as Stage).folder, `home-${name}`);
        mkdirSync(home);
        const program = join(packages as string, 'node_modules', agent.program);
        const [file, given] = agent.isScript === true ? [process.execPath, [program]] : [program, []];
        const asked = spawnSync(file, [...given, '--version'], {
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], HOME: home },
        });
        assert.ok(asked.stdout.includes(agent.version), `${asked.stdout}${asked.stderr}`);
      });

      for (const { title, script, plan, expected } of CASES) {
        const outcome = expected[name];
        if (outcome === undefined) {
          continue;
        }
        const run = planned({ agent, scripts: [SCRIPTS[script]], ...plan });
        test(title, async () => assertRun(await run(), outcome));
      }
    });
  }
});

function assertRun(run: Run, { reads, shows, code: exit = 0, ...counts }: Expected): void {
  const { executed, requestsAfterRefusal, endedBy, results, code, output, errors } = run;
  const told = `exit ${code}\n${results.join('\n')}\n${output.slice(-2_000)}\n${errors.slice(-2_000)}`;
  assert.deepEqual({ executed, requestsAfterRefusal, endedBy }, counts, told);
  assert.equal(code, exit, told);
  if (reads !== undefined) {
    assert.ok(
      results.some((result) => reads.test(result)),
      told,
    );
  }
  if (shows !== undefined) {
    assert.match(`${output}${errors}`.replaceAll(/\s+/g, ' '), shows, told);
  }
}
