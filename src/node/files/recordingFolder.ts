import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SavedConversation } from '../../core/replay/savedConversation';
import { replaceFile } from './ownFile';

const KEPT_FILES = 200;

/** Recorded conversations, one file each, which only this user can read. A file is written whole or not at all. */
export class RecordingFolder {
  constructor(readonly path: string) {}

  /** @throws when the file cannot be written; what was there before stays */
  async write(recording: SavedConversation): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    const target = join(this.path, `${recording.id.replace(/[^0-9a-z]/gi, '').slice(0, 40)}.jsonl`);
    writeRecording(target, recording);
    const files = await this.#files();
    await Promise.all(files.slice(KEPT_FILES).map((file) => rm(file.path, { force: true })));
  }

  async clear(): Promise<void> {
    await Promise.all((await this.#files()).map(({ path }) => rm(path, { force: true })));
  }

  async #files(): Promise<{ readonly path: string; readonly atMs: number }[]> {
    const names = await readdir(this.path).catch(() => []);
    const paths = names.filter((name) => name.endsWith('.jsonl')).map((name) => join(this.path, name));
    const files = await Promise.all(paths.map(async (path) => ({ path, atMs: (await stat(path)).mtimeMs })));
    return files.sort((one, other) => other.atMs - one.atMs);
  }
}

/** @throws as {@link RecordingFolder.write} */
export function writeRecording(path: string, recording: SavedConversation): void {
  replaceFile(path, recordingText(recording));
}

export function recordingText(recording: SavedConversation): string {
  return `${JSON.stringify(recording)}\n`;
}
