import type { AdviceSnapshot } from './decision/guidance';
import type { ConversationTotalsSnapshot } from './conversationTotals';
import type { Verdict } from './decision/verdict';
import type { WindowEntry } from './ledger/entry';

/** What is kept over a message of the person. */
export interface AtMessage {
  /** Of the message; undefined if it isn't known. */
  readonly digest?: string | undefined;
  /** The calls before it, if the last one failed, until the first one after it is answered. */
  readonly before?: readonly WindowEntry[] | undefined;
  /** It was equal to the message before, and no call has followed yet. */
  readonly isFirstCall?: boolean | undefined;
}

/** The state of a conversation at a moment, to continue from elsewhere. */
export interface Snapshot extends AdviceSnapshot, ConversationTotalsSnapshot {
  readonly detections: number;
  readonly nextIndex: number;
  readonly round: { readonly name?: string | undefined; readonly number: number };
  readonly entries: readonly WindowEntry[];
  readonly verdicts: readonly (readonly [string, Verdict])[];
  /** Older versions had none. */
  readonly message?: AtMessage | undefined;
}
