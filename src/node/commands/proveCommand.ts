import { randomUUID } from 'node:crypto';
import type { Harness, HookEvent, RawInput } from '../wire/harness';
import { guardFile, type OutsideAgent, type Place } from '../agents/agent';
import { AGENTS, OUTSIDE_AGENTS } from '../agents/registry';
import type { AgentId } from '../agents/sessions';
import { isJsonObject } from '../files/jsonFields';
import { readForeignObject } from '../protection/looseJson';
import { runHookLine } from './agentProgram';

/** As many identical calls as bring a warning with the default settings, but no stop that somebody would be told of. */
const CALLS = 3;

/** What the hook of one agent answered. */
export interface Proof {
  readonly name: string;
  /** What was printed before and after each call; undefined where no line of ours is in its file. */
  readonly answers: readonly string[] | undefined;
}

/** Runs a command of a hook with its input. */
export type RunLine = (command: string, input: string) => Promise<string>;

/**
 * Gives the hook in each agent's file identical calls, as the agent would, and says what it answers.
 * @param folder in which the calls are said to be made
 */
export async function prove(machine: Place, folder: string, run: RunLine = runHookLine): Promise<readonly Proof[]> {
  const proofs: Proof[] = [];
  for (const agent of OUTSIDE_AGENTS.filter(({ guard }) => guard.kind !== 'module')) {
    const { harness } = AGENTS[agent.id as AgentId];
    const [before, after] = [
      commandOf(agent, harness, machine, 'preToolUse'),
      commandOf(agent, harness, machine, 'postToolUse'),
    ];
    if (before === undefined || after === undefined) {
      proofs.push({ name: agent.name, answers: undefined });
      continue;
    }
    const answers: string[] = [];
    const session = `doctor-${randomUUID()}`;
    for (let call = 1; call <= CALLS; call++) {
      const input = inputOf(agent, harness, { session, folder, call });
      answers.push(await run(before.command, JSON.stringify({ ...before.told, ...input })));
      const result = { [harness.fields.result[0] ?? 'result']: 'The doctor tries the hook.' };
      answers.push(await run(after.command, JSON.stringify({ ...after.told, ...input, ...result })));
    }
    proofs.push({ name: agent.name, answers });
  }
  return proofs;
}

/** The proofs as a person reads them in a terminal. */
export function proofText(proofs: readonly Proof[]): string {
  return proofs
    .flatMap(({ name, answers }) => {
      if (answers === undefined) {
        return [];
      }
      const told = answers.findIndex((answer) => answer.trim() !== '');
      const call = Math.floor(told / 2) + 1;
      const calls = `${CALLS} identical calls`;
      return told < 0
        ? [`${name}: the hook answered nothing to ${calls}. It may not run, or warnings are turned off.`]
        : [`${name}: the hook answered at call ${call} of ${calls}: ${answers[told]?.trim()}`];
    })
    .concat(proofs.every(({ answers }) => answers === undefined) ? ['No hook is installed that could be tried.'] : [])
    .join('\n');
}

/** The command in an agent's file for an event, and how the agent names that event. */
function commandOf(
  agent: OutsideAgent,
  harness: Harness,
  machine: Place,
  event: HookEvent,
): { readonly command: string; readonly told: RawInput } | undefined {
  const { hooks } = readForeignObject(guardFile(agent, machine));
  for (const [name, list] of Object.entries(isJsonObject(hooks) ? hooks : {})) {
    // Copilot names no event in its inputs.
    const isNamed = agent.guard.kind === 'lines';
    const isMeant = isNamed ? harness.eventOf({ ...agent.sample, hook_event_name: name }) === event : name === event;
    const command = isMeant ? ourCommandIn(list) : undefined;
    if (command !== undefined) {
      return { command, told: isNamed ? { hook_event_name: name } : {} };
    }
  }
  return undefined;
}

function ourCommandIn(list: unknown): string | undefined {
  return (Array.isArray(list) ? (list as readonly unknown[]) : [])
    .flatMap((group) =>
      isJsonObject(group) && Array.isArray(group['hooks']) ? (group['hooks'] as readonly unknown[]) : [group],
    )
    .map((hook) => (isJsonObject(hook) ? hook['command'] : undefined))
    .find((command): command is string => typeof command === 'string' && command.includes('TOOL_LOOP_GUARD_PLUGIN='));
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
    // Each is of an answer of its own.
    ...named(fields.answerId, call),
  };
}
