import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ModelServer } from '../agentHost/model/modelServer';
import type { ModelRequest } from '../agentHost/model/request';
import { type Script, type Step, times } from '../agentHost/model/step';
import { type Agent, documentedHooks, type Place, UNPACKED, write } from './agents';
import { assertReplayed, liveSigns, type Signs } from './replayed';
import { openWindow } from './window';

/** The file to which the commands of a script write that they have been run, a line each. */
export const RAN = 'ran.log';
/** The file that the scripts read, and what stands in it. */
export const NOTES = { name: 'notes.txt', text: 'A note that stays as it is.' };

/** What the texts of the guard begin with, by which a model knows that its call was blocked. */
export const REFUSAL = /This call was blocked|Loop stopped\./;

/** No run takes so long that is not stuck, even where other work fills the machine. */
const TIMEOUT_MS = 540_000;

/** What is run. */
export interface Plan {
  readonly agent: Agent;
  /** What the model does, made for the place of the run; a prompt each, the second goes on with the same session. */
  readonly scripts: readonly ((play: Play) => Script)[];
  /** How often each prompt is given, in the same words; once unless said. */
  readonly promptsEach?: number;
  /** What the hooks of the agent are. */
  readonly hooks?: 'documented' | 'none';
  readonly environment?: Readonly<Record<string, string>>;
  /** What is done in the place before the agent starts, with the environment that it gets. */
  readonly setUp?: (place: Place, environment: NodeJS.ProcessEnv) => void;
  /** Settings for a file that the hook command names. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Whether a window checks the calls. */
  readonly inWindow?: boolean;
  /** Hooks of somebody else, behind those of the documentation. */
  readonly furtherHooks?: Readonly<Record<string, readonly unknown[]>>;
  /** A command that is run in the project whenever a turn has ended. */
  readonly atTurnEnd?: string;
  /** What starts the agent, in front of its program and its arguments. */
  readonly through?: readonly string[];
  /** Further arguments of the agent. */
  readonly arguments?: readonly string[];
  /** Arguments of the agent that are left out. */
  readonly without?: readonly string[];
}

/** What a script is made with. */
export interface Play {
  readonly agent: Agent;
  readonly place: Place;
  /** Begins another script, for a sub-agent: the text has to stand in its prompt. */
  readonly play: (script: Script) => string;
}

/** What became of it. */
export interface Run {
  /** Where the agent has left its logs. */
  readonly home: string;
  /** How many calls really ran: of commands by what they wrote themselves, else by what the model read. */
  readonly executed: number;
  /** What the model was asked, oldest first; of each prompt, then of the sub-agents. */
  readonly requests: readonly ModelRequest[];
  /** What the model read of its calls, oldest first. */
  readonly results: readonly string[];
  /** What else it read, but for its own answers: in some agents hooks speak beside the results. */
  readonly read: string;
  /** How often the model was asked after it had read a refusal. */
  readonly requestsAfterRefusal: number;
  /** Who ended it: the model, of itself or because its script was over, or the agent. */
  readonly endedBy: 'model' | 'scriptEnd' | 'agent';
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  /** That a replay of the file that the agent wrote says what hooks without a window said first. */
  readonly assertReplayed: () => Promise<void>;
}

/** Where runs have what they need. */
export interface Stage {
  /** Where the agents are installed. */
  readonly packages: string;
  /** The built command line of ours. */
  readonly cli: string;
  /** The built program of a hook, which asks a window first; needed where one checks the calls. */
  readonly hook?: string;
  /** The built plugin of opencode. */
  readonly opencodePlugin: string;
  /** For the folders of the runs. */
  readonly folder: string;
  readonly model: ModelServer;
}

/** Runs an agent in a home and a project of its own. */
export async function runAgent(stage: Stage, plan: Plan): Promise<Run> {
  if (plan.inWindow !== true) {
    return runWith({}, stage, plan);
  }
  const { settings = {}, environment = {} } = plan;
  const named = Object.entries(settings).map(([name, value]) => [name.replace('toolLoopGuard.', ''), value]);
  const window = await openWindow(Object.fromEntries(named) as object, environment);
  try {
    const run = await runWith(window.environment, stage, plan);
    assert.deepEqual(window.faults, []);
    assert.ok(window.questions() > 0, 'the window was asked');
    return run;
  } finally {
    window.close();
  }
}

/** @param inherited what the agent inherits besides */
async function runWith(inherited: NodeJS.ProcessEnv, stage: Stage, plan: Plan): Promise<Run> {
  const { agent } = plan;
  const base = mkdtempSync(join(stage.folder, 'run-'));
  const place: Place = { home: join(base, 'home'), project: join(base, 'project'), origin: stage.model.origin };
  const temporary = join(base, 'tmp');
  [place.home, place.project, temporary].forEach((folder) => mkdirSync(folder));
  writeFileSync(join(place.project, NOTES.name), `${NOTES.text}\n`);
  const environment = {
    PATH: process.env['PATH'],
    HOME: place.home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
    ...UNPACKED,
    ...agent.prepare(place),
    ...plan.environment,
    ...inherited,
  };
  if (plan.hooks !== 'none') {
    writeHooks(stage, plan, place);
  }
  plan.setUp?.(place, environment);

  const keys: string[] = [];
  const play = (script: Script): string => {
    const key = stage.model.play(script);
    keys.push(key);
    return key;
  };
  const program = join(stage.packages, 'node_modules', agent.program);
  const ownKeys = plan.scripts.flatMap((script) => times(plan.promptsEach ?? 1, play(script({ agent, place, play }))));
  const runOne = (key: string, turn: number): Promise<Ended> => {
    const given = [...agent.arguments(`${key} Go on.`, turn > 0), ...(plan.arguments ?? [])];
    const left = given.filter((argument) => plan.without?.includes(argument) !== true);
    return runToItsEnd(plan.through ?? [], program, agent, left, place, environment);
  };
  let ended: Ended | undefined;
  let live: Signs = {};
  for (const [turn, key] of ownKeys.entries()) {
    ended = await runOne(key, turn);
    live = live.blocked === undefined ? { ...liveSigns(place.home), ...live } : live;
  }
  const { code = null, output = '', errors = '' } = ended ?? {};
  const requests = keys.flatMap((key) => stage.model.requests(key));
  const last = stage.model.requests(ownKeys.at(-1)).at(-1);
  const results = (last?.entries ?? []).filter(({ role }) => role === 'tool').map((entry) => entry.text);
  const log = join(place.project, RAN);
  return {
    home: place.home,
    executed: existsSync(log) ? linesOf(log) : results.filter((result) => !REFUSAL.test(result)).length,
    requests,
    results,
    read: requests.flatMap(({ entries }) => entries.map((entry) => entry.text)).join('\n'),
    requestsAfterRefusal: requests.filter(hasReadRefusal).length,
    endedBy: ENDED_AT_PROMPT.test(output) ? 'agent' : endOf(last?.answer, last?.isLast === true),
    code,
    output,
    errors,
    assertReplayed: () => assertReplayed(place.home, live, agent),
  };
}

function writeHooks({ cli, hook, opencodePlugin }: Stage, plan: Plan, place: Place): void {
  const { agent, settings, inWindow, atTurnEnd } = plan;
  const furtherHooks = { ...plan.furtherHooks, ...(atTurnEnd === undefined ? {} : agent.atTurnEnd?.(atTurnEnd)) };
  const file = agent.hooksFile(place);
  const settingsFile = join(place.home, 'guard.json');
  if (settings !== undefined) {
    write(settingsFile, JSON.stringify(settings));
  }
  if (agent.hasPlugin === true) {
    write(file, readFileSync(opencodePlugin, 'utf8'));
    return;
  }
  const program = JSON.stringify(`"${process.execPath}" "${inWindow === true ? hook : cli}"`).slice(1, -1);
  const more = settings === undefined ? '' : ` --settings ${settingsFile}`;
  const hooks = documentedHooks(agent, program).replaceAll(/ hook --harness \w+/g, (command) => `${command}${more}`);
  const existing = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  const ours = JSON.parse(hooks) as { readonly hooks: Readonly<Record<string, readonly unknown[]>> };
  const others = Object.entries(furtherHooks).map(([event, entries]) => [
    event,
    [...(ours.hooks[event] ?? []), ...entries],
  ]);
  const all = { ...ours.hooks, ...(Object.fromEntries(others) as object) };
  write(file, JSON.stringify({ ...existing, ...ours, hooks: all }));
}

/** Whether the model has read a refusal since the prompt that it is at work on. */
function hasReadRefusal({ entries, key = '' }: ModelRequest): boolean {
  const prompt = entries.findLastIndex(({ role, text: said }) => role === 'user' && said.includes(key));
  return entries.slice(prompt).some(({ role, text: said }) => role === 'tool' && REFUSAL.test(said));
}

/** How Claude Code says that a hook ended it before the model was asked. */
const ENDED_AT_PROMPT = /Operation stopped by hook: \[Tool Loop Guard\] Loop stopped/;

function endOf(answer: Step | undefined, isLast: boolean): Run['endedBy'] {
  return typeof answer !== 'string' ? 'agent' : isLast ? 'scriptEnd' : 'model';
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

async function runToItsEnd(
  through: readonly string[],
  program: string,
  { isScript = false }: Agent,
  given: readonly string[],
  { project }: Place,
  environment: NodeJS.ProcessEnv,
): Promise<Ended> {
  const [file = '', ...first] = [...through, ...(isScript ? [process.execPath] : []), program];
  // A group of its own, so that what it has started ends with it.
  const child = spawn(file, [...first, ...given], {
    cwd: project,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => {
    if (child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL');
    }
  }, TIMEOUT_MS);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  clearTimeout(timer);
  assert.notEqual(child.signalCode, 'SIGKILL', `${program} was stuck:\n${output.slice(-2_000)}`);
  return { code, output, errors };
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}
