import type { RemedyCommand } from './remedyCommand';
import type { RunningThread } from './runningThread';

/** Something that is known not to be guarded, and what to do about it, in the person's language. */
export interface Gap {
  /** The name of a session that was seen without our hooks; undefined if this is about the chats started here. */
  readonly session: string | undefined;
  readonly why: string;
  readonly remedy: string;
  readonly remedyBy?: RemedyCommand | undefined;
}

/** What a window knows about its own protection. */
interface Noticed {
  /** What a person is to be told at a glance; undefined when there is nothing. */
  readonly gap: Gap | undefined;
  readonly notGuarded: readonly string[];
  readonly weakened: readonly string[];
  /** The name of the session seen last, if it is guarded, though not by this window. */
  readonly elsewhere: string | undefined;
  readonly threads: readonly RunningThread[];
}

/** Shared by everything that shows the protection. */
export class ProtectionNotice {
  #now: Noticed = { gap: undefined, notGuarded: [], weakened: [], elsewhere: undefined, threads: [] };
  readonly #listeners = new Set<() => void>();

  get now(): Noticed {
    return this.#now;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  set(now: Noticed): void {
    if (JSON.stringify(now) !== JSON.stringify(this.#now)) {
      this.#now = now;
      this.#listeners.forEach((listener) => listener());
    }
  }
}
