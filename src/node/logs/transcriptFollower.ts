import { type FSWatcher, watch } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import type { SessionEvent } from './copilot';
import { eventsIn } from './transcript';

/** More than this at once is not read: only its end is. */
const MOST_BYTES = 4 * 1024 * 1024;

/** A transcript that is not there yet is looked for so often, and so many times. */
const RETRY_MS = 250;
const MOST_RETRIES = 20;

const LINE_END = 0x0a;

/**
 * Reads what is written to a transcript from now on, line by line, as it comes. A file that cannot be watched is read
 * when {@link look} is called; one that cannot be read tells nothing.
 */
export class TranscriptFollower {
  #watcher: FSWatcher | undefined;
  #retry: NodeJS.Timeout | undefined;
  #position: number | undefined;
  /** The beginning of a line whose end is not written yet. */
  #rest = Buffer.alloc(0);
  #reading: Promise<void> = Promise.resolve();
  #isDisposed = false;

  /** @param onEvents told of what was written, in the order of the file */
  constructor(
    readonly path: string,
    private readonly onEvents: (events: readonly SessionEvent[]) => void,
  ) {
    this.#reading = this.#begin();
  }

  /** Resolves when everything that stands in the file now has been told. */
  look(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#retry);
    this.#watcher?.close();
  }

  async #begin(): Promise<void> {
    this.#position = (await withFile(this.path, async (file) => (await file.stat()).size)) ?? 0;
    this.#watch(MOST_RETRIES);
  }

  #watch(retries: number): void {
    if (this.#isDisposed) {
      return;
    }
    try {
      this.#watcher = watch(this.path, { persistent: false }, () => void this.look());
      this.#watcher.on('error', () => this.#watcher?.close());
      // What was written before it was watched.
      void this.look();
    } catch {
      this.#retry = retries > 0 ? setTimeout(() => this.#watch(retries - 1), RETRY_MS).unref() : undefined;
    }
  }

  async #read(): Promise<void> {
    if (this.#isDisposed) {
      return;
    }
    const written = await withFile(this.path, (file) => this.#newBytes(file));
    const bytes = Buffer.concat([this.#rest, written ?? Buffer.alloc(0)]);
    const end = bytes.lastIndexOf(LINE_END) + 1;
    this.#rest = bytes.subarray(end);
    const events = end === 0 ? [] : eventsIn(bytes.toString('utf8', 0, end));
    if (events.length > 0) {
      this.onEvents(events);
    }
  }

  async #newBytes(file: FileHandle): Promise<Buffer> {
    const { size } = await file.stat();
    const position = Math.max(this.#position ?? size, size - MOST_BYTES);
    if (position >= size) {
      this.#position = size;
      return Buffer.alloc(0);
    }
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - position), position });
    this.#position = position + bytesRead;
    return buffer.subarray(0, bytesRead);
  }
}

/** Undefined when the file cannot be read. */
async function withFile<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  try {
    // A pipe in place of the file would otherwise be waited for.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return await read(file);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
