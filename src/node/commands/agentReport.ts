import type { MachineFacts } from '../../core/protection/facts';
import {
  levelText,
  protectionPlainText,
  type ProtectionRow,
  protectionTable,
  SIGNS,
} from '../../core/protection/protectionTable';
import { inEnglish } from '../../core/words/language';
import { terminalJson } from '../../core/words/quoting';
import { ageText } from '../../core/words/numberText';
import { findProgram, installedVersion, isNewer } from '../files/program';
import { runProgram } from '../files/runProgram';
import { faultOfState, lastCallAtMs, temporaryStateFolder, usableStateFolder } from '../state/stateFolder';
import { sharedFolder } from '../plugin/sharedFolder';
import { appServerOf } from '../agents/codex';
import { OUTSIDE_AGENTS, OUTSIDE_SESSIONS } from '../agents/registry';
import { threadName } from '../../core/protection/runningThread';
import { threadsAtWork } from '../hooks/appServer';
import { howInstalled, type Installation, type Installed } from '../install/installation';
import { hookProgram, type Machine, readMachineFacts, stateFolders, thisMachine } from '../protection/machineFacts';
import type { Writable } from 'node:stream';
import { installationOf } from './agentsCommand';
import { proofText, prove } from './proveCommand';
import { threadLines } from './stopsCommand';

interface DoctorOptions {
  readonly isJson: boolean;
  /** Whether the hooks of agents are tried, too. */
  readonly isProof?: boolean;
  readonly folder: string;
  /** The folder of the built command, next to which the plugin lies. */
  readonly programFolder: string;
}

/**
 * Prints which kinds of sessions and which agents are guarded on this machine, and what to do about the others.
 * @returns the exit code: 0, or 1 when a hook was tried and blocked nothing, or none is installed
 */
export async function runDoctor(
  { isJson, isProof = false, folder, programFolder }: DoctorOptions,
  output: Writable,
  whole: Machine = thisMachine(),
): Promise<number> {
  const machine = { ...whole, folder };
  const { agents, facts, rows } = await reportAgents(installationOf(programFolder, machine), machine);
  const inVsCode = rows.filter(
    ({ type, protection, obstacles }) =>
      (protection !== 'unknown' || obstacles.length > 0) && !OUTSIDE_SESSIONS.some(({ id }) => id === type),
  );
  // What a folder says is looked at, and never run.
  const proofs = isProof ? await prove(whole) : [];
  const tried = isProof ? `\nHooks that were tried\n${proofText(proofs)}\n` : '';
  const inText = protectionPlainText(inVsCode, inEnglish);
  const running = await threadsAtWork(appServerOf(machine));
  const threads = running?.map((thread) => ({ id: thread.id, name: threadName(thread) }));
  output.write(
    isJson
      ? `${terminalJson({ machine: facts, sessions: rows, agents, threads, ...(isProof && { proofs }) })}\n`
      : `${agentReportText(agents, Date.now())}\n${tried}\n${inText}\n${threadLines(running)}` +
          'For sessions in VS Code, run "Tool Loop Guard: Show What Is Guarded" there.\n',
  );
  return isProof && (proofs.length === 0 || proofs.some(({ blocked }) => blocked === undefined)) ? 1 : 0;
}

const OLDEST_NODE = 20;

const TIMEOUT_MS = 10_000;

export interface AgentReport {
  readonly id: string;
  readonly name: string;
  /** Whether it has a program on the PATH or a folder of settings. */
  readonly isFound: boolean;
  /** Undefined where no file beside its program tells. */
  readonly version: string | undefined;
  /** By what its calls reach us; more than one count a call once. */
  readonly installed: readonly Installed[];
  /** Whether this version is known to end a run. */
  readonly ends: 'yes' | 'shell' | 'inTerminal' | 'unknown';
  readonly protection: ProtectionRow['protection'];
  readonly obstacles: ProtectionRow['obstacles'];
  /** When a call of it was last judged, as an ISO date; undefined when none was seen. */
  readonly lastCall: string | undefined;
}

/**
 * Looks at every agent outside VS Code. Starts the Node of the hooks with `--version`, and no agent. Never throws.
 */
export async function reportAgents(
  installation: Installation,
  machine: Machine & { readonly folder: string },
): Promise<{
  readonly agents: readonly AgentReport[];
  readonly facts: MachineFacts;
  readonly rows: readonly ProtectionRow[];
}> {
  const found = new Set(installation.found());
  const shared = sharedFolder(machine.home);
  const usable = usableStateFolder(shared);
  const program = hookProgram(machine);
  const env = { ...process.env, NODE_OPTIONS: '', ELECTRON_RUN_AS_NODE: '1' };
  const nodeVersion = await runProgram(program ?? '', ['--version'], { env, timeout: TIMEOUT_MS }).catch(() => '');
  const facts: MachineFacts = {
    ...readMachineFacts(machine, [machine.folder]),
    hasProgram: Number(/^v(\d+)\./.exec(nodeVersion)?.[1]) >= OLDEST_NODE,
    stateFault: faultOfState(usable),
    olderCopy: installation.olderCopy,
  };
  const rows = protectionTable({ window: undefined, machine: facts, sessions: [] }, OUTSIDE_SESSIONS, inEnglish);
  const agents = OUTSIDE_AGENTS.map((agent): AgentReport => {
    const { protection, obstacles } = rows.find(({ type }) => type === agent.protection.id) as ProtectionRow;
    const version = installedVersion(findProgram(agent.program, machine));
    const { since, how } = agent.ends;
    const isKnown = version !== undefined && !isNewer(since, version);
    const endsAll = how === 'yes' || (how === 'shell' && facts.agents[agent.id]?.endsOnlyShell !== true);
    // The temporary folder is of all homes of this user.
    const folders = stateFolders(machine).filter((each) => each !== temporaryStateFolder() || each === usable);
    const calls = folders.flatMap((each) => lastCallAtMs(each, agent.id) ?? []);
    return {
      id: agent.id,
      name: agent.name,
      isFound: found.has(agent),
      version,
      installed: howInstalled(agent, installation, machine),
      ends: !isKnown ? 'unknown' : endsAll ? 'yes' : how,
      protection,
      obstacles,
      lastCall: calls.length === 0 ? undefined : new Date(Math.max(...calls)).toISOString(),
    };
  });
  return { agents, facts, rows };
}

/** The report as a person reads it in a terminal: a line for each agent that is there, and what is to be known. */
export function agentReportText(reports: readonly AgentReport[], nowMs: number): string {
  const found = reports.filter(({ isFound, installed }) => isFound || installed.length > 0);
  const missing = reports.filter((each) => !found.includes(each)).map(({ name }) => name);
  return [
    ...found.map((each) => [headOf(each, nowMs), ...linesOf(each)].join('\n    ')),
    ...(missing.length === 0 ? [] : [`Not found: ${missing.join(', ')}.`]),
    ...(found.length === 0 ? ['Once you have installed one of them, run: tool-loop-guard install'] : []),
  ].join('\n');
}

function headOf({ id, name, version, installed, protection, lastCall: last }: AgentReport, nowMs: number): string {
  const isChecked = last !== undefined && (protection === 'guarded' || protection === 'partly');
  const age = isChecked ? `, last call checked ${ageText(nowMs - Date.parse(last), inEnglish)}` : '';
  const way = installed.length === 0 ? `. Run: tool-loop-guard install --agent ${id}` : '';
  const title = version === undefined ? name : `${name} ${version}`;
  return `${SIGNS[protection]} ${title}: ${levelText(protection, inEnglish)}${age}${way}`;
}

function linesOf({ installed, protection, ends, lastCall: last, obstacles }: AgentReport): string[] {
  const ways = { lines: 'Tool Loop Guard', plugin: 'the plugin', byHand: 'hand' };
  const told = obstacles.filter(({ id }) => id !== 'noHook').map(({ why, remedy }) => `${why} ${remedy}`.trim());
  const isToldAlready = obstacles.some(({ id }) => id === 'stopsLate' || id === 'otherToolsGoOn');
  const isEnding = protection === 'guarded' || protection === 'partly';
  return installed.length === 0
    ? told
    : [
        `Hooks added by ${installed.map((way) => ways[way]).join(' and by ')}.`,
        ...told,
        ...(isEnding && !isToldAlready && ends !== 'shell' ? [ENDS[ends]] : []),
        ...(last === undefined ? ['No calls seen yet.'] : []),
      ];
}

const ENDS = {
  yes: 'A loop stops the run.',
  inTerminal: 'In a terminal, a loop stops the run. In codex exec, calls are blocked; tool-loop-guard run stops it.',
  unknown: 'It’s unknown whether a hook can stop a run in this version. Calls are blocked in any case.',
};
