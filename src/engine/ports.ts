import type { ModelName } from './call';
import type { CallSettings, SettingsQuestion } from './callSettings';
import type { Counts } from './snapshot';
import type { GuardEvent } from './events';
import type { Action } from './settings';
import type { Hash } from './signature';
import type { Detection } from './verdict';

/** What the guard needs from outside. */
export interface GuardPorts {
  readonly hash: Hash;
  /** Asked at every call, so that a changed setting takes effect at once. */
  readonly settingsFor: (question: SettingsQuestion) => CallSettings;
  /** Told of everything that happens. */
  readonly report: (event: GuardEvent) => void;
  /**
   * Judge, but hold nothing back: every call counts as run, whatever the verdict, and nothing is stopped.
   * For replaying sessions that went on as they did.
   */
  readonly observeOnly?: boolean | undefined;
  /** Asked at every detection; may soften or harden what is about to be done, at the ceiling only harden. */
  readonly onDetection?: ((detection: Detection) => Action | undefined) | undefined;
}

/** What is known of a conversation at a moment. */
export interface ConversationStatus {
  readonly conversationId: string;
  readonly counts: Counts;
  readonly callsInWindow: number;
  readonly model: ModelName | undefined;
  readonly stopped: Detection | undefined;
}
