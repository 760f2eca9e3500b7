import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sha256 } from '../files/hash';
import { CopilotProtection } from '../protection/copilotProtection';
import { readForeignText } from '../protection/looseJson';
import type { Machine } from '../protection/machineFacts';
import { type Agent, type AgentId, AGENTS, guardFile } from './agents';
import { findProgram } from './findProgram';
import { removeEmptyFolders, writeForeignFile } from './foreignFile';
import { GuardCopy } from './guardCopy';
import { linesIn, undone, withLines, withoutLines, type TextChange } from './hookLines';
import { InstallRecord } from './installRecord';
import { isNewer } from '../files/isNewer';

/** One file before and after, for the person to look at. */
export interface FileChange {
  readonly agent: AgentId;
  readonly path: string;
  /** Undefined when there is no such file. */
  readonly before: string | undefined;
  /** Undefined when the file goes. */
  readonly after: string | undefined;
}

/** A change, and what it takes to take it back. */
interface PlannedChange extends FileChange {
  /** The text that the lines were put into. */
  readonly base: string | undefined;
  readonly changes: readonly TextChange[];
}

/**
 * Our hooks in the settings of agents beside VS Code. Each change is planned first, to be looked at; what is written
 * can be taken back, byte for byte where nobody has changed the file since.
 */
export class Installation {
  readonly copy: GuardCopy;
  readonly #record: InstallRecord;
  readonly #copilot: CopilotProtection;

  /**
   * @param plugin the plugin's folder of the extension or the package
   * @param version of that
   */
  constructor(
    plugin: string,
    private readonly version: string,
    private readonly machine: Machine,
  ) {
    const { home, environment } = machine;
    this.copy = new GuardCopy(plugin, version, home);
    this.#record = new InstallRecord(join(this.copy.folder, 'installed.json'));
    this.#copilot = new CopilotProtection(plugin, version, environment, home);
  }

  /** The agents that this machine has: a program on the PATH, or a folder of settings. */
  found(): Agent[] {
    return Object.values(AGENTS).filter(
      (agent) => findProgram(agent.program, this.machine) !== undefined || existsSync(agent.folder(this.machine)),
    );
  }

  /** Whether lines or a module of an installation are in place, of whatever version. */
  isInstalled(id: AgentId): boolean {
    const agent = AGENTS[id];
    if (agent.guard.kind === 'copilotFile') {
      return this.#copilot.isOn;
    }
    const text = readForeignText(guardFile(agent, this.machine));
    return text !== undefined && (agent.guard.kind === 'module' ? isOurModule(text) : hasLines(text));
  }

  /**
   * What {@link install} would write; undefined when everything is in place.
   * @throws when the file is none that lines can be put into
   */
  plan(id: AgentId): FileChange | undefined {
    this.copy.check();
    return this.#plan(AGENTS[id]);
  }

  /**
   * Writes what the plan says, after the copy that it starts.
   * @throws when something cannot be written; what was there before stays
   */
  install(id: AgentId): void {
    const agent = AGENTS[id];
    if (agent.guard.kind === 'copilotFile') {
      this.#copilot.apply();
      return;
    }
    const planned = this.#plan(agent);
    this.copy.write();
    if (planned?.after === undefined) {
      return;
    }
    const folders = writeForeignFile(planned.path, planned.after);
    const earlier = this.#record.of(id);
    const isSame = earlier?.path === planned.path;
    this.#record.keep(id, {
      path: planned.path,
      made: planned.before === undefined || (isSame && earlier.made && planned.base === undefined),
      folders: folders.length > 0 || !isSame ? folders : earlier.folders,
      before: sha256(planned.base ?? ''),
      after: sha256(planned.after),
      changes: [...planned.changes],
    });
  }

  /** What {@link uninstall} would write; undefined when nothing of ours is there. */
  planRemoval(id: AgentId): FileChange | undefined {
    const agent = AGENTS[id];
    if (!this.isInstalled(id)) {
      return undefined;
    }
    if (agent.guard.kind === 'copilotFile') {
      return { agent: id, ...this.#copilot.planRemoval() };
    }
    const path = guardFile(agent, this.machine);
    const before = readForeignText(path) ?? '';
    return { agent: id, path, before, after: this.#base(agent, before) };
  }

  /**
   * Takes back what was written for an agent, and with the last one the copy.
   * @throws when something cannot be written or removed
   */
  uninstall(id: AgentId): void {
    const planned = this.planRemoval(id);
    const record = this.#record.of(id);
    if (AGENTS[id].guard.kind === 'copilotFile') {
      this.#copilot.remove();
    } else if (planned !== undefined) {
      if (planned.after === undefined) {
        rmSync(planned.path, { force: true });
        removeEmptyFolders(record?.folders ?? []);
      } else {
        writeForeignFile(planned.path, planned.after);
      }
    }
    this.#record.keep(id, undefined);
    this.#removeCopyIfUnused();
  }

  /** Brings the copy and the lines to this version where an older one is in place. @returns whether it wrote */
  update(): boolean {
    const { written } = this.copy;
    if (written === undefined || isNewer(written, this.version)) {
      return false;
    }
    let hasWritten = this.copy.write();
    for (const agent of Object.values(AGENTS)) {
      const isOurs = agent.guard.kind !== 'copilotFile' && this.isInstalled(agent.id);
      if (isOurs && this.#plan(agent) !== undefined) {
        this.install(agent.id);
        hasWritten = true;
      }
    }
    return hasWritten;
  }

  /** Whether an agent has our copy as a marketplace: then it must stay. */
  get isMarketplaceInUse(): boolean {
    return Object.values(AGENTS)
      .flatMap((agent) => ['settings.json', 'config.toml', 'config.json'].map((name) => [agent, name] as const))
      .map(([agent, name]) => readForeignText(join(agent.folder(this.machine), name)))
      .some((text) => text !== undefined && holdsPath(withoutOurLines(text), this.copy.folder));
  }

  /**
   * Removes the copy of the plugin.
   * @throws when lines or an agent's marketplace still point at it
   */
  removeCopy(): void {
    this.#removeCopyIfUnused();
    if (this.copy.written !== undefined) {
      throw new Error(`${this.copy.folder} is still in use. Remove the plugin or the hooks of the agents first.`);
    }
  }

  #removeCopyIfUnused(): void {
    const isUsed = Object.values(AGENTS).some(({ id, guard }) => guard.kind !== 'copilotFile' && this.isInstalled(id));
    if (!isUsed && this.#record.isEmpty && !this.isMarketplaceInUse) {
      this.copy.remove();
      removeEmptyFolders([dirname(this.copy.folder), this.copy.folder]);
    }
  }

  #plan(agent: Agent): PlannedChange | undefined {
    const { id, guard } = agent;
    if (guard.kind === 'copilotFile') {
      const { path, before, after } = this.#copilot.plan();
      return before === after ? undefined : { agent: id, path, before, after, base: before, changes: [] };
    }
    const path = guardFile(agent, this.machine);
    const before = readForeignText(path);
    if (guard.kind === 'module') {
      if (before !== undefined && !isOurModule(before)) {
        throw new Error(`${path} is there already and is not ours.`);
      }
      const after = guard.text(this.copy.plugin);
      return before === after ? undefined : { agent: id, path, before, after, base: undefined, changes: [] };
    }
    const lines = guard.lines(this.copy.plugin, this.machine);
    if (before !== undefined && isDeepStrictEqual(linesIn(before), asLists(lines))) {
      return undefined;
    }
    const base = before === undefined ? undefined : this.#base(agent, before);
    const written = withLines(base ?? '', lines);
    if (written === undefined) {
      throw new Error(`${path} is no JSON that hooks could be added to. It was left as it is.`);
    }
    return { agent: id, path, before, after: written.text, base, changes: written.changes };
  }

  /** A text without what we wrote: byte for byte as it was, where nobody has changed it since. */
  #base({ id, guard }: Agent, text: string): string | undefined {
    if (guard.kind === 'module') {
      return undefined;
    }
    const record = this.#record.of(id);
    if (record !== undefined && record.after === sha256(text)) {
      const before = undone(text, record.changes);
      if (record.before === sha256(before)) {
        return record.made ? undefined : before;
      }
    }
    const rest = withoutLines(text);
    return record?.made === true && isEmptyObject(rest) ? undefined : rest;
  }
}

function asLists(lines: Readonly<Record<string, unknown>>): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(Object.entries(lines).map(([event, group]) => [event, [group]]));
}

function hasLines(text: string): boolean {
  return Object.keys(linesIn(text)).length > 0;
}

function withoutOurLines(text: string): string {
  return hasLines(text) ? withoutLines(text) : text;
}

/** As it is or as JSON and TOML write it. */
function holdsPath(text: string, path: string): boolean {
  return text.includes(path) || text.includes(JSON.stringify(path).slice(1, -1));
}

function isOurModule(text: string): boolean {
  return text.startsWith('// Tool Loop Guard. Written by `tool-loop-guard install`');
}

function isEmptyObject(text: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(text);
}
