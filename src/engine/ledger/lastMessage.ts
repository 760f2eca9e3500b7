import type { RecordedOutcome } from '../facts/call';
import type { CallWindow } from './callWindow';
import type { WindowEntry } from './entry';

/** What outlasts a message of the user. */
export interface StoredLastMessage {
  readonly firstIndex: number;
  /** No call after it was answered yet. */
  readonly isOpen?: boolean | undefined;
  /** The calls before it, if the last one failed, until the first one after it is answered. */
  readonly before?: readonly WindowEntry[] | undefined;
  /** The same failure came again after it. */
  readonly isPointless?: boolean | undefined;
}

const NOTHING_SAID: StoredLastMessage = { firstIndex: 0 };

/**
 * A message of the user, whatever it says, empties the window. After a failure, the calls before it count again, for a
 * warning only, if the first call after it is one of them and fails with the very same answer: the message changed
 * nothing. If so, they also count for the first call after the next message.
 */
export class LastMessage {
  #kept = NOTHING_SAID;

  constructor(private readonly window: CallWindow) {}

  get firstIndex(): number {
    return this.#kept.firstIndex;
  }

  stored(): StoredLastMessage {
    return this.#kept;
  }

  restore(stored: StoredLastMessage): void {
    this.#kept = stored;
  }

  followedBy(firstIndex: number): void {
    const calls = this.window.snapshot();
    const failed = calls.at(-1)?.outcome?.kind === 'failed' ? calls : undefined;
    if (this.#kept.isPointless === true && failed !== undefined) {
      this.#kept = { firstIndex, isOpen: true, isPointless: true };
      return;
    }
    this.#kept = { firstIndex, isOpen: true, before: calls.length === 0 ? this.#kept.before : failed };
    this.window.clear();
  }

  /** After the first answer since the message: the calls before it count if it is the failure before it. */
  answered({ index, signature }: WindowEntry, { digest, length }: RecordedOutcome): void {
    const { firstIndex, isOpen } = this.#kept;
    const since = this.window.entries.filter((call) => call.index >= firstIndex);
    if (isOpen !== true || since[0]?.index !== index) {
      return;
    }
    const before = this.#kept.before ?? this.window.entries.filter((call) => call.index < firstIndex);
    const isSameFailure = (call: WindowEntry | undefined) =>
      call?.outcome?.digest === digest && call.outcome.length === length;
    // Another call is what the user asked for, even if it fails alike.
    const isPointless =
      isSameFailure(before.at(-1)) && before.some((call) => call.signature === signature && isSameFailure(call));
    this.#kept = { firstIndex, isPointless: isPointless || undefined };
    this.window.restore(isPointless ? [...before, ...since] : since);
  }

  forget(): void {
    this.#kept = { firstIndex: this.#kept.firstIndex };
    this.window.clear();
  }
}
