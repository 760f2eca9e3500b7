// Honest work that resembles a loop, in the real agents, each beside the loop that it resembles: the work goes on to
// its end, the loop does not.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type Script, type ScriptedCall, type Step, times } from '../agentHost/model/step';
import { buildDoor } from '../robustness/hookProcess';
import { type Plan, type Play, RAN, REFUSAL, type Run, runAgent } from './agentRun';
import { AGENTS, type AgentName, type Place, write } from './agents';
import { RunsInTurn } from './inTurn';
import { packedStage, stageOf, test } from './packed';
import { SCRIPTS } from './scripts';

/** Longer than four prompts can take, with the runs beside them. */
const TIMEOUT_MS = 600_000;
const EVERYWHERE: readonly AgentName[] = ['claude', 'copilot', 'codex', 'opencode', 'gemini', 'qwen'];
/** Their hooks inherit a window. */
const WITH_WINDOW: readonly AgentName[] = ['claude', 'codex', 'gemini'];

/** What is expected of a run. */
interface Expected {
  /** How many calls run, at least and at most; where checks write that they have run, of these. */
  readonly ran: readonly [number, number];
  readonly isStopped: boolean;
  /** How many calls are refused before, as a second chance. */
  readonly chances?: number;
}

/** All of it runs. */
const goesOn = (ran: number, chances = 0): Expected => ({ ran: [ran, ran], isStopped: false, chances });
/** It is stopped, or each further call refused where no hook ends the agent. */
const stops = (most: number, least = 0, chances = 0): Expected => ({ ran: [least, most], isStopped: true, chances });

interface Case {
  readonly title: string;
  readonly script: (play: Play) => Script;
  readonly plan?: Partial<Plan>;
  readonly expected: Expected;
  /** In each agent, because it depends on what the agent tells; the others run in Claude Code and in one more. */
  readonly isEverywhere?: boolean;
  /** Agents in which it can't be run. */
  readonly except?: readonly AgentName[];
  /** Where it is run, too, with a window. */
  readonly alsoInWindow?: readonly AgentName[];
}

const FILES = {
  'check.sh': `echo x >> ${RAN}; echo 12 passed\n`,
  'browser.sh': `echo x >> ${RAN}; sleep 1.5; echo "Error: locator.click: Timeout 1500ms exceeded."
echo "Call log:\n  - waiting for locator('button')\n  1 failed"; exit 1\n`,
  'values.txt': Array.from({ length: 8 }, (_, line) => `value ${line} = old\n`).join(''),
};
function setUp({ project }: Place): void {
  for (const [name, text] of Object.entries(FILES)) {
    write(join(project, name), text);
  }
}

const NAMES = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi'.split(
  ' ',
);

/** Nobody listens there. */
const SERVER = 'http://127.0.0.1:9/';
const CURL = `curl -sS --retry 2 --retry-delay 1 --retry-connrefused ${SERVER}`;
/** Qwen ends itself at the fifth identical call in a row, and no setting keeps it from that. */
const NOT_SO_OFTEN_IN: readonly AgentName[] = ['qwen'];
const CHANCE: Partial<Plan> = { environment: { TOOL_LOOP_MODE: 'chance_then_break' } };
const END = 'The script is at its end.';
const ROUNDS = 20;

const newFile = ({ agent, place }: Play, number: number): ScriptedCall =>
  agent.write?.(join(place.project, `part-${number}.txt`), `part ${number}`) ??
  agent.shell(`printf %s 'part ${number}' > part-${number}.txt`);
/** Answers that differ in their number. */
const answers =
  (count: number, answer: (play: Play, number: number) => Step) =>
  (play: Play): Script => [...Array.from({ length: count }, (_, number) => answer(play, number)), END];
/** The same command in each answer. */
const again = (count: number, command: string) => answers(count, ({ agent }) => [agent.shell(command)]);
const CASES: readonly Case[] = [
  {
    title: 'a new file and the same passing check in each answer',
    isEverywhere: true,
    script: answers(8, (play, number) => [newFile(play, number), play.agent.shell('sh check.sh')]),
    expected: goesOn(8),
  },
  {
    title: 'a loop: the same file and the same passing check in each answer',
    isEverywhere: true,
    script: answers(8, (play) => [newFile(play, 0), play.agent.shell('sh check.sh')]),
    expected: stops(4),
  },
  {
    title: 'eight different calls, and the same message three times again',
    script: SCRIPTS.work,
    plan: { promptsEach: 4 },
    expected: goesOn(32),
    alsoInWindow: WITH_WINDOW,
  },
  {
    title: 'a loop, and the same message twice again',
    isEverywhere: true,
    script: SCRIPTS.loop,
    plan: { promptsEach: 3 },
    expected: stops(9, 9),
    alsoInWindow: WITH_WINDOW,
  },
  {
    title: 'a loop: a second chance, and the check again',
    isEverywhere: true,
    script: again(8, 'sh check.sh'),
    plan: CHANCE,
    expected: stops(3, 3, 1),
  },
  {
    title: 'a loop: the same edit of a text that is not there',
    isEverywhere: true,
    script: ({ agent, place }) => {
      const path = join(place.project, 'values.txt');
      const before = 'value 3 = gone';
      const edit =
        agent.edit?.(path, before, 'value = new') ??
        agent.shell(`grep -q '${before}' values.txt || { echo 'The text was not found.'; exit 1; }`);
      // Some agents edit only what they have read.
      return [[agent.read?.(path) ?? agent.shell('cat values.txt')], ...times(ROUNDS, [edit]), END];
    },
    expected: stops(8),
  },
  {
    title: 'a loop: another page that the server does not have in each answer',
    isEverywhere: true,
    script: answers(ROUNDS, ({ agent, place }, number) => [
      agent.shell(`echo x >> ${RAN}; curl -sSf ${place.origin}/docs/${NAMES[number]}?v=${number}`),
    ]),
    expected: stops(13),
  },
  {
    title: 'waiting for a server with `curl --retry`',
    isEverywhere: true,
    script: again(7, CURL),
    expected: goesOn(7),
    except: NOT_SO_OFTEN_IN,
  },
  {
    title: 'waiting for a server with `timeout` and `until curl`',
    script: again(6, `timeout 3 bash -c 'until curl -sf ${SERVER} >/dev/null; do sleep 1; done; echo up'`),
    expected: goesOn(6),
    except: NOT_SO_OFTEN_IN,
  },
  {
    title: 'waiting for two servers in each answer',
    script: answers(6, ({ agent }) => ['health', 'ready'].map((page) => agent.shell(`${CURL}${page}`))),
    expected: goesOn(12),
  },
  {
    title: 'a loop: a browser test that fails while it waits for a button',
    isEverywhere: true,
    script: again(14, 'sh browser.sh'),
    expected: stops(3),
  },
];

describe('honest work in', function () {
  this.timeout(TIMEOUT_MS);
  const runs = new RunsInTurn<Run>();

  const stage = stageOf(runs, async (packages) => {
    const packed = await packedStage(packages);
    return { ...packed, hook: await buildDoor('hook', join(packed.folder, 'hook.js')) };
  });

  for (const name of EVERYWHERE) {
    describe(name, () => {
      for (const each of CASES.filter((one, at) => agentsOf(one, at).includes(name))) {
        const { title, script, plan, expected, alsoInWindow } = each;
        for (const inWindow of alsoInWindow?.includes(name) === true ? [false, true] : [false]) {
          const whole: Plan = { agent: AGENTS[name], scripts: [script], setUp, inWindow, ...plan };
          const run = runs.add(() => runAgent(stage(), whole));
          test(inWindow ? `${title}, with a window` : title, async () => assertRun(await run(), expected, inWindow));
        }
      }
    });
  }
});

/** Each agent has its share of the cases that don't run everywhere. */
function agentsOf({ except = [], isEverywhere = false }: Case, number: number): readonly AgentName[] {
  const agents = EVERYWHERE.filter((name) => !except.includes(name));
  const second = 1 + (number % (agents.length - 1));
  return isEverywhere ? agents : agents.filter((_, at) => at === 0 || at === second);
}

async function assertRun(run: Run, { ran: [least, most], isStopped, chances = 0 }: Expected, inWindow: boolean) {
  const { executed, endedBy, results, home, output, errors } = run;
  const refused = results.filter((result) => REFUSAL.test(result)).length;
  const told = `${executed} ran, ${refused} refused, over by ${endedBy}, in ${home}
${results.join('\n')}\n${output.slice(-2_000)}\n${errors.slice(-2_000)}`;
  assert.ok(executed >= least && executed <= most, told);
  assert.equal(endedBy === 'agent' || refused > chances, isStopped, told);
  if (!inWindow) {
    await run.assertReplayed();
  }
}
