import type { RemedyCommand } from './remedyCommand';
import type { RunningThread } from './runningThread';

/** Something that isn't guarded, and what to do about it, in the user's language. */
export interface Gap {
  /** The name of a session seen without our hooks; undefined: chats started in this window. */
  readonly session: string | undefined;
  readonly why: string;
  readonly remedy: string;
  readonly remedyBy?: RemedyCommand | undefined;
}

interface Noticed {
  readonly gap: Gap | undefined;
  readonly notGuarded: readonly string[];
  readonly weakened: readonly string[];
  /** The name of the session seen last, if it is guarded, but not by this window. */
  readonly elsewhere: string | undefined;
  readonly threads: readonly RunningThread[];
}

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
