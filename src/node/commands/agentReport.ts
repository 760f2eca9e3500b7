import type { MachineFacts } from '../../core/protection/facts';
import { type ProtectionRow, protectionTable } from '../../core/protection/protectionTable';
import type { ReasonId } from '../../core/protection/reasons';
import { inEnglish } from '../../core/words/language';
import { ageText } from '../../core/words/numberText';
import { isNewer } from '../files/isNewer';
import { lastCallAtMs } from '../state/seenCalls';
import { faultOfState } from '../state/stateFolder';
import { defaultStateFolder } from '../state/statePath';
import { sharedFolder } from '../plugin/sharedFolder';
import type { OutsideAgent } from '../agents/agent';
import { OUTSIDE_AGENTS, OUTSIDE_SESSIONS } from '../agents/registry';
import { howInstalled, type Installed } from '../install/agentState';
import { findProgram } from '../install/findProgram';
import type { Installation } from '../install/installation';
import { hookProgram, type Machine, readMachineFacts } from '../protection/machineFacts';
import { startsOurHook } from '../protection/ourHook';
import { codexHooks, versionOfNode, versionOfProgram } from './agentProgram';

/** The oldest version of Node that runs the hook. */
const OLDEST_NODE = 20;

/** Obstacles that the report says in words of its own. */
const TOLD_OTHERWISE: readonly ReasonId[] = [
  'noHookInstalled',
  'codexUntrusted',
  'codexNeverStops',
  'noProgram',
  'copilotFileBroken',
];

/** What is known of one agent outside VS Code. */
export interface AgentReport {
  readonly id: string;
  readonly name: string;
  /** Whether it has a program on the PATH or a folder of settings. */
  readonly isFound: boolean;
  /** Undefined where its program is not on the PATH or does not tell. */
  readonly version: string | undefined;
  /** By what its calls reach us; more than one count a call once. */
  readonly installed: readonly Installed[];
  /** False where the files are gone that the hooks of an installation run. */
  readonly isWhole: boolean;
  /**
   * Whether it runs hooks without being asked to trust them first; `notListed` where Codex does not know them, and
   * `unknown` where nobody could tell.
   */
  readonly trusted: 'notNeeded' | 'trusted' | 'untrusted' | 'notListed' | 'unknown';
  /** Whether this version is known to end a run. */
  readonly ends: 'yes' | 'shellAndEdits' | 'later' | 'no' | 'unknown';
  /** Whether something is there that can run the hook. */
  readonly hasNode: boolean;
  /** The version of our copy that its hooks run, where that is older than this one. */
  readonly olderCopy: string | undefined;
  /** Whether its calls are checked, as far as all of these facts tell. */
  readonly isGuarded: boolean;
  /** What is in the way, and what to do about it, a sentence each. */
  readonly obstacles: readonly { readonly why: string; readonly remedy: string }[];
  /** When a call of it was last judged, as an ISO date; undefined when none was seen. */
  readonly lastCall: string | undefined;
}

/**
 * Looks at every agent outside VS Code. Starts their programs, each with `--version`, and where Codex has our hooks
 * `codex app-server`, which tells whether it trusts them. Never throws.
 * @param folder for which Codex is asked
 */
export async function reportAgents(
  installation: Installation,
  machine: Machine,
  folder: string,
): Promise<{ readonly agents: AgentReport[]; readonly facts: MachineFacts }> {
  const found = new Set(installation.found());
  const read = readMachineFacts(machine, [folder]);
  const trust = await trustOfCodex(installation, machine, folder, read);
  const facts: MachineFacts = {
    ...read,
    hasProgram: await canRunHook(machine),
    stateFault: faultOfState(sharedFolder(machine.home)),
    codexHook: trust === undefined ? read.codexHook : trust === 'trusted' ? 'trusted' : 'untrusted',
  };
  const rows = protectionTable({ window: undefined, machine: facts, sessions: [] }, OUTSIDE_SESSIONS, inEnglish);
  const agents = await Promise.all(
    OUTSIDE_AGENTS.map((agent) => {
      const row = rows.find(({ type }) => type === agent.protection.id) as ProtectionRow;
      const trusted = agent.trust === undefined ? 'notNeeded' : (trust ?? 'notNeeded');
      return report(agent, { isFound: found.has(agent), installation, machine, row, trusted, facts });
    }),
  );
  return { agents, facts };
}

/** Whether there is a program for the hook that is new enough; what can't be started isn't. */
async function canRunHook(machine: Machine): Promise<boolean> {
  const program = hookProgram(machine);
  const version = program === undefined ? undefined : await versionOfNode(program);
  return version !== undefined && Number(version.split('.')[0]) >= OLDEST_NODE;
}

/** Undefined where Codex has no hooks of ours. */
async function trustOfCodex(
  installation: Installation,
  machine: Machine,
  folder: string,
  facts: MachineFacts,
): Promise<AgentReport['trusted'] | undefined> {
  const agent = OUTSIDE_AGENTS.find(({ trust }) => trust !== undefined);
  return agent === undefined || howInstalled(agent, installation, machine).length === 0
    ? undefined
    : codexTrust(findProgram(agent.program, machine), folder, facts);
}

interface Known {
  readonly isFound: boolean;
  readonly installation: Installation;
  readonly machine: Machine;
  readonly row: ProtectionRow;
  readonly trusted: AgentReport['trusted'];
  readonly facts: MachineFacts;
}

async function report(
  agent: OutsideAgent,
  { isFound, installation, machine, row, trusted, facts }: Known,
): Promise<AgentReport> {
  const program = findProgram(agent.program, machine);
  const version = program === undefined ? undefined : await versionOfProgram(program);
  const installed = howInstalled(agent, installation, machine);
  const isWhole = !installed.includes('lines') || installation.isWhole(agent.id);
  const told = row.obstacles.filter(({ id }) => !TOLD_OTHERWISE.includes(id));
  return {
    id: agent.id,
    name: agent.name,
    isFound,
    version,
    installed,
    isWhole,
    trusted,
    ends: endsIn(agent, version),
    hasNode: agent.guard.kind === 'module' || facts.hasProgram,
    olderCopy: installed.includes('lines') && agent.guard.kind !== 'copilotFile' ? installation.olderCopy : undefined,
    isGuarded: installed.length > 0 && (isWhole || installed.length > 1) && row.protection !== 'not',
    obstacles: told.map(({ why, remedy }) => ({ why, remedy })),
    lastCall: lastCall(agent, machine),
  };
}

/** Where Codex cannot be asked, a trust on record is taken for one. */
async function codexTrust(
  program: string | undefined,
  folder: string,
  { codexHook }: MachineFacts,
): Promise<AgentReport['trusted']> {
  const hooks = program === undefined ? undefined : await codexHooks(program, folder);
  if (hooks === undefined) {
    return codexHook === 'absent' ? 'unknown' : codexHook;
  }
  const ours = hooks.filter(({ command, enabled }) => enabled !== false && startsOurHook(command));
  if (ours.length === 0) {
    return 'notListed';
  }
  return ours.every(({ trustStatus }) => trustStatus === 'trusted' || trustStatus === 'managed')
    ? 'trusted'
    : 'untrusted';
}

function endsIn({ ends }: OutsideAgent, version: string | undefined): AgentReport['ends'] {
  if (ends === undefined) {
    return 'no';
  }
  return version === undefined ? 'unknown' : isNewer(ends.since, version) ? ends.before : ends.how;
}

function lastCall({ id }: OutsideAgent, { home, environment, platform }: Machine): string | undefined {
  const times = [sharedFolder(home), defaultStateFolder(environment, platform, home)].flatMap(
    (folder) => lastCallAtMs(folder, id) ?? [],
  );
  return times.length === 0 ? undefined : new Date(Math.max(...times)).toISOString();
}

/** The report as a person reads it in a terminal: a line for each agent that is there, and what is to be known. */
export function agentReportText(reports: readonly AgentReport[], nowMs: number): string {
  const found = reports.filter(({ isFound, installed }) => isFound || installed.length > 0);
  const missing = reports.filter((each) => !found.includes(each)).map(({ name }) => name);
  return [
    ...found.map((each) => [headOf(each, nowMs), ...linesOf(each)].join('\n    ')),
    ...(missing.length === 0 ? [] : [`Not found: ${missing.join(', ')}.`]),
  ].join('\n');
}

function headOf({ id, name, version, installed, isGuarded, lastCall: last }: AgentReport, nowMs: number): string {
  const named = version === undefined ? name : `${name} ${version}`;
  if (isGuarded) {
    const age = last === undefined ? '' : `, last call checked ${ageText(nowMs - Date.parse(last), inEnglish)}`;
    return `✓ ${named}: guarded${age}`;
  }
  return installed.length === 0
    ? `✗ ${named}: not guarded. Run: tool-loop-guard install --agent ${id}`
    : `✗ ${named}: not guarded`;
}

function linesOf(report: AgentReport): string[] {
  const { id, version, installed, isWhole, trusted, ends, hasNode, lastCall: last, obstacles, olderCopy } = report;
  if (installed.length === 0) {
    return [];
  }
  const ways = { lines: 'Tool Loop Guard', plugin: 'the plugin', byHand: 'hand' };
  return [
    ...(version === undefined
      ? ['Version unknown: the program is not on the PATH, or it does not report a version.']
      : []),
    `Hooks added by ${installed.map((way) => ways[way]).join(' and by ')}.`,
    ...(isWhole
      ? []
      : [`The files that these hooks run are missing. To restore them, run: tool-loop-guard install --agent ${id}`]),
    ...trustText(trusted),
    ...obstacles.map(({ why, remedy }) => `${why} ${remedy}`),
    ...(olderCopy === undefined
      ? []
      : [`These hooks run version ${olderCopy}. To update them, run: tool-loop-guard install --agent ${id}`]),
    ...(hasNode ? [] : [`No program can run the hook. Install Node ${OLDEST_NODE} or later.`]),
    ...(report.isGuarded ? [endsText(ends)] : []),
    ...(last === undefined ? ['No calls seen yet.'] : []),
  ];
}

function trustText(trusted: AgentReport['trusted']): string[] {
  switch (trusted) {
    case 'notNeeded':
      return [];
    case 'trusted':
      return ['Codex trusts these hooks.'];
    case 'untrusted':
      return ['Codex does not trust these hooks, so it does not run them. Start codex, type /hooks, and trust them.'];
    case 'notListed':
      return [
        'Codex does not list these hooks, so it does not run them. To see its hooks, start codex and type /hooks.',
      ];
    case 'unknown':
      return ['Whether Codex trusts these hooks is unknown. To check, start codex and type /hooks.'];
  }
}

function endsText(ends: AgentReport['ends']): string {
  switch (ends) {
    case 'yes':
      return 'A loop stops the run.';
    case 'shellAndEdits':
      return 'A loop of shell commands or edits stops the run. In a loop of other tools, further calls are blocked.';
    case 'later':
      return 'This version does not stop at the first blocked call. It stops later, or its calls are blocked.';
    case 'no':
      return 'A hook cannot stop its run. Calls are blocked, and the agent may keep trying for a while.';
    case 'unknown':
      return 'Whether a hook can stop a run in this version is unknown. Calls are blocked in any case.';
  }
}
