import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram, isNewer, isProgram } from '../files/program';
import { publishProgram, withdrawProgram, writtenProgram } from '../transport/publishedWindows';
import { sharedFolder } from '../plugin/sharedFolder';
import { readForeignText, removeEmptyFolders } from '../files/foreignFile';
import { agentHooks } from '../protection/agentHooks';
import { agentPlugins } from '../protection/agentPlugins';
import type { Machine } from '../protection/machineFacts';
import { AgentFile, type InstalledChange, InstallRecord } from './agentFile';
import type { OutsideAgent } from '../agents/agent';
import { OUTSIDE_AGENTS } from '../agents/registry';
import { copilotExtension } from '../plugin/copilotExtension';
import { GuardCopy } from './guardCopy';
import { withoutLines } from './hookLines';

/**
 * Our hooks in the settings of agents outside VS Code. Each change is planned first, so that the user can review it. It
 * can be undone, byte for byte if nobody has changed the file since.
 */
export class Installation {
  readonly copy: GuardCopy;
  readonly #record: InstallRecord;
  readonly #files: readonly AgentFile[];
  readonly #extensions: readonly AgentFile[];

  /**
   * @param plugin the plugin's folder of the extension or the package
   * @param program that can run the hooks; written down where no other one is. Undefined where a window does that
   */
  constructor(
    plugin: string,
    private readonly version: string,
    private readonly machine: Machine,
    private readonly program?: string,
  ) {
    this.copy = new GuardCopy(plugin, version, machine.home);
    this.#record = new InstallRecord(join(this.copy.folder, 'installed.json'));
    const fileFor = (agent: OutsideAgent): AgentFile => new AgentFile(agent, machine, this.copy.plugin, this.#record);
    this.#files = OUTSIDE_AGENTS.map(fileFor);
    this.#extensions = OUTSIDE_AGENTS.flatMap((agent) => {
      const { file } = agent.extension ?? {};
      return file === undefined ? [] : fileFor({ ...agent, guard: { kind: 'module', file, text: copilotExtension } });
    });
  }

  found(): OutsideAgent[] {
    return OUTSIDE_AGENTS.filter((agent) => isOnMachine(agent, this.machine));
  }

  written(): AgentFile[] {
    return this.#all().filter((file) => file.isOurs);
  }

  /** Whether lines or a file of an installation of any version are in place. */
  isInstalled(id: string): boolean {
    return this.#fileOf(id)?.isOurs === true;
  }

  /** The file of the agent's extension; undefined where it has none. */
  extensionOf(id: string): AgentFile | undefined {
    return this.#extensions.find(({ agent }) => agent.id === id);
  }

  /**
   * What {@link install} would write; undefined when everything is in place.
   * @throws when lines can't be added to the file
   */
  plan(id: string): InstalledChange | undefined {
    this.copy.check();
    const planned = this.#fileOf(id)?.plan();
    // Only the copy is missing or old: a folder, so there is no text to show.
    const isCurrent = this.copy.isWhole && this.olderCopy === undefined && !this.#lacksProgram();
    return planned ?? (isCurrent ? undefined : { path: this.copy.folder, before: undefined, after: '' });
  }

  /**
   * Writes the planned change, after the copy that it runs.
   * @throws when something can't be written; the earlier content then stays
   */
  install(id: string): void {
    const file = this.#fileOf(id);
    if (this.program !== undefined && this.#lacksProgram()) {
      const { home } = this.machine;
      mkdirSync(sharedFolder(home), { recursive: true, mode: 0o700 });
      publishProgram(this.program, home);
    }
    // Throws before anything is written.
    file?.plan();
    this.copy.write();
    file?.write();
  }

  /** What {@link uninstall} would write. */
  planRemoval(id: string): readonly InstalledChange[] {
    return this.#of(id).flatMap((file) => file.planRemoval() ?? []);
  }

  /**
   * Removes what was written for an agent, and with the last one the copy.
   * @throws when something cannot be written or removed
   */
  uninstall(id: string): void {
    this.#of(id).forEach((file) => file.remove());
    this.removeCopyIfUnused();
  }

  /** Updates the copy and the lines to this version if an older one is in place. @returns whether it wrote */
  update(): boolean {
    const { written } = this.copy;
    if (written === undefined || isNewer(written, this.version)) {
      return false;
    }
    let hasWritten = this.copy.write();
    for (const file of this.#current().filter(({ isOurs }) => isOurs)) {
      hasWritten = file.write() || hasWritten;
    }
    return hasWritten;
  }

  /** Whether an agent has our copy as a marketplace: then it must stay. */
  get isMarketplaceInUse(): boolean {
    const names = ['settings.json', 'config.toml', 'config.json'];
    const files = OUTSIDE_AGENTS.flatMap(({ folder }) => names.map((name) => join(folder(this.machine), name)));
    return files.some((file) => {
      const rest = withoutLines(readForeignText(file) ?? '');
      // As it is or as JSON and TOML write it.
      return rest.includes(this.copy.folder) || rest.includes(JSON.stringify(this.copy.folder).slice(1, -1));
    });
  }

  /** @throws when lines or an agent's marketplace still point to the copy of the plugin */
  planCopyRemoval(): InstalledChange[] {
    const { folder, written } = this.copy;
    if (written !== undefined && this.isCopyUsed) {
      throw new Error(
        `${folder} is still in use. First remove the plugin from the agents, or run tool-loop-guard uninstall.`,
      );
    }
    return written === undefined ? [] : [{ path: folder, before: '', after: undefined }];
  }

  /** The version of the copy that the lines of agents run, where it is older than this one. */
  get olderCopy(): string | undefined {
    const { written } = this.copy;
    return written !== undefined && isNewer(this.version, written) ? written : undefined;
  }

  /** What was made last comes first: the folder of an agent goes with its last file. */
  #current(): readonly AgentFile[] {
    return [...this.#extensions, ...this.#files];
  }

  #fileOf(id: string): AgentFile | undefined {
    return this.#files.find(({ agent }) => agent.id === id);
  }

  /** Also where an agent had its folder before a variable changed; nothing can be planned there. */
  #all(): readonly AgentFile[] {
    const current = this.#current();
    const earlier = Object.entries(this.#record.files)
      .toReversed()
      .filter(([path]) => !current.some((file) => file.path === path))
      .flatMap(([path, { agent: id }]) => {
        const agent = OUTSIDE_AGENTS.find((each) => each.id === id);
        return agent === undefined ? [] : new AgentFile(agent, this.machine, this.copy.plugin, this.#record, path);
      });
    return [...current, ...earlier];
  }

  #of(id: string): readonly AgentFile[] {
    return this.#all().filter(({ agent }) => agent.id === id);
  }

  #lacksProgram(): boolean {
    return this.program !== undefined && !isProgram(writtenProgram(this.machine.home) ?? '');
  }

  get isCopyUsed(): boolean {
    return this.written().length > 0 || this.isMarketplaceInUse;
  }

  removeCopyIfUnused(): void {
    if (!this.isCopyUsed) {
      if (this.program !== undefined) {
        withdrawProgram(this.program, this.machine.home);
      }
      this.copy.remove();
      removeEmptyFolders([dirname(this.copy.folder), this.copy.folder]);
    }
  }
}

/** By what an agent's calls reach us: lines of an installation, our plugin, or lines by hand. */
export type Installed = 'lines' | 'plugin' | 'byHand';

/** Whether an agent has a program on the PATH or a settings folder. */
export function isOnMachine(agent: OutsideAgent, machine: Machine): boolean {
  return findProgram(agent.program, machine) !== undefined || existsSync(agent.folder(machine));
}

/** Every way in which an agent has our hooks, as its files tell; an empty list when it has none. Never throws. */
export function howInstalled(agent: OutsideAgent, installation: Installation, machine: Machine): Installed[] {
  const hasLines = installation.isInstalled(agent.id);
  const isByHand = !hasLines && agentHooks(agent, machine).some(({ plugin }) => plugin === undefined);
  return [
    ...(hasLines ? ['lines' as const] : []),
    ...(agentPlugins(agent, machine).length > 0 ? ['plugin' as const] : []),
    ...(isByHand ? ['byHand' as const] : []),
  ];
}
