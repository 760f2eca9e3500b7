import { findProgram } from '../files/program';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIn } from '../files/ownFile';
import type { OutsideAgent } from '../agents/agent';
import { OUTSIDE_AGENTS } from '../agents/registry';
import { AGENTS_FOLDER } from '../plugin/sharedFolder';
import { type Machine, stateFolders } from '../protection/machineFacts';
import { temporaryStateFolder } from '../state/stateFolder';
import type { InstalledChange } from './agentFile';
import type { Installation } from './installation';

interface Kept {
  readonly path: string;
  readonly reason: string;
}

export interface RemovalReport {
  readonly removed: readonly string[];
  readonly kept: readonly Kept[];
}

const PROGRAM = 'tool-loop-guard';

/** Where extensions of VS Code and of what is made of it lie, below the home folder. */
const EXTENSION_FOLDERS = ['.vscode', '.vscode-insiders', '.vscode-oss', '.vscode-server', '.cursor', '.windsurf'];

/** Everything that Tool Loop Guard wrote on this machine: hooks of agents, their copy, states, and addresses. */
export class Removal {
  /** @param more further folders of ours, such as those of the extension */
  constructor(
    private readonly installation: Installation,
    private readonly machine: Machine,
    private readonly more: readonly string[] = [],
  ) {}

  agents(): OutsideAgent[] {
    return OUTSIDE_AGENTS.filter(({ id }) => this.installation.isInstalled(id));
  }

  changes(): InstalledChange[] {
    return [
      ...this.installation.written().flatMap((file) => file.planRemoval() ?? []),
      ...this.#folders().map((path) => ({ path, before: '', after: undefined })),
    ];
  }

  /** Removes it all. Never throws: what can't be removed is named, and the rest goes. */
  run(): RemovalReport {
    const removed: string[] = [];
    const kept: Kept[] = [];
    const attempt = (path: string, remove: () => void): void => {
      try {
        remove();
        removed.push(path);
      } catch (error) {
        kept.push({ path, reason: error instanceof Error ? error.message : String(error) });
      }
    };
    for (const file of this.installation.written()) {
      attempt(`hooks in ${file.path}`, () => file.remove());
    }
    const { copy } = this.installation;
    const isCopyUsed = copy.written !== undefined && this.installation.isCopyUsed;
    for (const folder of this.#folders()) {
      if (isCopyUsed && copy.folder.startsWith(folder)) {
        kept.push({ path: copy.folder, reason: 'An agent still uses it as a plugin.' });
        attempt(folder, () => {
          const others = readdirSync(folder).filter((name) => name !== AGENTS_FOLDER);
          others.forEach((name) => rmSync(join(folder, name), { recursive: true, force: true }));
        });
      } else {
        attempt(folder, () => rmSync(folder, { recursive: true, force: true }));
      }
    }
    return { removed, kept };
  }

  /** Folders that are there and ours as a whole; what a link leads to is nobody's guess. */
  #folders(): string[] {
    const temporary = temporaryStateFolder();
    return [...new Set([...stateFolders(this.machine), ...this.more])].filter((folder) => {
      const stats = lstatSync(folder, { throwIfNoEntry: false });
      const isOwn = folder !== temporary || process.getuid === undefined || stats?.uid === process.getuid();
      return isOwn && stats?.isDirectory() === true;
    });
  }
}

/**
 * Who else on the machine runs what would be removed: the command line, or the extension in another VS Code.
 * @param own the folder of the extension that is being removed
 */
export function otherUsers(machine: Machine, own: string): string[] {
  const program = findProgram(PROGRAM, machine);
  const extensions = EXTENSION_FOLDERS.flatMap((name) => {
    const folder = join(machine.home, name, 'extensions');
    return namesIn(folder)
      .filter((each) => each.startsWith(`${PROGRAM}.${PROGRAM}-`))
      .map((each) => join(folder, each));
  });
  // Older versions lie beside the one that is being removed, until VS Code clears them away.
  return [...(program === undefined ? [] : [program]), ...extensions.filter((path) => dirname(path) !== dirname(own))];
}
