import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Harness, HookEvent, RawInput } from '../wire/harness';
import { guardFile, type OutsideAgent, type Place } from '../agents/agent';
import { AGENTS, OUTSIDE_AGENTS } from '../agents/registry';
import type { AgentId } from '../agents/sessions';
import { PROGRAM_FILE, SETTINGS_FILE, sharedFolder } from '../plugin/sharedFolder';
import { readForeignText } from '../files/foreignFile';
import { isOwnFile } from '../files/ownFile';
import { runProgram } from '../files/runProgram';
import { type AgentHook, agentHooks, eventNamed } from '../protection/agentHooks';

/** By default, the fourth identical call is blocked; with other settings, a later one. */
const MOST_CALLS = 8;

const BLOCKED = /"(?:permissionDecision|permission|decision)":\s*"deny"|"continue":\s*false/;

interface Proof {
  readonly name: string;
  readonly blocked: number | undefined;
}

/** Has its own home folder, so that nothing is recorded as an agent's. */
interface Trial {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
}

type RunLine = (command: string, input: string, trial: Trial) => Promise<string>;

const TIMEOUT_MS = 20_000;

function outputOf(path: string, given: string[], input: string, { environment: env, home: cwd }: Trial) {
  return runProgram(path, given, { env, cwd, input, timeout: TIMEOUT_MS }).catch(() => '');
}

const runInShell: RunLine = (command, input, trial) => outputOf('/bin/sh', ['-c', command], input, trial);

/** Sends identical calls to the hook in each agent's file, as the agent would, until one is blocked. */
export async function prove(machine: Place, run: RunLine = runInShell): Promise<readonly Proof[]> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'tool-loop-guard-')));
  try {
    const [own, shared] = [machine.home, home].map(sharedFolder) as [string, string];
    mkdirSync(shared, { recursive: true, mode: 0o700 });
    for (const name of [SETTINGS_FILE, PROGRAM_FILE].filter((each) => isOwnFile(join(own, each)))) {
      copyFileSync(join(own, name), join(shared, name));
    }
    const trial = { home, environment: environmentIn(home) };
    const proofs: Proof[] = [];
    for (const agent of OUTSIDE_AGENTS) {
      const isModule = agent.guard.kind === 'module';
      const proof = await (isModule ? proveModule(agent, machine, trial) : proveLines(agent, machine, trial, run));
      proofs.push(...(proof === undefined ? [] : [proof]));
    }
    return proofs;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function proveLines(agent: OutsideAgent, machine: Place, trial: Trial, run: RunLine): Promise<Proof | undefined> {
  const { harness } = AGENTS[agent.id as AgentId];
  const hooks = agentHooks(agent, machine);
  const [before, after] = [commandOf(agent, hooks, 'preToolUse'), commandOf(agent, hooks, 'postToolUse')];
  if (before === undefined || after === undefined) {
    return hooks.length === 0 ? undefined : { name: agent.name, blocked: undefined };
  }
  const session = `doctor-${randomUUID()}`;
  for (let call = 1; call <= MOST_CALLS; call++) {
    const input = inputOf(agent, harness, { session, folder: trial.home, call });
    const answer = await run(before.command, JSON.stringify({ ...before.named, ...input }), trial);
    if (BLOCKED.test(answer)) {
      return { name: agent.name, blocked: call };
    }
    const result = { [harness.fields.result[0] ?? 'result']: 'The doctor tries the hook.' };
    await run(after.command, JSON.stringify({ ...after.named, ...input, ...result }), trial);
  }
  return { name: agent.name, blocked: undefined };
}

async function proveModule(agent: OutsideAgent, machine: Place, trial: Trial): Promise<Proof | undefined> {
  const file = guardFile(agent, machine);
  if (readForeignText(file)?.includes('tool-loop-guard') !== true) {
    return undefined;
  }
  const { home } = trial;
  const copy = join(home, 'module.mjs');
  copyFileSync(file, copy);
  const given = ['--input-type=module', '-', JSON.stringify({ copy, home, calls: MOST_CALLS })];
  const output = await outputOf(process.execPath, given, MODULE_TRIAL, trial);
  const blocked = Number.parseInt(output, 10);
  return { name: agent.name, blocked: Number.isNaN(blocked) ? undefined : blocked };
}

const MODULE_TRIAL = `
import { pathToFileURL } from 'node:url';
const { copy, home, calls } = JSON.parse(process.argv[2]);
const { ToolLoopGuard } = await import(pathToFileURL(copy).href);
const done = async () => ({});
const client = { session: { abort: done }, tui: { showToast: done }, app: { log: done } };
const hooks = await ToolLoopGuard({ client, directory: home });
const args = { text: 'The doctor tries the hook.' };
for (let call = 1; call <= calls; call++) {
  const input = { tool: 'tool_loop_guard_doctor', sessionID: 'doctor', callID: String(call), args };
  const part = { type: 'tool', callID: input.callID, messageID: String(call) };
  await hooks.event?.({ event: { properties: { part } } });
  try {
    await hooks['tool.execute.before']?.(input, { args });
  } catch {
    process.stdout.write(String(call));
    break;
  }
  await hooks['tool.execute.after']?.(input, { output: 'The doctor tries the hook.' });
}
`;

/** Moves the home folder, and leaves out variables of agents and windows. */
function environmentIn(home: string): NodeJS.ProcessEnv {
  const moved = /^(?:XDG_.*|.*_(?:HOME|CONFIG_DIR)|LOCALAPPDATA|APPDATA|TOOL_LOOP_GUARD_.*)$/i;
  const rest = Object.entries(process.env).filter(([name]) => !moved.test(name));
  return { ...Object.fromEntries(rest), HOME: home, USERPROFILE: home };
}

export function proofText(proofs: readonly Proof[]): string {
  return proofs
    .map(({ name, blocked }) =>
      blocked === undefined
        ? `✗ ${name}: no hook was seen to block any of ${MOST_CALLS} identical calls.`
        : `✓ ${name}: the hook blocked identical call number ${blocked}.`,
    )
    .concat(proofs.length === 0 ? ['No hook is installed that could be tried.'] : [])
    .join('\n');
}

function commandOf(
  agent: OutsideAgent,
  hooks: readonly AgentHook[],
  event: HookEvent,
): { readonly command: string; readonly named: RawInput } | undefined {
  const hook = hooks.find(({ eventName, isCalledAsOurs }) => isCalledAsOurs && eventNamed(agent, eventName) === event);
  // Copilot names an event in its inputs only if the file doesn't use its own spelling.
  const isNamed = agent.guard.kind === 'lines' || hook?.eventName !== event;
  return hook && { command: hook.command, named: isNamed ? { hook_event_name: hook.eventName } : {} };
}

function inputOf(
  { sample }: OutsideAgent,
  { fields }: Harness,
  { session, folder, call }: { readonly session: string; readonly folder: string; readonly call: number },
): RawInput {
  const named = (names: readonly string[], value: unknown): RawInput =>
    names[0] === undefined ? {} : { [names[0]]: value };
  return {
    ...sample,
    cwd: folder,
    ...named(fields.sessionId, session),
    ...named(fields.tool, 'tool_loop_guard_doctor'),
    ...named(fields.arguments, { text: 'The doctor tries the hook.' }),
    ...named(fields.callId, `${session}-${call}`),
    ...named(fields.answerId, call),
  };
}
