import type { RecordedOutcome } from '../facts/call';
import type { CallWindow } from './callWindow';
import type { WindowEntry } from './entry';

/** What is kept over a message of the person. */
export interface StoredLastMessage {
  /** Of the message; undefined if it isn't known. */
  readonly digest?: string | undefined;
  /** The calls before it, if the last one failed, until the first one after it is answered. */
  readonly before?: readonly WindowEntry[] | undefined;
  /** The same failure came again after it. */
  readonly isVain?: boolean | undefined;
  /** The calls before it still count, and no call has followed yet. */
  readonly isFirstCall?: boolean | undefined;
}

/** Shared by all agents whose person has said nothing yet. */
const NOTHING_KEPT: StoredLastMessage = {};

/**
 * The last message of the person, which ends what the window holds. The calls before it no longer count, with two
 * exceptions: a message that is equal to the one before is no new wish; and after a failure, the calls count again if
 * the first call after the message is one of them and fails with the very same answer, because the message changed
 * nothing. If that is so, they also count for the first call after the next message, which is never blocked.
 */
export class LastMessage {
  #kept = NOTHING_KEPT;

  /** @param window the calls that count */
  constructor(private readonly window: CallWindow) {}

  stored(): StoredLastMessage {
    return this.#kept;
  }

  restore(stored: StoredLastMessage): void {
    this.#kept = stored;
  }

  /**
   * The person speaks, and the calls before count or not.
   * @param digest undefined if the message isn't known
   * @returns whether the message is a new wish
   */
  followedBy(digest: string | undefined): boolean {
    const { digest: earlier, before, isVain } = this.#kept;
    if (digest !== undefined && digest === earlier) {
      this.#kept = { ...this.#kept, isFirstCall: true };
      return false;
    }
    const calls = this.window.snapshot();
    const failed = calls.at(-1)?.outcome?.kind === 'failed' ? calls : undefined;
    const isKept = (isVain === true && failed !== undefined) || undefined;
    this.#kept = { digest, before: calls.length === 0 ? before : failed, isVain: isKept, isFirstCall: isKept };
    if (isKept !== true) {
      this.window.clear();
    }
    return true;
  }

  /**
   * Whether this is the first call after a message that left the calls before it; asked once, when it was judged.
   * @param capacity how many calls may be kept, this one and those before the message included
   */
  takeFirstCall(capacity: number): boolean {
    const { isFirstCall = false, isVain = false, before } = this.#kept;
    if (isFirstCall && isVain && before !== undefined) {
      this.window.clear();
    }
    if (isFirstCall || before !== undefined) {
      const room = Math.max(0, capacity - this.window.length - 1);
      this.#kept = { ...this.#kept, isFirstCall: undefined, before: before?.slice(Math.max(0, before.length - room)) };
    }
    return isFirstCall;
  }

  /** After the first answer since the message: the calls before it count again if it is the failure before it. */
  answered({ index, signature }: WindowEntry, { digest, length }: RecordedOutcome): void {
    const { before } = this.#kept;
    const last = before?.at(-1);
    const calls = this.window.entries;
    if (before === undefined || last === undefined || calls[0]?.index !== index) {
      return;
    }
    const isSameFailure = ({ outcome }: WindowEntry) => outcome?.digest === digest && outcome.length === length;
    // Another call is what the person has asked for, even if it fails alike.
    const isVain = isSameFailure(last) && before.some((call) => call.signature === signature && isSameFailure(call));
    this.#kept = { ...this.#kept, before: undefined, isVain: isVain || undefined };
    if (isVain) {
      this.window.restore([...before, ...calls]);
    }
  }

  /** Forgets the calls, in the window and before the message; an equal message is still known. */
  forget(): void {
    this.#kept = { digest: this.#kept.digest };
    this.window.clear();
  }
}
