import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readForeignText } from '../files/foreignFile';
import { replaceFile } from '../files/ownFile';
import { DIGESTS_FILE, HOOK_FILES, isIntact, writeDigests } from '../plugin/copyDigests';
import { requireQuotable } from '../plugin/pluginHooks';
import { marketplace, MARKETPLACE_FILE } from '../plugin/pluginManifests';
import { AGENTS_FOLDER, sharedFolder } from '../plugin/sharedFolder';
import { OPENCODE_MODULE } from '../agents/opencode';
import { isNewer, versionIn } from '../files/program';

/**
 * Our copy of the plugin for agents beside VS Code, in a place that stays the same through all versions, so that
 * nothing that points at it has to be changed; it is a marketplace as well.
 */
export class GuardCopy {
  /** What can be added to an agent as a marketplace. */
  readonly folder: string;
  readonly plugin: string;
  readonly #module: string;

  /** @param source the plugin's folder of the extension or the package */
  constructor(
    private readonly source: string,
    private readonly version: string,
    home: string,
  ) {
    this.folder = join(sharedFolder(home), AGENTS_FOLDER);
    this.plugin = join(this.folder, 'plugin');
    this.#module = join(source, '..', 'dist', OPENCODE_MODULE);
  }

  /** Whether everything is there, as it was written, that hooks run and that opencode imports. */
  get isWhole(): boolean {
    return isIntact(this.folder, [OPENCODE_MODULE]) && isIntact(this.plugin, HOOK_FILES);
  }

  get written(): string | undefined {
    return versionOf(this.plugin);
  }

  /** @throws when a copy cannot be made, or its path cannot stand in a command */
  check(): void {
    requireQuotable(this.plugin);
    const needed = [...HOOK_FILES.map((name) => join(this.source, name)), this.#module];
    const missing = needed.find((path) => !existsSync(path));
    if (missing !== undefined) {
      throw new Error(`${missing} is missing, so there is nothing to install.`);
    }
  }

  /**
   * Brings the copy to this version. One of a newer version stays.
   * @returns whether anything was written
   * @throws when something cannot be read or written; each file is replaced whole or not at all
   */
  write(): boolean {
    this.check();
    const { written } = this;
    if (written !== undefined && this.isWhole && isNewer(written, this.version)) {
      return false;
    }
    const files = new Map(
      filesIn(this.source).map((name) => [join('plugin', name), readFileSync(join(this.source, name), 'utf8')]),
    );
    files.set(OPENCODE_MODULE, readFileSync(this.#module, 'utf8'));
    files.set(MARKETPLACE_FILE, `${JSON.stringify(marketplace('./plugin', this.version), undefined, 2)}\n`);
    // The manifests tell the version, so they come last.
    const ordered = [...files].toSorted(([one], [other]) => Number(isManifest(one)) - Number(isManifest(other)));
    const changed = ordered.filter(([name, text]) => readForeignText(join(this.folder, name)) !== text);
    for (const [name, text] of changed) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      replaceFile(path, text);
    }
    const gone = filesIn(this.plugin).filter((name) => !files.has(join('plugin', name)));
    gone.forEach((name) => rmSync(join(this.plugin, name), { force: true }));
    writeDigests(this.plugin, HOOK_FILES);
    writeDigests(this.folder, [OPENCODE_MODULE]);
    return changed.length > 0 || gone.length > 0;
  }

  remove(): void {
    rmSync(this.plugin, { recursive: true, force: true });
    [OPENCODE_MODULE, DIGESTS_FILE].forEach((name) => rmSync(join(this.folder, name), { force: true }));
    rmSync(join(this.folder, dirname(MARKETPLACE_FILE)), { recursive: true, force: true });
  }
}

export function versionOf(plugin: string): string | undefined {
  return versionIn(join(plugin, '.claude-plugin', 'plugin.json'));
}

function isManifest(name: string): boolean {
  return /^\.|[\\/]\./.test(name);
}

/** Paths below a folder; none where there is no folder. Files that begin with a dot are nobody's but its own. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}
