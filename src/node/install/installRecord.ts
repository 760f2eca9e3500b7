import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../files/replaceFile';
import { readPrivateFile } from '../transport/privateFile';

// Otherwise zod makes programs out of schemas with `new Function`; nothing here runs a text.
z.config({ jitless: true });

const count = z.int().check(z.nonnegative());

const changeSchema = z.object({
  offset: count,
  inserted: count,
  removed: z.string(),
});

const fileSchema = z.object({
  path: z.string(),
  /** Whether the file is one that we made. */
  made: z.boolean(),
  /** Folders that we made for it, the outermost first. */
  folders: z.array(z.string()),
  /** Digests of the text that we found and of the one that we left. */
  before: z.string(),
  after: z.string(),
  /** What we inserted, as far as it takes to undo it; no text of the file. */
  changes: z.array(changeSchema),
});

const recordSchema = z.object({ files: z.record(z.string(), fileSchema) });

export type WrittenFile = z.infer<typeof fileSchema>;

/** What was written for each agent, to undo it. Contains no text of the user's files. */
export class InstallRecord {
  constructor(private readonly path: string) {}

  /** What was written for an agent; undefined if nothing was written, or it is no longer known. */
  of(agent: string): WrittenFile | undefined {
    return this.#read()[agent];
  }

  get isEmpty(): boolean {
    return Object.keys(this.#read()).length === 0;
  }

  /**
   * Keeps what was written for an agent; undefined forgets it.
   * @throws when it cannot be kept
   */
  keep(agent: string, file: WrittenFile | undefined): void {
    const others = Object.entries(this.#read()).filter(([name]) => name !== agent);
    const files = Object.fromEntries(file === undefined ? others : [...others, [agent, file] as const]);
    if (Object.keys(files).length === 0) {
      rmSync(this.path, { force: true });
      return;
    }
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    replaceFile(this.path, `${JSON.stringify({ files })}\n`);
  }

  #read(): z.infer<typeof recordSchema>['files'] {
    try {
      return recordSchema.parse(JSON.parse(readPrivateFile(this.path) ?? '{"files":{}}')).files;
    } catch {
      return {};
    }
  }
}
