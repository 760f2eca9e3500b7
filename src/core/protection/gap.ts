import type { ProtectionRemedy } from './reason';

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
  readonly judge: 'otherWindow' | 'hookAlone';
}

/** What a window knows about its own protection, for everything that shows it. */
export class ProtectionNotice {
  #gap: Gap | undefined;
  #notGuarded: readonly string[] = [];
  #elsewhere: GuardedElsewhere | undefined;
  readonly #listeners = new Set<() => void>();

  /** What a person is to be told at a glance; undefined when there is nothing. */
  get gap(): Gap | undefined {
    return this.#gap;
  }

  /** The names of the kinds of sessions in VS Code that are not guarded here. */
  get notGuarded(): readonly string[] {
    return this.#notGuarded;
  }

  /** The session seen last, where somebody else than this window looks after it. */
  get elsewhere(): GuardedElsewhere | undefined {
    return this.#elsewhere;
  }

  /** Calls back after each change. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Takes over what is known now. */
  set(gap: Gap | undefined, notGuarded: readonly string[], elsewhere?: GuardedElsewhere): void {
    const isSame =
      gap?.sessionId === this.#gap?.sessionId &&
      gap?.why === this.#gap?.why &&
      gap?.remedy === this.#gap?.remedy &&
      elsewhere?.sessionId === this.#elsewhere?.sessionId &&
      elsewhere?.judge === this.#elsewhere?.judge &&
      notGuarded.join('\n') === this.#notGuarded.join('\n');
    if (!isSame) {
      this.#gap = gap;
      this.#notGuarded = notGuarded;
      this.#elsewhere = elsewhere;
      this.#listeners.forEach((listener) => listener());
    }
  }
}
