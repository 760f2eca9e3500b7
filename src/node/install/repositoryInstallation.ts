import { existsSync, lstatSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { holds } from '../transport/publishedWindows';
import { OUR_MARK, REPOSITORY_HOOKS, REPOSITORY_PROGRAM } from '../plugin/agentFolders';
import { COPILOT_EVENTS } from '../plugin/pluginHooks';
import { readForeignForChange, readForeignText, removeEmptyFolders, writeForeignFile } from '../files/foreignFile';
import { TIMEOUT_SECONDS } from '../agents/agent';
import type { InstalledChange } from './agentFile';

/**
 * Our hooks in a repository, for everyone who works in it and for Copilot's cloud agent, which reads no others: a
 * file of hooks and the program that they run.
 */
export class RepositoryInstallation {
  constructor(
    private readonly root: string,
    private readonly program: string,
  ) {}

  /**
   * What {@link install} would write.
   * @throws when the program is missing, or a link leads out of the repository
   */
  plan(): InstalledChange[] {
    const program = readForeignText(this.program);
    if (program === undefined) {
      throw new Error(`${this.program} is missing, so there is nothing to install.`);
    }
    return [
      this.#change(REPOSITORY_PROGRAM, program),
      this.#change(REPOSITORY_HOOKS, `${JSON.stringify(repositoryHooks(), undefined, 2)}\n`),
    ].filter(({ before, after }) => before !== after);
  }

  /** @throws when something can't be written. The hooks come last, so they never start a missing program */
  install(): void {
    for (const { path, after } of this.plan()) {
      writeForeignFile(path, after ?? '', { isForAll: true });
    }
  }

  /** What {@link uninstall} would remove: only what is ours. */
  planRemoval(): InstalledChange[] {
    return [REPOSITORY_HOOKS, REPOSITORY_PROGRAM]
      .map((name) => this.#change(name, undefined))
      .filter(({ before }) => before?.includes(REPOSITORY_PROGRAM) === true || before?.includes(OUR_MARK) === true);
  }

  /** @throws when something cannot be removed */
  uninstall(): void {
    const planned = this.planRemoval();
    planned.forEach(({ path }) => rmSync(path));
    // Git doesn't store empty folders, so nobody else created them.
    removeEmptyFolders(
      planned.length === 0 ? [] : [join(this.root, '.github'), join(this.root, dirname(REPOSITORY_HOOKS))],
    );
  }

  #change(name: string, after: string | undefined): InstalledChange {
    const path = join(this.root, name);
    // A repository is from anybody: its links must not have files of the user's overwritten.
    if (!holds(realpathSync(this.root), realPathOf(path))) {
      throw new Error(`${path} leads out of the repository. It was left as it is.`);
    }
    return { path, before: readForeignForChange(path), after };
  }
}

/** Where a path leads. What is not there yet lies below its folder; a link that leads nowhere is followed, too. */
function realPathOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    return join(realPathOf(dirname(path)), basename(path));
  }
  return existsSync(path) ? realpathSync(path) : realPathOf(resolve(dirname(path), readlinkSync(path)));
}

/** Exits with 0 in every shell, even if something is missing: otherwise Copilot would deny each call. */
function repositoryHooks(): object {
  const bash =
    `if [ -r ${REPOSITORY_PROGRAM} ] && command -v node >/dev/null; then node ${REPOSITORY_PROGRAM}; fi; ` +
    'cat >/dev/null; exit 0';
  const windowsProgram = REPOSITORY_PROGRAM.replaceAll('/', '\\');
  const windows = `cmd /d /c "if exist ${windowsProgram} node ${windowsProgram} & exit 0"`;
  const hook = {
    type: 'command',
    command: bash,
    bash,
    windows,
    powershell: windows,
    timeout: TIMEOUT_SECONDS,
    timeoutSec: TIMEOUT_SECONDS,
  };
  return { version: 1, hooks: Object.fromEntries(COPILOT_EVENTS.map((event) => [event, [hook]])) };
}
