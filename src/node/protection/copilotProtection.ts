import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeEmptyFolders } from '../files/foreignFile';
import { replaceFile } from '../files/replaceFile';
import { HOOK_FILES } from '../plugin/hookFiles';
import { copilotUserFile } from '../plugin/copilotUserFile';
import { isIntact, writeDigests } from '../plugin/copyDigests';
import { sharedFolder } from '../plugin/sharedFolder';
import { copilotUserHooks, requireQuotable } from '../plugin/pluginHooks';
import { readPrivateFile } from '../transport/privateFile';
import { isNewer } from '../files/isNewer';
import { isOurHookFile } from './copilotHookFile';
import { readForeignText } from './looseJson';

/** Holds the copies of the plugin that the hook file starts, one folder for each version. */
const HOOK_FOLDER = 'hook';

/** What stood in the place of our file, for the way back. */
const RECORD_FILE = 'protection.json';

/** What the hook runs. */
const RUNNABLE = [...HOOK_FILES, 'telemetry.js'] as const;

/** What was there before us. */
interface Record {
  readonly version: string;
  /** The text of the file; null when there was none. */
  readonly before: string | null;
  /** Whether the folder of hooks is one that we made. */
  readonly madeFolder: boolean;
  /** Whether Copilot's own folder around it is. */
  readonly madeHome: boolean;
}

/** What is to be written, for the person to look at before. */
export interface ProtectionPlan {
  /** The hook file. */
  readonly path: string;
  /** What it holds now; undefined when there is none. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Our hooks in the person's own hook folder of Copilot: the way to sessions that the plugin does not reach. Written and
 * taken back only when the person asks for it.
 */
export class CopilotProtection {
  readonly #folder: string;
  readonly path: string;

  /**
   * @param plugin the plugin's folder of the extension that is installed
   * @param version the extension's
   */
  constructor(
    private readonly plugin: string,
    private readonly version: string,
    environment: NodeJS.ProcessEnv = process.env,
    home: string = homedir(),
  ) {
    this.#folder = join(sharedFolder(home), HOOK_FOLDER);
    this.path = copilotUserFile(environment, home);
  }

  /** True when our file is in place, of whatever version. */
  get isOn(): boolean {
    return isOurHookFile(readForeignText(this.path));
  }

  /**
   * What {@link apply} would write.
   * @throws when the home folder's path cannot stand in a command
   */
  plan(): ProtectionPlan {
    const copy = join(this.#folder, this.version);
    requireQuotable(copy);
    return {
      path: this.path,
      before: readForeignText(this.path),
      after: `${JSON.stringify(copilotUserHooks(copy), undefined, 2)}\n`,
    };
  }

  /** What {@link remove} would leave: `after` is undefined where the file goes. */
  planRemoval(): { readonly path: string; readonly before: string | undefined; readonly after: string | undefined } {
    const before = readForeignText(this.path);
    return { path: this.path, before, after: this.isOn ? (this.#record()?.before ?? undefined) : before };
  }

  /**
   * Copies what the hook runs to a place that stays, and writes the hook file. Does nothing that is done already.
   * @throws when something cannot be written; the hook file comes last, so it never starts what is not there
   */
  apply(): void {
    const { before, after } = this.plan();
    const hooks = dirname(this.path);
    const madeFolder = !existsSync(hooks);
    const madeHome = !existsSync(dirname(hooks));
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#copyPlugin();
    const earlier = this.#record();
    if (!isOurHookFile(before) || earlier === undefined) {
      this.#keep({
        version: this.version,
        before: isOurHookFile(before) ? null : (before ?? null),
        madeFolder: madeFolder || (isOurHookFile(before) && earlier?.madeFolder === true),
        madeHome,
      });
    } else {
      this.#keep({ ...earlier, version: this.version });
    }
    mkdirSync(hooks, { recursive: true, mode: 0o700 });
    if (before !== after) {
      replaceFile(this.path, after);
    }
    this.#removeCopiesBut([this.version, ...(earlier === undefined ? [] : [earlier.version])]);
  }

  /**
   * Takes the hook file back, puts what it replaced in its place again, and removes the copy. A file that is not ours
   * is left alone.
   * @throws when something cannot be removed
   */
  remove(): void {
    const record = this.#record();
    if (this.isOn) {
      if (typeof record?.before === 'string') {
        replaceFile(this.path, record.before);
      } else {
        rmSync(this.path, { force: true });
      }
      const hooks = dirname(this.path);
      removeEmptyFolders([
        ...(record?.madeHome === true ? [dirname(hooks)] : []),
        ...(record?.madeFolder === true ? [hooks] : []),
      ]);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * Brings the protection to this version where an older one is in place, or where its copy is gone.
   * @returns whether something was written
   * @throws as {@link apply}
   */
  update(): boolean {
    const record = this.#record();
    const isCurrent = this.isOn && record?.version === this.version && this.#isWhole();
    if (!this.isOn || isCurrent || (record !== undefined && isNewer(record.version, this.version))) {
      return false;
    }
    this.apply();
    return true;
  }

  #isWhole(): boolean {
    return isIntact(join(this.#folder, this.version), RUNNABLE);
  }

  #copyPlugin(): void {
    const copy = join(this.#folder, this.version);
    mkdirSync(copy, { recursive: true, mode: 0o700 });
    for (const name of RUNNABLE) {
      cpSync(join(this.plugin, name), join(copy, name), { force: true });
    }
    writeDigests(copy, RUNNABLE);
  }

  /** A session that runs keeps the commands it has read, so the copy before this one stays until the next update. */
  #removeCopiesBut(versions: readonly string[]): void {
    for (const entry of readdirSync(this.#folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !versions.includes(entry.name)) {
        rmSync(join(this.#folder, entry.name), { recursive: true, force: true });
      }
    }
  }

  #record(): Record | undefined {
    try {
      const { version, before, madeFolder, madeHome } = JSON.parse(
        readPrivateFile(join(this.#folder, RECORD_FILE)) ?? '{}',
      ) as Partial<Record>;
      return typeof version === 'string'
        ? {
            version,
            before: typeof before === 'string' ? before : null,
            madeFolder: madeFolder === true,
            madeHome: madeHome === true,
          }
        : undefined;
    } catch {
      return undefined;
    }
  }

  #keep(record: Record): void {
    replaceFile(join(this.#folder, RECORD_FILE), JSON.stringify(record));
  }
}
