import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Run } from './agentRun';
import { type Agent, AGENTS, type AgentName } from './agents';

const PAGE = resolve(__dirname, '../../docs/contributing/hooks.md');
const USERS_PAGE = resolve(__dirname, '../../docs/agents.md');
const [BEGIN, END] = ['<!-- measured: npm run test:harnesses -- --write -->', '<!-- end of what was measured -->'];

const NAMES: Readonly<Record<AgentName, string>> = {
  claude: 'Claude Code',
  'claude-old': 'Claude Code',
  copilot: 'Copilot CLI',
  codex: 'Codex',
  opencode: 'opencode',
  gemini: 'Gemini CLI',
  qwen: 'Qwen Code',
};

/** What each agent did in a case, by its title. */
export type Measured = ReadonlyMap<string, Readonly<Partial<Record<AgentName, Run>>>>;

/** The table of the documentation, with how many calls ran, how often the model was asked after that, and the end. */
export function tableOf(measured: Measured): string {
  const agents = Object.entries(AGENTS) as [AgentName, Agent][];
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['What the model does', ...agents.map(([name, { version }]) => `${NAMES[name]} ${version}`)]),
    row(Array<string>(agents.length + 1).fill('---')),
    ...[...measured].map(([title, runs]) => row([title, ...agents.map(([name]) => cellOf(runs[name]))])),
  ].join('\n');
}

function cellOf(run: Run | undefined): string {
  if (run === undefined) {
    return '';
  }
  const { executed, requestsAfterRefusal, endedBy } = run;
  const isRefused = requestsAfterRefusal > 0 || endedBy === 'agent';
  const end = { agent: 'ended', model: 'gave up', scriptEnd: 'to the end' }[endedBy];
  return isRefused ? `${executed} / ${requestsAfterRefusal} / ${end}` : `${executed}, ${end}`;
}

/** The table that stands in the documentation. */
export function documentedTable(): string {
  return parts()[1];
}

export function writeTable(table: string): void {
  const [before, , after] = parts();
  writeFileSync(PAGE, `${before}${BEGIN}\n${table}\n${END}${after}`);
}

function parts(): [string, string, string] {
  const [before = '', rest = ''] = readFileSync(PAGE, 'utf8').split(BEGIN);
  const [table = '', after = ''] = rest.split(END);
  return [before, table.trim(), after];
}

/** What users are told that a stop does in an agent, and what they read, with what is quoted there of the agent. */
export function documentedStop(agent: string): Readonly<Record<'end' | 'requests' | 'reads' | 'quoted', string>> {
  const [, table = ''] = readFileSync(USERS_PAGE, 'utf8').split('## What a stop does');
  const row = table.split('\n').find((line) => line.startsWith(`| ${agent} |`)) ?? '';
  const [end = '', requests = '', reads = ''] = row
    .slice(`| ${agent} |`.length)
    .split('|')
    .map((cell) => cell.trim());
  const [, quoted = ''] = /^`([^`]+)`/.exec(reads) ?? [];
  return { end, requests, reads, quoted };
}
