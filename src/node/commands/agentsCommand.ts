import { dirname, join } from 'node:path';
import { protectionTable } from '../../core/protection/protectionTable';
import { inEnglish } from '../../core/words/language';
import type { OutsideAgent } from '../agents/agent';
import { OUTSIDE_AGENT_IDS, OUTSIDE_AGENTS, OUTSIDE_SESSIONS } from '../agents/registry';
import type { AgentFile } from '../install/agentFile';
import { howInstalled, Installation } from '../install/installation';
import { versionOf } from '../install/guardCopy';
import { isRootInForeignFolder } from '../files/ownFile';
import { repositoryRoot } from '../files/repositoryRoot';
import { RepositoryInstallation } from '../install/repositoryInstallation';
import { type Machine, readMachineFacts, thisMachine } from '../protection/machineFacts';
import { type InstallStep, showAndApply, type Terminal } from './installCommand';
import type { Writable } from 'node:stream';
import { otherUsers, Removal, type RemovalReport } from '../install/removal';

interface AgentsOptions {
  readonly command: 'install' | 'uninstall';
  /** Names of agents; none: all that are found. */
  readonly agents: readonly string[];
  /** In the repository of the folder in place of the person's own settings. */
  readonly isRepository: boolean;
  /** Only the folder that agents can be given as a marketplace. */
  readonly isPlugin: boolean;
  /** With the extensions of agents that have one. */
  readonly isExtension: boolean;
  readonly isYes: boolean;
  readonly folder: string;
  readonly programFolder: string;
}

const NEW_SESSIONS = 'New sessions are guarded. A running session keeps the hooks it started with.';

/** @returns the exit code: 0, 1 when something failed, 2 when it was not understood */
export async function runAgents(
  options: AgentsOptions,
  terminal: Terminal,
  machine: Machine = thisMachine(),
): Promise<number> {
  const { command, isYes } = options;
  const [question, nothing] =
    command === 'install' ? ['Make these changes?', 'nothing to change'] : ['Remove these?', 'nothing to remove'];
  const steps = stepsOf(options, terminal, machine);
  return typeof steps === 'number' ? steps : showAndApply(steps, { question, nothing, isYes }, terminal);
}

/** @returns the exit code when there is nothing to do */
function stepsOf(options: AgentsOptions, { output, errors }: Terminal, machine: Machine): InstallStep[] | number {
  const { command, programFolder, isExtension, isPlugin, isRepository } = options;
  const kinds = Object.entries({ '--extension': isExtension, '--plugin': isPlugin, '--repository': isRepository })
    .filter(([, isGiven]) => isGiven)
    .map(([name]) => name);
  if (kinds.length > 1) {
    errors.write(`${command} takes only one of ${kinds.join(' and ')}.\n`);
    return 2;
  }
  const unknown = options.agents.filter((name) => !OUTSIDE_AGENT_IDS.includes(name));
  if (unknown.length > 0) {
    errors.write(`Unknown agent: ${unknown.join(', ')}. Known: ${OUTSIDE_AGENT_IDS.join(', ')}.\n`);
    return 2;
  }
  if (isRepository) {
    return repositorySteps(options, errors);
  }
  if (machine.home === '') {
    errors.write('Your home folder could not be determined.\n');
    return 1;
  }
  if (isRootInForeignFolder(machine.home)) {
    errors.write(`This command runs as root, and ${machine.home} belongs to another user. Run it without sudo.\n`);
    return 1;
  }
  const installation = installationOf(programFolder, machine);
  if (isPlugin) {
    return [pluginStep(installation, command)];
  }
  const named = OUTSIDE_AGENTS.filter(({ id }) => options.agents.includes(id));
  const agents = named.length > 0 ? named : command === 'install' ? installation.found() : OUTSIDE_AGENTS;
  if (isExtension && !agents.some(({ extension }) => extension !== undefined)) {
    const having = OUTSIDE_AGENTS.flatMap(({ id, extension }) => (extension === undefined ? [] : [id]));
    errors.write(`There is an extension only for ${having.join(', ')}.\n`);
    return 2;
  }
  if (agents.length === 0) {
    errors.write(`No supported agent was found. Supported: ${OUTSIDE_AGENTS.map(({ name }) => name).join(', ')}.\n`);
    return 1;
  }
  if (command === 'install') {
    output.write(`The hooks run a copy of Tool Loop Guard in ${installation.copy.folder}.\n\n`);
  }
  return command === 'uninstall'
    ? agents.map(({ id, name }) => ({
        name,
        plan: () => installation.planRemoval(id),
        apply: () => installation.uninstall(id),
      }))
    : agents.flatMap((agent) => {
        const others = howInstalled(agent, installation, machine).filter((way) => way !== 'lines');
        if (named.length === 0 && others.length > 0) {
          const way = others.includes('plugin') ? 'the plugin' : 'hooks added by hand';
          output.write(`${agent.name}: has ${way} already. To install anyway, add --agent ${agent.id}.\n`);
          return [];
        }
        const extension = installation.extensionOf(agent.id);
        const hooks: InstallStep = {
          name: agent.name,
          plan: () => [installation.plan(agent.id) ?? []].flat(),
          apply: () => installation.install(agent.id),
          notes: () => notesOn(agent, machine),
        };
        // Whoever has it has agreed to it, in an older version.
        return extension !== undefined && (isExtension || extension.isOurs)
          ? [hooks, extensionStep(agent, extension)]
          : hooks;
      });
}

export function installationOf(programFolder: string, machine: Machine): Installation {
  const plugin = join(programFolder, '..', 'plugin');
  return new Installation(plugin, versionOf(plugin) ?? '0', machine, process.execPath);
}

/** Whether it is guarded now is asked of what decides, as the doctor does. */
function notesOn(agent: OutsideAgent, machine: Machine): readonly string[] {
  const facts = { window: undefined, machine: readMachineFacts(machine), sessions: [] };
  const row = protectionTable(facts, OUTSIDE_SESSIONS, inEnglish).find(({ type }) => type === agent.protection.id);
  const isGuarded = row?.protection === 'guarded' || row?.protection === 'partly';
  return [
    ...(isGuarded ? [NEW_SESSIONS] : ['Its sessions aren’t guarded yet.']),
    ...(row?.obstacles ?? []).map(({ why, remedy }) => `${why} ${remedy}`.trim()),
  ];
}

function extensionStep({ name, extension }: OutsideAgent, file: AgentFile): InstallStep {
  return {
    name: `${name} extension`,
    plan: () => [file.plan() ?? []].flat(),
    apply: () => void file.write(),
    notes: () => [`It is loaded once you have run: ${extension?.needs}`],
  };
}

function pluginStep(installation: Installation, command: AgentsOptions['command']): InstallStep {
  const { copy } = installation;
  const marketplace = JSON.stringify(copy.folder);
  return command === 'install'
    ? {
        name: 'Plugin',
        plan: () => {
          copy.check();
          return [{ path: copy.folder, before: copy.written === undefined ? undefined : '', after: '' }];
        },
        apply: () => void copy.write(),
        notes: () => [
          'Claude Code:  claude plugin marketplace add ' + marketplace,
          '              claude plugin install tool-loop-guard@tool-loop-guard',
          'Copilot CLI:  copilot plugin marketplace add ' + marketplace,
          '              copilot plugin install tool-loop-guard@tool-loop-guard',
          'Codex:        codex plugin marketplace add ' + marketplace,
          '              codex plugin add tool-loop-guard@tool-loop-guard',
          '              Then trust its hooks: start codex and type /hooks.',
        ],
      }
    : {
        name: 'Plugin',
        plan: () => installation.planCopyRemoval(),
        apply: () => installation.removeCopyIfUnused(),
      };
}

function repositorySteps(
  { command, folder, programFolder }: AgentsOptions,
  errors: Terminal['errors'],
): InstallStep[] | number {
  const root = repositoryRoot(folder);
  if (root === undefined) {
    errors.write(`${folder} is not in a Git repository.\n`);
    return 1;
  }
  const repository = new RepositoryInstallation(root, join(programFolder, 'repositoryHook.js'));
  const name = 'Repository';
  const note = 'Commit both files to guard Copilot’s cloud agent and everyone who works in the repository.';
  return command === 'install'
    ? [{ name, plan: () => repository.plan(), apply: () => repository.install(), notes: () => [note] }]
    : [{ name, plan: () => repository.planRemoval(), apply: () => repository.uninstall() }];
}

/** Removes everything that was written on this machine, once the person has seen and agreed. @returns the exit code */
export function removeAll(
  { isYes, programFolder }: { readonly isYes: boolean; readonly programFolder: string },
  terminal: Terminal,
  machine: Machine,
): Promise<number> {
  const removal = new Removal(installationOf(programFolder, machine), machine);
  return showAndApply(
    [
      {
        name: 'Everything',
        plan: () => removal.changes(),
        apply: () => {
          const report = removal.run();
          terminal.output.write(reportText(report));
          if (report.kept.length > 0) {
            throw new Error('Some of it is still there.');
          }
        },
      },
    ],
    { question: 'Remove all of this?', nothing: 'nothing to remove', isYes },
    terminal,
  );
}

/**
 * What VS Code runs once the extension has been removed. Leaves everything as it is where the command line or another
 * VS Code still needs it. Never throws.
 */
export function afterExtension(programFolder: string, output: Writable, machine: Machine): number {
  try {
    const others = otherUsers(machine, dirname(programFolder));
    const isInUse = machine.home === '' || isRootInForeignFolder(machine.home) || others.length > 0;
    output.write(
      isInUse
        ? `Nothing was removed. Still in use by: ${others.join(', ')}\n`
        : reportText(new Removal(installationOf(programFolder, machine), machine).run()),
    );
  } catch (error) {
    output.write(`Not everything could be removed: ${String(error)}\n`);
  }
  return 0;
}

function reportText({ removed, kept }: RemovalReport): string {
  return [
    ...removed.map((path) => `Removed: ${path}\n`),
    ...kept.map(({ path, reason }) => `Still there: ${path}. ${reason}\n`),
  ].join('');
}
