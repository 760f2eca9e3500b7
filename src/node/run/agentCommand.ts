import { basename } from 'node:path';
import type { OutsideAgent } from '../agents/agent';
import { OUTSIDE_AGENTS } from '../agents/registry';

type RunnableAgent = OutsideAgent & Required<Pick<OutsideAgent, 'start'>>;

export const RUNNABLE_AGENTS = OUTSIDE_AGENTS.filter((agent): agent is RunnableAgent => agent.start !== undefined);

export interface AgentCommand {
  readonly agent: RunnableAgent;
  readonly program: string;
  /** The words between a program that starts the agent and the agent. */
  readonly wrapped: readonly string[];
  readonly given: readonly string[];
  readonly variables: NodeJS.ProcessEnv;
}

const VARIABLE = /^([A-Za-z_]\w*)=(.*)$/s;

const PACKAGE_RUNNERS: readonly string[] = ['npx', 'bunx', 'pnpx'];

/** Followed by a package, and only then by the program. */
const PACKAGE_OPTIONS: readonly string[] = ['-p', '--package'];

export function readCommand(command: readonly string[], named: string | undefined): AgentCommand | undefined {
  const from = command.findIndex((word) => !VARIABLE.test(word));
  const words = from < 0 ? [] : command.slice(from);
  const [program = ''] = words;
  const agents = RUNNABLE_AGENTS.filter((agent) => named === undefined || [agent.id, agent.program].includes(named));
  // Its program, or its package in any version.
  const agentIn = (word: string): RunnableAgent | undefined =>
    agents.find(
      ({ id, program: own, npmPackage }) => [id, own].includes(nameOf(word)) || `${word}@`.startsWith(`${npmPackage}@`),
    );
  const found = words.findIndex(
    (word, index) => agentIn(word) !== undefined && !PACKAGE_OPTIONS.includes(words[index - 1] ?? ''),
  );
  const isRunner = PACKAGE_RUNNERS.includes(nameOf(program));
  const first = isRunner ? words.findIndex((word, index) => index > 0 && !word.startsWith('-')) : 0;
  const at = Math.max(found < 0 ? first : found, 0);
  const agent = agentIn(words[at] ?? '') ?? (named === undefined ? undefined : agents[0]);
  const variables = command.slice(0, Math.max(from, 0)).map((word) => VARIABLE.exec(word)?.slice(1) ?? []);
  return agent === undefined || words.length === 0
    ? undefined
    : {
        agent,
        program,
        wrapped: words.slice(1, at + 1),
        given: words.slice(at + 1),
        variables: Object.fromEntries(variables) as NodeJS.ProcessEnv,
      };
}

function nameOf(word: string): string {
  return basename(word).replace(/\.(?:exe|cmd|bat|js|mjs)$/i, '');
}
