import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { AgentFacts, HooksOff, MachineFacts } from '../../core/protection/facts';
import { weaknessesOf } from '../../core/protection/weaknesses';
import { DISABLE_ALL_HOOKS, guardFile, type HookSwitch, type OutsideAgent, type Place } from '../agents/agent';
import { OPENCODE_MODULE } from '../agents/opencode';
import { OUTSIDE_AGENTS } from '../agents/registry';
import { fieldsOf } from '../files/jsonFields';
import { administratorsFolder } from '../files/machineSettings';
import { isProgram } from '../files/program';
import { codexFolder, copilotUserFile, OUR_MARK, REPOSITORY_HOOKS, REPOSITORY_PROGRAM } from '../plugin/agentFolders';
import { copilotExtension } from '../plugin/copilotExtension';
import { isIntact } from '../plugin/copyDigests';
import { AGENTS_FOLDER, sharedFolder } from '../plugin/sharedFolder';
import { temporaryStateFolder } from '../state/stateFolder';
import { writtenProgram } from '../transport/publishedWindows';
import { mainWorktree, repositoryRoot } from '../files/repositoryRoot';
import { type AgentHook, agentHooks, stateOfHooks } from './agentHooks';
import { codexHook, codexSwitches, readCodexConfig } from './codexHook';
import { variablesInText, weakeningVariables } from './folderFiles';
import { refusedSetting } from './refusedSetting';
import { configurationOf, ownVariables, sharedSettings } from './hookConfiguration';
import { namesIn } from '../files/ownFile';
import { readForeignObject, readForeignText, unreadableSettings } from '../files/foreignFile';

export interface Machine extends Place {
  readonly claudeManagedFolder: string;
}

export function thisMachine(): Machine {
  const { platform, env: environment } = process;
  const claudeManagedFolder = administratorsFolder('ClaudeCode', 'claude-code', platform);
  return { home: homedir(), environment, platform, claudeManagedFolder };
}

/** Reads only files, of this machine and of the folders where sessions work. Starts no process and never throws. */
export function readMachineFacts(machine: Machine = thisMachine(), folders: readonly string[] = []): MachineFacts {
  const { home, environment } = machine;
  const managed = managedFiles(machine);
  const around = folders.flatMap((folder) => {
    const root = repositoryRoot(folder) ?? folder;
    return [folder, root, mainWorktree(root) ?? root];
  });
  const roots = [...new Set(around)];
  const codex = readCodexConfig(codexFolder(environment, home));
  const hooks = new Map(OUTSIDE_AGENTS.map((agent) => [agent.id, agentHooks(agent, machine)]));
  const agents = Object.fromEntries(
    OUTSIDE_AGENTS.map((agent) => {
      const configured = agent.plugins === 'configTables' ? codex : undefined;
      return [agent.id, agentFacts(agent, machine, hooks.get(agent.id) ?? [], managed, roots, configured)];
    }),
  );
  const oursIn = (id: string): readonly AgentHook[] =>
    agents[id]?.hook === 'ours' ? (hooks.get(id) ?? []).filter(({ state }) => state === 'ours') : [];
  return {
    hasProgram: hookProgram(machine) !== undefined,
    copilotFile: oursIn('copilot').some(({ file }) => file === copilotUserFile(environment, home)) ? 'ours' : 'absent',
    agents,
    claudeManagedHooksOnly: managed
      .map(readForeignObject)
      .some(
        (settings) => settings['allowManagedHooksOnly'] === true || Boolean(settings['strictPluginOnlyCustomization']),
      ),
    hasRepositoryHooks: roots.some(hasRepositoryHooks),
    folderVariables: weakeningVariables(roots, home),
    settings: settingsOfHooks(machine, roots),
    stateFault: undefined,
    codexHook: codexHook(codex.config, oursIn('codex')),
  };
}

function agentFacts(
  agent: OutsideAgent,
  machine: Machine,
  hooks: readonly AgentHook[],
  managed: readonly string[],
  roots: readonly string[],
  codex: ReturnType<typeof readCodexConfig> | undefined,
): AgentFacts {
  const { guard, hookSwitch, offBy, readsMark } = agent;
  const own = guard.kind === 'module' ? [] : [guardFile(agent, machine)];
  const switches = switchFiles(agent, machine, roots);
  const [unreadable] = [
    ...[...own, ...switches].flatMap((file) => {
      const isPlain = agent.readsPlainJson === true || (guard.kind === 'hookFile' && own.includes(file));
      return unreadableSettings(file, { isPlain, readsMark }) ?? [];
    }),
    ...own.flatMap((file) => refusedSetting(agent, file) ?? []),
    codex?.unreadable,
  ];
  const given = variablesFor(agent, machine, managed);
  const inherited = Object.entries(machine.environment).map(([name, value = '']) => ({ file: undefined, name, value }));
  const off = [
    ...[...inherited, ...given]
      .filter(({ name, value }) => offBy?.test(`${name}=${value}`) === true)
      .map(({ name, file }) => ({ file, setting: name })),
    ...switches.map((file) => hookSwitch && offIn(hookSwitch, file)),
    ...(codex === undefined ? [] : codexSwitches(agent.folder(machine), codex.config, roots)),
    ...(agent.id === 'claude' ? managed.map((file) => offIn(DISABLE_ALL_HOOKS, file)) : []),
  ];
  return {
    hook: guard.kind === 'module' ? moduleIn(agent, machine) : stateOfHooks(agent, machine, hooks),
    hooksOff: off.find((each) => each !== undefined),
    unreadable,
    endsOnlyShell: (agent.ends.how === 'shell' && !loadsExtension(agent, machine)) || undefined,
    settings: settingsWithVariables(given, machine, roots),
  };
}

/** Whether the extension of this version is installed, and the agent's settings load it. */
function loadsExtension({ extension, folder }: OutsideAgent, machine: Machine): boolean {
  return (
    extension !== undefined &&
    readForeignText(join(folder(machine), extension.file)) === copilotExtension() &&
    extension.isLoaded(readForeignObject(join(folder(machine), 'settings.json')))
  );
}

/** Doesn't check whether the hooks and their program are committed. */
export function hasRepositoryHooks(root: string): boolean {
  return (
    readForeignText(join(root, REPOSITORY_HOOKS))?.includes(REPOSITORY_PROGRAM) === true &&
    readForeignText(join(root, REPOSITORY_PROGRAM))?.includes(OUR_MARK) === true
  );
}

function settingsOfHooks(
  { home, environment }: Machine,
  folders: readonly string[],
  variableFiles: Readonly<Record<string, string>> = {},
): MachineFacts['settings'] {
  const place = sharedSettings(home);
  const problems: string[] = [];
  const own = ownVariables(folders, environment, home);
  return weaknessesOf(configurationOf(place, own, problems), { file: place.settingsFile, problems, variableFiles });
}

/** An installed module loads our copy; only a trial shows what another one does that names us. */
function moduleIn(agent: OutsideAgent, machine: Machine): AgentFacts['hook'] {
  const text = readForeignText(guardFile(agent, machine)) ?? '';
  const copy = join(sharedFolder(machine.home), AGENTS_FOLDER);
  if (agent.guard.kind !== 'module' || text !== agent.guard.text(join(copy, 'plugin'))) {
    return text.includes('tool-loop-guard') ? 'changed' : 'absent';
  }
  return isIntact(copy, [OPENCODE_MODULE]) ? 'ours' : 'broken';
}

interface GivenVariable {
  readonly file: string;
  readonly name: string;
  readonly value: string;
}

function variablesFor(agent: OutsideAgent, machine: Machine, managed: readonly string[]): readonly GivenVariable[] {
  const texts = (agent.variableFiles ?? []).map((name) => join(agent.folder(machine), name));
  const own = agent.takesFolderVariables === true ? [guardFile(agent, machine)] : [];
  const settings = [...own, ...(agent.id === 'claude' ? managed : [])];
  const files = [
    ...texts.map((file) => ({ file, variables: variablesInText(file).variables ?? {} })),
    ...settings.map((file) => ({ file, variables: fieldsOf(readForeignObject(file)['env']) })),
  ];
  return files.flatMap(({ file, variables }) =>
    Object.entries(variables).flatMap(([name, value]) => (typeof value === 'string' ? [{ file, name, value }] : [])),
  );
}

function settingsWithVariables(
  given: readonly GivenVariable[],
  machine: Machine,
  folders: readonly string[],
): MachineFacts['settings'] | undefined {
  const found = given.filter(({ name }) => name.startsWith('TOOL_LOOP_'));
  const variables = Object.fromEntries(found.map(({ name, value }) => [name, value]));
  const variableFiles = Object.fromEntries(found.map(({ name, file }) => [name, file]));
  return found.length === 0
    ? undefined
    : settingsOfHooks({ ...machine, environment: { ...machine.environment, ...variables } }, folders, variableFiles);
}

function switchFiles(agent: OutsideAgent, machine: Machine, folders: readonly string[]): readonly string[] {
  const { files, folderFiles, systemFiles }: Partial<HookSwitch> = agent.hookSwitch ?? {};
  return [
    ...(files ?? []).map((name) => join(agent.folder(machine), name)),
    ...(systemFiles?.(machine) ?? []),
    ...folders.flatMap((folder) => (folderFiles ?? []).map((name) => join(folder, name))),
  ];
}

function offIn({ setting, isOff }: Pick<HookSwitch, 'setting' | 'isOff'>, file: string): HooksOff | undefined {
  return isOff(readForeignObject(file)) ? { file, setting } : undefined;
}

/** Hooks keep their states in the home folder, or in the temporary one if that can't be written. */
export function stateFolders({ home }: Pick<Machine, 'home'>): string[] {
  return [sharedFolder(home), temporaryStateFolder()];
}

/** Searched in the same places as by a hook of this machine. */
export function hookProgram({ home, environment, platform }: Machine): string | undefined {
  const names = platform === 'win32' ? ['node.exe'] : ['node'];
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [writtenProgram(home), ...folders.flatMap((folder) => names.map((name) => join(folder, name)))]
    .filter((path): path is string => path !== undefined && path !== '')
    .find(isProgram);
}

function managedFiles({ claudeManagedFolder: folder }: Machine): readonly string[] {
  const further = join(folder, 'managed-settings.d');
  return [join(folder, 'managed-settings.json'), ...namesIn(further).map((name) => join(further, name))];
}
