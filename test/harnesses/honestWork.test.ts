// Honest work that resembles a loop, in the real agents, each beside the loop that it resembles: the work goes on to
// its end, the loop does not.
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
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
  'failing.sh': `echo x >> ${RAN}; echo 'not ok 3 - total is right: expected 3, actual 4'; echo 1 failing; exit 1\n`,
  'lint.sh': `echo x >> ${RAN}; echo 0 problems\n`,
  'browser.sh': `echo x >> ${RAN}; sleep 1.5; echo "Error: locator.click: Timeout 1500ms exceeded."
echo "Call log:\n  - waiting for locator('button')\n  1 failed"; exit 1\n`,
  'values.txt': Array.from({ length: 8 }, (_, line) => `value ${line} = old\n`).join(''),
};
/** A port that is closed for six looks, each of which takes its whole three seconds. */
const NETCAT = `#!/bin/sh\nsleep 3; echo x >> ${RAN}; [ $(wc -l < ${RAN}) -gt 6 ]\n`;

function setUp({ home, project }: Place, environment: NodeJS.ProcessEnv): void {
  for (const [name, text] of Object.entries(FILES)) {
    write(join(project, name), text);
  }
  const programs = join(home, 'programs');
  write(join(programs, 'nc'), NETCAT);
  chmodSync(join(programs, 'nc'), 0o755);
  environment['PATH'] = `${programs}:${environment['PATH']}`;
  // A shell that begins with a login has a PATH of its own.
  write(join(home, '.profile'), `PATH=${programs}:$PATH\n`);
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

const newFile = ({ agent, place }: Play, number: number, text = `part ${number}`): ScriptedCall =>
  agent.write?.(join(place.project, `part-${number}.txt`), text) ??
  agent.shell(`printf %s '${text}' > part-${number}.txt`);
const edit = ({ agent, place }: Play, line: number, from = 'old', to = 'new'): ScriptedCall =>
  agent.edit?.(join(place.project, 'values.txt'), `value ${line} = ${from}`, `value ${line} = ${to}`) ??
  agent.shell(`sed -i 's/value ${line} = ${from}/value ${line} = ${to}/' values.txt`);
/** An edit of a text that stands nowhere. */
const missedEdit = ({ agent, place }: Play, text: string): ScriptedCall =>
  agent.edit?.(join(place.project, 'values.txt'), text, 'value = new') ??
  agent.shell(`grep -q '${text}' values.txt || { echo 'The text was not found.'; exit 1; }`);
const read = ({ agent, place }: Play, name: string): ScriptedCall =>
  agent.read?.(join(place.project, name)) ?? agent.shell(`cat ${name}`);

/** Answers that differ in their number. */
const answers =
  (count: number, answer: (play: Play, number: number) => Step) =>
  (play: Play): Script => [...Array.from({ length: count }, (_, number) => answer(play, number)), END];
/** Some agents edit only what they have read. */
const afterReading =
  (script: (play: Play) => Script) =>
  (play: Play): Script => [[read(play, 'values.txt')], ...script(play)];
/** The same command in each answer. */
const again = (count: number, command: string) => answers(count, ({ agent }) => [agent.shell(command)]);
/** In turn, one call an answer. */
const between = (command: string) =>
  answers(2 * ROUNDS, (play, number) => [number % 2 === 0 ? newFile(play, number) : play.agent.shell(command)]);

/** It checks until a check is refused, writes a new file, and checks again. */
const obeying =
  (rest: (play: Play, check: ScriptedCall) => readonly Step[]) =>
  (play: Play): Script => {
    const check = play.agent.shell('sh check.sh');
    return [...times(4, [check]), ...rest(play, check), END];
  };

const CASES: readonly Case[] = [
  {
    title: 'a new file and the same passing check in each answer',
    isEverywhere: true,
    script: answers(8, (play, number) => [newFile(play, number), play.agent.shell('sh check.sh')]),
    expected: goesOn(8),
  },
  {
    title: 'another edit of a file and the same passing check in each answer',
    script: afterReading(answers(8, (each, line) => [edit(each, line), each.agent.shell('sh check.sh')])),
    expected: goesOn(8),
  },
  {
    title: 'a loop: the same file and the same passing check in each answer',
    isEverywhere: true,
    script: answers(8, (play) => [newFile(play, 0), play.agent.shell('sh check.sh')]),
    expected: stops(4),
  },
  {
    title: 'a loop: a new file and the same failing check in each answer',
    script: answers(ROUNDS, (play, number) => [newFile(play, number), play.agent.shell('sh failing.sh')]),
    expected: stops(16),
  },
  {
    title: 'twenty new files, and the same passing lint after each',
    script: between('sh lint.sh'),
    expected: goesOn(ROUNDS),
  },
  {
    title: 'a loop: twenty new files, and the same failing check after each',
    script: between('sh failing.sh'),
    expected: stops(16),
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
    title: 'a second chance, a new file, and the check again',
    script: obeying((play, check) => [[newFile(play, 0)], [check]]),
    plan: CHANCE,
    expected: goesOn(4, 1),
  },
  {
    title: 'a loop: a second chance, a new file, and the check again and again',
    script: obeying((play, check) => [[newFile(play, 0)], ...times(8, [check])]),
    plan: CHANCE,
    expected: stops(8, 4, 1),
  },
  {
    title: 'a second chance, the last edit taken back, and the check again',
    script: afterReading((play) => [
      [edit(play, 0)],
      ...obeying((_, check) => [[edit(play, 0, 'new', 'old')], [check]])(play),
    ]),
    plan: CHANCE,
    expected: goesOn(4, 1),
  },
  {
    title: 'a loop: a second chance, and the check again',
    isEverywhere: true,
    script: obeying((_, check) => times(4, [check])),
    plan: CHANCE,
    expected: stops(3, 3, 1),
  },
  {
    title: 'a loop: a second chance, the file that was written before, and the check again',
    script: (play) => [[newFile(play, 0)], ...obeying((_, check) => [[newFile(play, 0)], ...times(3, [check])])(play)],
    plan: CHANCE,
    // Some agents answer the second time that the file was overwritten, which is another answer.
    expected: stops(4, 3, 1),
  },
  {
    title: 'a loop: the same edit of a text that is not there',
    isEverywhere: true,
    script: afterReading(answers(ROUNDS, (play) => [missedEdit(play, 'value 3 = gone')])),
    expected: stops(8),
  },
  {
    title: 'a loop: an edit of a text that is not there, with other spaces each time',
    script: afterReading(
      answers(ROUNDS, (play, number) => [missedEdit(play, `value 3 =${' '.repeat((number % 5) + 2)}old`)]),
    ),
    expected: stops(10),
  },
  {
    title: 'edits each of which fails once and then succeeds',
    script: afterReading(
      answers(16, (play, number) => [
        number % 2 === 0 ? missedEdit(play, `value ${number / 2} = lod`) : edit(play, (number - 1) / 2),
      ]),
    ),
    expected: goesOn(17),
  },
  {
    title: 'a loop: another file that is not there in each answer',
    script: answers(ROUNDS, (play, number) => [read(play, `${NAMES[number]}.txt`)]),
    expected: stops(12),
    // It reads with its shell, whose failures name another file each time.
    except: ['codex'],
  },
  {
    title: 'eight files that are not there in one answer, then work',
    script: (play) => [NAMES.slice(0, 8).map((name) => read(play, `${name}.txt`)), ...SCRIPTS.work(play)],
    expected: goesOn(8),
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
    title: 'waiting for a port with `nc -z -w 3`, until it is open',
    script: again(7, 'nc -z -w 3 localhost 5432'),
    expected: goesOn(7),
    except: NOT_SO_OFTEN_IN,
  },
  {
    title: 'a loop: the same file written again, and a pause after it',
    script: answers(16, (play, number) => [
      number % 2 === 0 ? newFile(play, 0) : play.agent.shell('sleep 1; sh check.sh'),
    ]),
    expected: stops(7),
    // It writes through its shell, and nothing tells such a write from a look at something that may change.
    except: ['codex'],
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
