import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { ModelServer } from '../agentHost/model/modelServer';
import { buildDoor } from '../robustness/hookProcess';
import { type Plan, type Run, runAgent } from './agentRun';
import { type Agent, AGENTS, type AgentName, UNPACKED } from './agents';
import { RunsInTurn } from './inTurn';
import { documentedStop, documentedTable, tableOf, writeTable } from './measuredTable';
import { PACKAGES, stageOf, test } from './packed';
import { SCRIPTS, TURN_BY_TURN, WITH_PAGES } from './scripts';

/** Longer than a run can take, with those beside it. */
const TIMEOUT_MS = 600_000;

/** What is expected of a run. */
interface Expected extends Pick<Run, 'executed' | 'requestsAfterRefusal' | 'endedBy'> {
  /** What the model reads of its last call, or anywhere before. */
  readonly reads?: RegExp;
  /** Of its process; 0 unless said. */
  readonly code?: number;
  /** What is shown to the person. */
  readonly shows?: RegExp;
  /** Whether neither the person nor the model is told anything. */
  readonly isSilent?: boolean;
}

/** A case of an agent; what it does stands in its title. */
interface Case {
  readonly title: string;
  /** One a prompt. */
  readonly scripts: readonly (keyof typeof SCRIPTS)[];
  readonly plan?: Partial<Plan>;
  /** Agents in which it is run with a window, too, and expected to end the same. */
  readonly alsoInWindow?: readonly AgentName[];
  readonly expected: Partial<Record<AgentName, Expected>>;
}

const ENDED = { executed: 3, requestsAfterRefusal: 0, endedBy: 'agent' } as const;
/** No hook ends it: each further call is refused, until the model gives up, here when the script is over. */
const REFUSED = { executed: 3, requestsAfterRefusal: 5, endedBy: 'scriptEnd' } as const;
const LEFT_ALONE = { executed: 12, requestsAfterRefusal: 0, endedBy: 'scriptEnd' } as const;
/** It gives up at the first refusal that it reads. */
const OBEYED = { executed: 3, requestsAfterRefusal: 1, endedBy: 'model' } as const;
/** Nothing is refused to the main agent. */
const GOES_ON = { executed: 3, requestsAfterRefusal: 0, endedBy: 'scriptEnd' } as const;
const SILENT = { executed: 8, requestsAfterRefusal: 0, endedBy: 'scriptEnd' } as const;
const WAITED = { ...SILENT, executed: 5, isSilent: true } as const;

/** Hooks of a person who does not let the agent end. */
const GOES_ON_HOOKS = [{ hooks: [{ type: 'command', command: 'echo \'{"decision":"block","reason":"Go on."}\'' }] }];

const CASES: readonly Case[] = [
  {
    title: 'the same command again and again',
    scripts: ['loop'],
    // Copilot's hooks inherit no window.
    alsoInWindow: ['claude', 'claude-old', 'codex', 'gemini'],
    expected: {
      claude: { ...ENDED, shows: /Loop stopped\. Bash returned the same result 3 times/ },
      'claude-old': ENDED,
      copilot: { ...ENDED, shows: /Permission denied by a PermissionRequest hook: \[Tool Loop Guard\] Loop stopped\./ },
      codex: { ...REFUSED, reads: /Command blocked by PreToolUse hook: This call was blocked/ },
      opencode: { ...ENDED, code: 1, shows: /MessageAbortedError/ },
      gemini: { ...ENDED, shows: /Agent execution stopped by hook: \[Tool Loop Guard\] Loop stopped\./ },
      // It says nothing of why it ended.
      qwen: ENDED,
    },
  },
  {
    title: 'the same file read again and again',
    scripts: ['read'],
    // The old version, as Qwen Code, answers from the second time on that nothing has changed.
    expected: {
      claude: ENDED,
      'claude-old': ENDED,
      copilot: REFUSED,
      opencode: { ...ENDED, code: 1 },
      gemini: ENDED,
      qwen: ENDED,
    },
  },
  {
    title: 'one file in twelve parts, over and over',
    scripts: ['ranges'],
    plan: WITH_PAGES,
    expected: { claude: { ...ENDED, executed: 19 } },
  },
  {
    title: 'polling with changing results',
    scripts: ['polling'],
    expected: {
      claude: LEFT_ALONE,
      copilot: LEFT_ALONE,
      codex: LEFT_ALONE,
      opencode: LEFT_ALONE,
      gemini: LEFT_ALONE,
    },
  },
  {
    title: 'waiting for a build, with the same answer each time',
    scripts: ['waiting'],
    expected: { claude: WAITED, copilot: WAITED, codex: WAITED, opencode: WAITED, gemini: WAITED },
  },
  {
    title: 'waiting for a server that isn’t up yet',
    scripts: ['server'],
    expected: { claude: SILENT, copilot: SILENT, codex: SILENT, opencode: SILENT, gemini: SILENT },
  },
  {
    title: 'waiting for a file that isn’t there yet',
    scripts: ['missingFile'],
    expected: { claude: SILENT, copilot: SILENT, codex: SILENT, opencode: SILENT, gemini: SILENT },
  },
  {
    title: 'reading the empty output of its own background command',
    scripts: ['output'],
    plan: TURN_BY_TURN,
    expected: { claude: { ...SILENT, executed: 9 } },
  },
  {
    title: 'the same failing command in the background, started again after each notification of its end',
    scripts: ['failingInBackground'],
    plan: TURN_BY_TURN,
    alsoInWindow: ['claude'],
    expected: { claude: ENDED, copilot: ENDED },
  },
  {
    title: 'turns with nothing new, each begun by the end of a background command (`idleTurns` alone)',
    scripts: ['failingInBackground'],
    plan: { ...TURN_BY_TURN, settings: { 'toolLoopGuard.detectors': ['idleTurns'] } },
    alsoInWindow: ['claude'],
    expected: { claude: { ...ENDED, executed: 7, shows: /Loop stopped\. The agent was woken 6 times/ } },
  },
  {
    title: 'ten different builds in the background, one after the other',
    scripts: ['builds'],
    plan: TURN_BY_TURN,
    expected: {
      claude: { ...SILENT, executed: 10, isSilent: true },
      copilot: { ...SILENT, executed: 10, isSilent: true },
    },
  },
  {
    title: 'the same command three times in each answer',
    scripts: ['three'],
    expected: {
      claude: { ...ENDED, executed: 9 },
      'claude-old': { ...ENDED, executed: 9 },
      copilot: { ...ENDED, executed: 9 },
      codex: { ...REFUSED, executed: 9, requestsAfterRefusal: 3 },
      opencode: { ...ENDED, executed: 9, code: 1 },
      gemini: { ...ENDED, executed: 9 },
    },
  },
  {
    title: 'the same command six times in one answer, then different work',
    scripts: ['six'],
    expected: {
      claude: SILENT,
      'claude-old': SILENT,
      copilot: SILENT,
      codex: SILENT,
      opencode: SILENT,
      gemini: SILENT,
    },
  },
  {
    title: 'one answer with eight missing files, each read before the next one is asked for',
    scripts: ['streamed'],
    expected: { claude: SILENT, 'claude-old': SILENT },
  },
  {
    title: 'a second chance, and the model repeats the call (`TOOL_LOOP_MODE=chance_then_break`)',
    scripts: ['loop'],
    plan: { environment: { TOOL_LOOP_MODE: 'chance_then_break' } },
    expected: {
      claude: { ...ENDED, requestsAfterRefusal: 1, reads: /If you make the same call again, the session will be/ },
      copilot: { ...ENDED, requestsAfterRefusal: 1 },
      codex: REFUSED,
    },
  },
  {
    title: 'a second chance, and the model changes course',
    scripts: ['obedient'],
    plan: { environment: { TOOL_LOOP_MODE: 'chance_then_break' } },
    expected: { claude: OBEYED, copilot: OBEYED, codex: OBEYED, opencode: OBEYED, gemini: OBEYED },
  },
  {
    title: 'a question where the agent cannot ask (`toolLoopGuard.actions`: `ask`, `break`)',
    scripts: ['obedient'],
    alsoInWindow: ['codex', 'gemini'],
    plan: { settings: { 'toolLoopGuard.actions': ['ask', 'break'] } },
    expected: {
      codex: { ...OBEYED, reads: /If you make the same call again, the session will be stopped/ },
      gemini: { ...OBEYED, reads: /If you make the same call again, the session will be stopped/ },
    },
  },
  {
    title: 'warnings only (`TOOL_LOOP_MODE=warn`)',
    scripts: ['loop'],
    plan: { environment: { TOOL_LOOP_MODE: 'warn' } },
    expected: {
      claude: { ...SILENT, shows: /Possible loop: Bash[^:]* returned the same result 3 times/ },
      copilot: { ...SILENT, shows: /Possible loop: bash[^:]* returned the same result 3 times/ },
    },
  },
  {
    title: 'a subagent that repeats a command; its parent continues',
    scripts: ['delegating'],
    alsoInWindow: ['claude', 'codex'],
    expected: {
      claude: { ...GOES_ON, reads: /a subagent was stopped because of a tool call loop \('Bash'/ },
      copilot: { ...GOES_ON, requestsAfterRefusal: 5 },
      codex: { ...GOES_ON, requestsAfterRefusal: 5, reads: /a subagent was stopped because of a tool call loop/ },
      opencode: GOES_ON,
      gemini: { ...GOES_ON, requestsAfterRefusal: 6, reads: /a subagent was stopped because of a tool call loop/ },
      // It ends a subagent itself at its fifth identical call.
      qwen: { ...GOES_ON, requestsAfterRefusal: 1, reads: /a subagent was stopped because of a tool call loop/ },
    },
  },
  {
    title: 'made to continue by the agent itself (autopilot)',
    scripts: ['resumed'],
    plan: { arguments: ['--autopilot'] },
    expected: { copilot: { ...REFUSED, requestsAfterRefusal: 9 } },
  },
  {
    title: 'made to continue by a hook (`Stop`)',
    scripts: ['done'],
    plan: { furtherHooks: { Stop: GOES_ON_HOOKS } },
    expected: { claude: { executed: 0, requestsAfterRefusal: 0, endedBy: 'model' } },
  },
  {
    title: 'hooks that are not trusted',
    scripts: ['loop'],
    plan: { without: ['--dangerously-bypass-hook-trust'] },
    expected: { codex: SILENT },
  },
];

/** The rows of the page for users, and the runs by which they are held. */
const DOCUMENTED: readonly (readonly [row: string, AgentName, title: Case['title'] | undefined])[] = [
  ['Claude Code, Qwen Code', 'claude', CASES[0]?.title],
  ['Copilot CLI: `bash`', 'copilot', CASES[0]?.title],
  ['Copilot CLI without it: other tools', 'copilot', CASES[1]?.title],
  ['`codex exec`', 'codex', CASES[0]?.title],
  ['Gemini CLI', 'gemini', CASES[0]?.title],
  ['opencode', 'opencode', CASES[0]?.title],
  ['Claude Code, Qwen Code', 'qwen', CASES[0]?.title],
];

describe('the guard in', function () {
  this.timeout(TIMEOUT_MS);
  const runs = new RunsInTurn<Run>();
  const measurements: { readonly title: string; readonly name: AgentName; readonly run: () => Promise<Run> }[] = [];

  const stage = stageOf(runs, async (packages) => {
    const folder = mkdtempSync(join(tmpdir(), 'harnesses-'));
    const { options, opencodeOptions } = createRequire(__filename)('../../esbuild.js') as Record<string, BuildOptions>;
    await build({ ...options, entryPoints: ['src/cli.ts'], outdir: folder, sourcemap: false });
    const hook = await buildDoor('hook', join(folder, 'hook.js'));
    await build({ ...opencodeOptions, outdir: folder });
    const [cli, opencodePlugin] = [join(folder, 'cli.js'), join(folder, 'opencode.mjs')];
    return { packages, cli, hook, opencodePlugin, folder, model: await ModelServer.start() };
  });

  const planned = (plan: Plan): (() => Promise<Run>) => runs.add(() => runAgent(stage(), plan));

  for (const [name, agent] of Object.entries(AGENTS) as [AgentName, Agent][]) {
    describe(`${name} ${agent.version}`, () => {
      test('is the version that is named', () => {
        const home = join(stage().folder, `home-${name}`);
        mkdirSync(home);
        const program = join(PACKAGES as string, 'node_modules', agent.program);
        const [file, given] = agent.isScript === true ? [process.execPath, [program]] : [program, []];
        const asked = spawnSync(file, [...given, '--version'], {
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], HOME: home, GEMINI_CLI_NO_RELAUNCH: 'true', ...UNPACKED },
        });
        assert.ok(asked.stdout.includes(agent.version), `${asked.stdout}${asked.stderr}`);
      });

      for (const { title, scripts, plan, alsoInWindow, expected } of CASES) {
        const outcome = expected[name];
        if (outcome === undefined) {
          continue;
        }
        const whole: Plan = { agent, scripts: scripts.map((script) => SCRIPTS[script]), ...plan };
        const run = planned(whole);
        measurements.push({ title, name, run });
        test(title, async () => {
          const done = await run();
          assertRun(done, outcome);
          // A replay knows no settings, and of several sessions it takes the one that was written last.
          if (plan === undefined) {
            await done.assertReplayed();
          }
        });
        if (alsoInWindow?.includes(name) === true) {
          const inWindow = planned({ ...whole, inWindow: true });
          test(`${title}, with a window`, async () => assertRun(await inWindow(), outcome));
        }
      }
    });
  }

  describe('the documentation', () => {
    test('says to users which runs are ended, with how many requests after that, and what they read', async () => {
      for (const [row, name, title] of DOCUMENTED) {
        const run = await measurements.find((each) => each.name === name && each.title === title)?.run();
        const { endedBy, requestsAfterRefusal, output, errors } = run ?? assert.fail(row);
        const { end, requests, reads, quoted } = documentedStop(row);
        const isEnded = !end.startsWith('Nothing');
        assert.deepEqual([isEnded, requests === '0'], [endedBy === 'agent', requestsAfterRefusal === 0], row);
        assert.equal(/"result":""/.test(output), reads.includes('nothing after `-p`'), output.slice(-2_000));
        assert.ok(`${output}${errors}`.replaceAll(/\s+/g, ' ').includes(quoted), row);
      }
    });

    test('says what was measured', async () => {
      const measured = new Map<string, Partial<Record<AgentName, Run>>>(CASES.map(({ title }) => [title, {}]));
      for (const { title, name, run } of measurements) {
        Object.assign(measured.get(title) ?? {}, { [name]: await run() });
      }
      const table = tableOf(measured);
      if (process.env['TOOL_LOOP_WRITE'] !== undefined) {
        writeTable(table);
      }
      assert.equal(documentedTable(), table);
    });
  });
});

function assertRun(run: Run, { reads, shows, isSilent = false, code: exit = 0, ...counts }: Expected): void {
  const { executed, requestsAfterRefusal, endedBy, results, read, code, output, errors } = run;
  const told = `exit ${code}\n${results.join('\n')}\n${output.slice(-2_000)}\n${errors.slice(-2_000)}`;
  assert.deepEqual({ executed, requestsAfterRefusal, endedBy }, counts, told);
  assert.equal(code, exit, told);
  if (reads !== undefined) {
    assert.match(read, reads, told);
  }
  if (isSilent) {
    assert.doesNotMatch(`${read}${output}${errors}`, /tool (?:call )?loop|possible loop|loop stopped/i, told);
  }
  if (shows !== undefined) {
    assert.match(`${output}${errors}`.replaceAll(/\s+/g, ' '), shows, told);
  }
}
