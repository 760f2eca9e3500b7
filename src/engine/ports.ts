import type { ModelName } from './facts/call';
import type { Counts } from './conversationTotals';
import type { GuardEvent } from './events';
import type { Action, CallSettings, SettingsQuestion } from './rules/settings';
import type { Hash } from './facts/signature';
import type { Detection } from './decision/verdict';

/** What the guard needs from outside. */
export interface GuardPorts {
  readonly hash: Hash;
  /** Called for every call, so that a changed setting takes effect at once. */
  readonly settingsFor: (question: SettingsQuestion) => CallSettings;
  /** Where sessions work whose calls don't say so, as an absolute path; undefined if it isn't known. */
  readonly folder?: (() => string | undefined) | undefined;
  /** Called for everything that happens. */
  readonly report: (event: GuardEvent) => void;
  /**
   * Check calls without blocking: every call counts as run, whatever the verdict, and nothing is stopped.
   * For replaying recorded sessions.
   */
  readonly observeOnly?: boolean | undefined;
  /** Whether to report of each call why its verdict is what it is; takes as long as the verdict itself. */
  readonly explains?: (() => boolean) | undefined;
  /** Called for every detection. May return a milder or stricter action; at the hard limit, only a stricter one. */
  readonly onDetection?: ((detection: Detection) => Action | undefined) | undefined;
}

/** The current state of a conversation. */
export interface ConversationStatus {
  readonly conversationId: string;
  readonly counts: Counts;
  readonly callsInWindow: number;
  readonly model: ModelName | undefined;
  readonly stopped: Detection | undefined;
}
