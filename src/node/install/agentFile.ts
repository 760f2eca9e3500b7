import { findProgram, installedVersion } from '../files/program';
import { mkdirSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { sha256 } from '../files/hash';
import { readForeign, readForeignForChange, removeEmptyFolders, writeForeignFile } from '../files/foreignFile';
import { fieldsOf, isJsonObject, jsonIn } from '../files/jsonFields';
import { guardFile, type OutsideAgent, type Place } from '../agents/agent';
import { linesIn, type TextChange, undone, withLines, withoutLines } from './hookLines';
import { dirname } from 'node:path';
import { readPrivateFile, replaceFile } from '../files/ownFile';

export interface InstalledChange {
  readonly path: string;
  /** Undefined when there is no such file. */
  readonly before: string | undefined;
  /** Undefined when the file is removed. */
  readonly after: string | undefined;
}

interface PlannedChange extends InstalledChange {
  readonly after: string;
  /** The text that the lines were put into. */
  readonly base: string | undefined;
  readonly changes: readonly TextChange[];
}

/** An agent's file that contains our lines, or is ours as a whole. */
export class AgentFile {
  /** @param path where the agent keeps it, or kept it when an installation wrote to it */
  constructor(
    readonly agent: OutsideAgent,
    private readonly place: Place,
    private readonly plugin: string,
    private readonly record: InstallRecord,
    readonly path: string = guardFile(agent, place),
  ) {}

  get isOurs(): boolean {
    const { text, isUnreadable } = readForeign(this.path);
    if (isUnreadable === true) {
      return this.record.of(this.path) !== undefined;
    }
    return (
      text !== undefined &&
      (this.agent.guard.kind === 'lines' ? Object.keys(linesIn(text)).length > 0 : isOurFile(text))
    );
  }

  /**
   * What {@link write} would do; undefined when everything is in place.
   * @throws when it can't be read, or there is no place for us in it
   */
  plan(): PlannedChange | undefined {
    const { path } = this;
    const { guard } = this.agent;
    const before = readForeignForChange(path);
    if (guard.kind !== 'lines') {
      if (before !== undefined && before.trim() !== '' && !isOurFile(before)) {
        throw new Error(`${path} is there already and is not ours.`);
      }
      const after = guard.text(this.plugin);
      return before === after ? undefined : { path, before, after, base: undefined, changes: [] };
    }
    const version = installedVersion(findProgram(this.agent.program, this.place));
    const lines = guard.lines(this.plugin, { ...this.place, version });
    const listed = Object.fromEntries(Object.entries(lines).map(([event, group]) => [event, [group]]));
    if (before !== undefined && isDeepStrictEqual(linesIn(before), listed)) {
      return undefined;
    }
    const base = before === undefined ? undefined : this.#base(before);
    const written = withLines(base ?? '', lines);
    if (written === undefined) {
      throw new Error(`${path} has no place where hooks could be added. It was left as it is.`);
    }
    return { path, before, after: written.text, base, changes: written.changes };
  }

  /**
   * Writes what {@link plan} says.
   * @returns whether there was anything to write
   * @throws when it cannot be written; what was there before stays
   */
  write(): boolean {
    const planned = this.plan();
    if (planned === undefined) {
      return false;
    }
    const { path, before, after, base, changes } = planned;
    const folders = writeForeignFile(path, after);
    const earlier = this.record.of(path);
    this.record.keep(path, {
      agent: this.agent.id,
      made: before === undefined || (earlier?.made === true && base === undefined),
      folders: folders.length > 0 ? folders : (earlier?.folders ?? []),
      before: sha256(base ?? ''),
      after: sha256(after),
      changes,
    });
    return true;
  }

  /** @throws when what we have written to can't be read */
  planRemoval(): InstalledChange | undefined {
    if (!this.isOurs) {
      return undefined;
    }
    const before = readForeignForChange(this.path) ?? '';
    return { path: this.path, before, after: this.#base(before) };
  }

  /**
   * Takes back what was written.
   * @throws when it cannot be written or removed
   */
  remove(): void {
    const planned = this.planRemoval();
    if (planned !== undefined && planned.after === undefined) {
      rmSync(planned.path, { force: true });
      removeEmptyFolders(this.record.of(this.path)?.folders ?? []);
    } else if (planned?.after !== undefined) {
      writeForeignFile(planned.path, planned.after);
    }
    this.record.keep(this.path, undefined);
  }

  /** A text without what we wrote: byte for byte as it was, where nobody has changed it since. */
  #base(text: string): string | undefined {
    if (this.agent.guard.kind !== 'lines') {
      return undefined;
    }
    const record = this.record.of(this.path);
    if (record !== undefined && record.after === sha256(text)) {
      const before = undone(text, record.changes);
      if (record.before === sha256(before)) {
        return record.made ? undefined : before;
      }
    }
    const rest = withoutLines(text);
    return record?.made === true && /^\s*\{\s*\}\s*$/.test(rest) ? undefined : rest;
  }
}

/** A module says so, and hooks say where our copy lies. */
function isOurFile(text: string): boolean {
  return /^\/\/ Tool Loop Guard\. Written by `tool-loop-guard install`|TOOL_LOOP_GUARD_PLUGIN=/.test(text);
}

interface WrittenFile {
  readonly agent: string;
  readonly made: boolean;
  /** The outermost first. */
  readonly folders: readonly string[];
  /** Digests of the text that we found and of the one that we left. */
  readonly before: string;
  readonly after: string;
  /** What we inserted, as far as it takes to undo it; no text of the file. */
  readonly changes: readonly TextChange[];
}

/** What was written to each file, to undo it. Contains no text of the user's files. */
export class InstallRecord {
  constructor(private readonly path: string) {}

  /** What was written to a file; undefined if nothing was written, or it is no longer known. */
  of(path: string): WrittenFile | undefined {
    return this.files[path];
  }

  /** By their paths. */
  get files(): Readonly<Record<string, WrittenFile>> {
    const files = fieldsOf(fieldsOf(jsonIn(readPrivateFile(this.path) ?? ''))['files']) as Record<string, WrittenFile>;
    return Object.fromEntries(Object.entries(files).filter(([, written]) => isJsonObject(written)));
  }

  /**
   * Keeps what was written to a file; undefined forgets it.
   * @throws when it cannot be kept
   */
  keep(path: string, written: WrittenFile | undefined): void {
    const others = Object.entries(this.files).filter(([name]) => name !== path);
    const files = Object.fromEntries(written === undefined ? others : [...others, [path, written] as const]);
    if (Object.keys(files).length === 0) {
      rmSync(this.path, { force: true });
      return;
    }
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    replaceFile(this.path, `${JSON.stringify({ files })}\n`);
  }
}
