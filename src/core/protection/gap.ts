import type { ProtectionRemedy } from './remedyCommand';

/** Something that is known not to be guarded, and what to do about it, in the person's language. */
export interface Gap {
  /** A session that was seen without our hooks; undefined if this is about the chats that a user starts here. */
  readonly sessionId: string | undefined;
  /** Whose session that is, by the name of the product. */
  readonly agent?: string | undefined;
  readonly why: string;
  readonly remedy: string;
  /** Where there is a command or a setting for it. */
  readonly remedyBy?: ProtectionRemedy | undefined;
}

/** A session that is guarded, though not by this window. */
export interface GuardedElsewhere {
  readonly sessionId: string;
  readonly agent: string;
}

/** What a window knows about its own protection. */
interface Noticed {
  /** What a person is to be told at a glance; undefined when there is nothing. */
  readonly gap: Gap | undefined;
  /** The names of the kinds of sessions in VS Code that are not guarded here. */
  readonly notGuarded: readonly string[];
  /** What weakens the guard here, in sentences. */
  readonly weakened: readonly string[];
  /** The session seen last, where somebody else than this window looks after it. */
  readonly elsewhere: GuardedElsewhere | undefined;
}

/** The same for everything that shows it. */
export class ProtectionNotice {
  #now: Noticed = { gap: undefined, notGuarded: [], weakened: [], elsewhere: undefined };
  readonly #listeners = new Set<() => void>();

  /** What is known now. */
  get now(): Noticed {
    return this.#now;
  }

  /** Calls back after each change. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Takes over what is known now. */
  set(now: Noticed): void {
    if (JSON.stringify(now) !== JSON.stringify(this.#now)) {
      this.#now = now;
      this.#listeners.forEach((listener) => listener());
    }
  }
}
