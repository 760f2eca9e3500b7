import { type FSWatcher, statSync, watch } from 'node:fs';
import { newLines } from '../files/newLines';
import type { SessionEvent } from './copilot';
import { eventsIn } from './transcript';

/** A transcript that is not there yet is looked for so often, and so many times. */
const RETRY_MS = 250;
const MAX_RETRIES = 20;

/**
 * Reads what is written to a transcript from now on, line by line, as it comes. A file that cannot be watched is read
 * when {@link look} is called; one that cannot be read tells nothing.
 */
export class TranscriptFollower {
  #watcher: FSWatcher | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isDisposed = false;
  readonly #reader = { offset: 0 };

  /** @param onEvents told of what was written, in the order of the file */
  constructor(
    readonly path: string,
    private readonly onEvents: (events: readonly SessionEvent[]) => void,
  ) {
    try {
      this.#reader.offset = statSync(path).size;
    } catch {
      // It is told from its beginning once it is there.
    }
    this.#watch(MAX_RETRIES);
  }

  /** Resolves when everything that stands in the file now has been told. */
  look(): Promise<void> {
    for (let start = -1; start !== this.#reader.offset && !this.#isDisposed;) {
      start = this.#reader.offset;
      const events = newLines(this.path, this.#reader).flatMap((line) => eventsIn(line));
      if (events.length > 0) {
        this.onEvents(events);
      }
    }
    return Promise.resolve();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#retry);
    this.#watcher?.close();
  }

  #watch(retries: number): void {
    try {
      this.#watcher = watch(this.path, { persistent: false }, () => void this.look());
      this.#watcher.on('error', () => this.#watcher?.close());
      // What was written before it was watched.
      void this.look();
    } catch {
      this.#retry = retries > 0 ? setTimeout(() => this.#watch(retries - 1), RETRY_MS).unref() : undefined;
    }
  }
}
