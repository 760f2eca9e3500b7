import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { AgentFacts, HooksOff, MachineFacts } from '../../core/protection/facts';
import { weaknessesOf } from '../../core/protection/weaknesses';
import { DISABLE_ALL_HOOKS, guardFile, type HookSwitch, type OutsideAgent, type Place } from '../agents/agent';
import type { AgentId } from '../agents/sessions';
import { OPENCODE_MODULE } from '../agents/opencode';
import { OUTSIDE_AGENTS } from '../agents/registry';
import { fieldsOf, listOf } from '../files/jsonFields';
import { isProgram } from '../files/program';
import { codexFolder, copilotUserFile } from '../plugin/agentFolders';
import { isIntact } from '../plugin/copyDigests';
import { AGENTS_FOLDER, sharedFolder } from '../plugin/sharedFolder';
import { defaultStateFolder, temporaryStateFolder } from '../state/stateFolder';
import { writtenProgram } from '../transport/publishedWindows';
import { repositoryRoot } from '../files/repositoryRoot';
import { type AgentHook, agentHooks, coverageOf } from './agentHooks';
import { areCodexHooksOff, codexHook, CONFIG_FILE, isCodexPluginOn, readCodexConfig } from './codexHook';
import { weakeningVariables } from './folderFiles';
import { configurationOf, ownVariables, sharedSettings } from './hookConfiguration';
import { readForeignObject, readForeignText, unreadableSettings } from '../files/foreignFile';

/** Where to look, for tests; what is left out is the system's. */
export interface Machine extends Place {
  /** The folder of settings that an organization writes for Claude Code. */
  readonly claudeManagedFolder: string;
}

export function thisMachine(): Machine {
  const { platform, env: environment } = process;
  return { home: homedir(), environment, platform, claudeManagedFolder: claudeManagedFolder(platform) };
}

/**
 * Reads what the files of this machine, and of the folders that sessions work in, tell of our protection. Starts no
 * process and never throws.
 */
export function readMachineFacts(machine: Machine = thisMachine(), folders: readonly string[] = []): MachineFacts {
  const { home, environment } = machine;
  const managedFile = join(machine.claudeManagedFolder, 'managed-settings.json');
  const roots = [...new Set(folders.flatMap((folder) => [folder, repositoryRoot(folder) ?? folder]))];
  const codex = codexFolder(environment, home);
  const { config, unreadable: unreadableConfig } = readCodexConfig(codex);
  const hooks = new Map(OUTSIDE_AGENTS.map((agent) => [agent.id, agentHooks(agent, machine)]));
  const filesOf = (id: AgentId): readonly string[] =>
    (hooks.get(id) ?? []).flatMap(({ file, state }) => (state === 'ours' ? [file] : []));
  const agents = Object.fromEntries(
    OUTSIDE_AGENTS.map((agent): [string, AgentFacts] => {
      const switches = switchFiles(agent, machine, roots);
      const own = agent.guard.kind === 'module' ? [] : [guardFile(agent, machine)];
      const isPlain = (file: string): boolean =>
        agent.readsPlainJson === true || (agent.guard.kind === 'hookFile' && own.includes(file));
      const [unreadable] = [
        ...[...own, ...switches].flatMap((file) => unreadableSettings(file, isPlain(file)) ?? []),
        ...(agent.plugins === 'configTables' ? [unreadableConfig] : []),
      ];
      const { hookSwitch } = agent;
      const off = [
        ...switches.map((file) => hookSwitch && offIn(hookSwitch, file)),
        ...(agent.plugins === 'configTables' && areCodexHooksOff(config)
          ? [{ file: join(codex, CONFIG_FILE), setting: 'features.hooks' }]
          : []),
      ];
      return [
        agent.id,
        {
          ...protectionBy(agent, machine, hooks.get(agent.id) ?? []),
          hooksOff: off.find((each) => each !== undefined),
          unreadable,
          settings: settingsWithVariables(agent, machine, roots),
        },
      ];
    }),
  );
  const { claude } = agents;
  return {
    hasProgram: hookProgram(machine) !== undefined,
    copilotFile: filesOf('copilot').includes(copilotUserFile(environment, home)) ? 'ours' : 'absent',
    agents: {
      ...agents,
      ...(claude && { claude: { ...claude, hooksOff: claude.hooksOff ?? offIn(DISABLE_ALL_HOOKS, managedFile) } }),
    },
    claudeManagedHooksOnly: readForeignObject(managedFile)['allowManagedHooksOnly'] === true,
    folderVariables: weakeningVariables(roots, home),
    settings: settingsOfHooks(machine, roots),
    stateFault: undefined,
    codexHook: codexHook(config, filesOf('codex')),
  };
}

/** What the settings leave undone by which hooks decide without a window, read as the hooks read them. */
function settingsOfHooks({ home, environment }: Machine, folders: readonly string[]): MachineFacts['settings'] {
  const place = sharedSettings(home);
  const problems: string[] = [];
  const own = ownVariables(folders, environment, home);
  return weaknessesOf(configurationOf(place, own, problems), place.settingsFile, problems);
}

/** By what its calls reach us: a module, our plugin, which sees every call, or hooks. */
function protectionBy(
  agent: OutsideAgent,
  machine: Machine,
  hooks: readonly AgentHook[],
): Partial<AgentFacts> & Pick<AgentFacts, 'hook'> {
  if (agent.guard.kind === 'module') {
    return { hook: moduleIn(agent, machine) };
  }
  // The plugin's hook of Copilot leaves its calls to our file, if there is one.
  const isLeft = agent.guard.kind === 'hookFile' && existsSync(guardFile(agent, machine));
  return isPluginOn(agent, machine) && !isLeft ? { hook: 'ours' } : coverageOf(agent, hooks);
}

/** Whether an agent's settings name our plugin as one that is on. */
export function isPluginOn(agent: OutsideAgent, machine: Machine): boolean {
  const folder = agent.folder(machine);
  return agent.plugins === 'configTables'
    ? isCodexPluginOn(readCodexConfig(folder).config)
    : agent.plugins === 'settings' && hasPlugin(folder);
}

/** A module of an installation loads our copy; what another one does that names us, only a trial tells. */
function moduleIn(agent: OutsideAgent, machine: Machine): AgentFacts['hook'] {
  const text = readForeignText(guardFile(agent, machine)) ?? '';
  const copy = join(sharedFolder(machine.home), AGENTS_FOLDER);
  if (agent.guard.kind !== 'module' || text !== agent.guard.text(join(copy, 'plugin'))) {
    return text.includes('tool-loop-guard') ? 'unknown' : 'absent';
  }
  return isIntact(copy, [OPENCODE_MODULE]) ? 'ours' : 'broken';
}

/** What the settings leave undone where the person's file of an agent gives variables to its hooks. */
function settingsWithVariables(
  agent: OutsideAgent,
  machine: Machine,
  folders: readonly string[],
): MachineFacts['settings'] | undefined {
  const variables =
    agent.takesFolderVariables === true ? fieldsOf(readForeignObject(guardFile(agent, machine))['env']) : {};
  const texts = Object.entries(variables).filter((each): each is [string, string] => typeof each[1] === 'string');
  return texts.some(([name]) => name.startsWith('TOOL_LOOP_'))
    ? settingsOfHooks({ ...machine, environment: { ...machine.environment, ...Object.fromEntries(texts) } }, folders)
    : undefined;
}

function switchFiles(agent: OutsideAgent, machine: Machine, folders: readonly string[]): readonly string[] {
  const { files, folderFiles } = agent.hookSwitch ?? { files: [], folderFiles: [] };
  return [
    ...files.map((name) => join(agent.folder(machine), name)),
    ...folders.flatMap((folder) => folderFiles.map((name) => join(folder, name))),
  ];
}

function offIn({ setting, isOff }: Pick<HookSwitch, 'setting' | 'isOff'>, file: string): HooksOff | undefined {
  return isOff(readForeignObject(file)) ? { file, setting } : undefined;
}

/** Whether the settings of Claude Code or Copilot CLI name our plugin as one that is on. */
export function hasPlugin(folder: string): boolean {
  return ['settings.json', 'config.json'].some((file) => {
    const settings = readForeignObject(join(folder, file));
    // Names with a marketplace behind, or a list of installed ones.
    const enabled = Object.entries(fieldsOf(settings['enabledPlugins']));
    const installed = listOf(settings['installed_plugins'] ?? settings['installedPlugins']).map(fieldsOf);
    return (
      enabled.some(([name, on]) => /^tool-loop-guard(?:@|$)/.test(name) && on === true) ||
      installed.some(({ name, enabled: on }) => name === 'tool-loop-guard' && on !== false)
    );
  });
}

/** Where hooks keep their states: of an installation, added by hand, and in a home that can't be written. */
export function stateFolders({ home, environment, platform }: Machine): string[] {
  return [...new Set([sharedFolder(home), defaultStateFolder(environment, platform, home), temporaryStateFolder()])];
}

/** The program that a hook of this machine runs, looked for where the hook looks; undefined when there is none. */
export function hookProgram({ home, environment, platform }: Machine): string | undefined {
  const names = platform === 'win32' ? ['node.exe'] : ['node'];
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [writtenProgram(home), ...folders.flatMap((folder) => names.map((name) => join(folder, name)))]
    .filter((path): path is string => path !== undefined && path !== '')
    .find(isProgram);
}

function claudeManagedFolder(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'win32':
      return 'C:\\Program Files\\ClaudeCode';
    case 'darwin':
      return '/Library/Application Support/ClaudeCode';
    default:
      return '/etc/claude-code';
  }
}
