import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { HookFile, HooksOff, MachineFacts } from '../../core/protection/facts';
import { DISABLE_ALL_HOOKS, guardFile, type HookSwitch, type OutsideAgent, type Place } from '../agents/agent';
import { OUTSIDE_AGENTS } from '../agents/registry';
import { isProgram } from '../files/isProgram';
import { codexFolder } from '../plugin/agentFolders';
import { copilotUserFile } from '../plugin/copilotUserFile';
import { writtenProgram } from '../transport/publishWindow';
import { repositoryRoot } from '../files/repositoryRoot';
import { codexHook } from './codexHook';
import { copilotFileState } from './copilotHookFile';
import { decisiveVariables } from './folderFiles';
import { readForeignObject, readForeignText } from './looseJson';
import { startsOurHook } from './ourHook';

/** Where to look, for tests; what is left out is the system's. */
export interface Machine extends Place {
  /** The folder of settings that an organization writes for Claude Code. */
  readonly claudeManagedFolder: string;
}

/** The machine that this process runs on. */
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
  const [decisive] = roots.flatMap((root) => decisiveVariables(root, home) ?? []);
  const copilotFile = copilotFileState(environment, home);
  const codex = codexHook(codexFolder(environment, home));
  const agents = Object.fromEntries(
    OUTSIDE_AGENTS.map((agent) => [
      agent.id,
      { hasHook: hasOurs(agent, machine, { copilotFile, codex }), hooksOff: switchedOff(agent, machine, roots) },
    ]),
  );
  const { claude } = agents;
  return {
    hasProgram: hookProgram(machine) !== undefined,
    copilotFile,
    agents: {
      ...agents,
      ...(claude && { claude: { ...claude, hooksOff: claude.hooksOff ?? offIn(DISABLE_ALL_HOOKS, managedFile) } }),
    },
    claudeManagedHooksOnly: readForeignObject(managedFile)['allowManagedHooksOnly'] === true,
    folderVariables: decisive && `${decisive.names.join(', ')} (${decisive.file})`,
    stateFault: undefined,
    codexHook: codex,
  };
}

/** Whether an agent has our hooks, our plugin, or our module. */
function hasOurs(
  agent: OutsideAgent,
  machine: Machine,
  { copilotFile, codex }: { readonly copilotFile: HookFile; readonly codex: MachineFacts['codexHook'] },
): boolean {
  const file = guardFile(agent, machine);
  const folder = agent.folder(machine);
  switch (agent.guard.kind) {
    case 'copilotFile':
      return copilotFile === 'ours' || hasPlugin(folder) || hasOurHookFile(dirname(file), machine.home, machine);
    case 'module':
      return readForeignText(file)?.includes('tool-loop-guard') === true;
    case 'lines':
      return agent.plugins === 'configTables'
        ? codex !== 'absent'
        : hasHook(file) || (agent.plugins === 'settings' && hasPlugin(folder));
  }
}

/** The first file that turns the hooks of an agent off: its own, or one of a folder. */
function switchedOff(agent: OutsideAgent, machine: Machine, folders: readonly string[]): HooksOff | undefined {
  const { hookSwitch } = agent;
  if (hookSwitch === undefined) {
    return undefined;
  }
  const { files, folderFiles } = hookSwitch;
  return [
    ...files.map((name) => join(agent.folder(machine), name)),
    ...folders.flatMap((folder) => folderFiles.map((name) => join(folder, name))),
  ]
    .map((file) => offIn(hookSwitch, file))
    .find((off) => off !== undefined);
}

function offIn({ setting, isOff }: Pick<HookSwitch, 'setting' | 'isOff'>, file: string): HooksOff | undefined {
  return isOff(readForeignObject(file)) ? { file, setting } : undefined;
}

/** Whether the hooks of a settings file call us, whoever has written them. */
export function hasHook(file: string): boolean {
  return hasOurHook(readForeignObject(file));
}

function hasOurHook({ hooks }: Readonly<Record<string, unknown>>): boolean {
  return hooks !== undefined && startsOurHook(JSON.stringify(hooks));
}

/** Whether the settings of Claude Code or Copilot CLI name our plugin as one that is on. */
export function hasPlugin(folder: string): boolean {
  return ['settings.json', 'config.json'].some((name) => hasOurPlugin(readForeignObject(join(folder, name))));
}

/** `enabledPlugins` of Claude Code and Copilot CLI: names with a marketplace behind, or a list of installed ones. */
function hasOurPlugin(settings: Readonly<Record<string, unknown>>): boolean {
  const enabled = settings['enabledPlugins'];
  const installed = settings['installed_plugins'] ?? settings['installedPlugins'];
  const isEnabled =
    typeof enabled === 'object' &&
    enabled !== null &&
    Object.entries(enabled).some(([name, on]) => /^tool-loop-guard(?:@|$)/.test(name) && on === true);
  const isInstalled =
    Array.isArray(installed) &&
    (installed as unknown[]).some((plugin) => {
      const { name, enabled: on } = (plugin ?? {}) as { readonly name?: unknown; readonly enabled?: unknown };
      return name === 'tool-loop-guard' && on !== false;
    });
  return isEnabled || isInstalled;
}

/** Whether a hook file other than the one that we write calls us. */
function hasOurHookFile(folder: string, home: string, { environment }: Machine): boolean {
  const written = copilotUserFile(environment, home);
  return jsonFilesIn(folder)
    .filter((path) => path !== written || copilotFileState(environment, home) === 'foreign')
    .some((path) => startsOurHook(readForeignText(path) ?? ''));
}

function jsonFilesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
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
