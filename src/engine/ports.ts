import type { ModelName, Call, RecordedOutcome } from './facts/call';
import type { Counts } from './conversation';
import type { CallSettings, SettingsQuestion } from './rules/settings';
import type { Hash } from './facts/signature';
import type { Detection } from './decision/verdict';
import type { Why } from './rules/finding';
import type { WindowEntry } from './ledger/entry';

export interface GuardPorts {
  readonly hash: Hash;
  /** Called for every call, so that a changed setting takes effect at once. */
  readonly settingsFor: (question: SettingsQuestion) => CallSettings;
  /** The absolute path where sessions work whose calls don't say so; undefined if it isn't known. */
  readonly folder?: (() => string | undefined) | undefined;
  readonly report: (event: GuardEvent) => void;
  /** For replays: every call counts as run, whatever the verdict, and nothing is stopped. */
  readonly observeOnly?: boolean | undefined;
  /** Whether to report why each call got its verdict; takes as long as the verdict itself. */
  readonly explains?: (() => boolean) | undefined;
}

export interface ConversationStatus {
  readonly conversationId: string;
  readonly counts: Counts;
  readonly callsInWindow: number;
  readonly model: ModelName | undefined;
  readonly stopped: Detection | undefined;
}

/**
 * The source of log lines, metrics, and the timeline. Arguments and results are as the surface passed them and may
 * contain secrets; `result` is undefined if only its description is known.
 */
export type GuardEvent = DetectionEvent | ({ readonly conversationId: string } & ConversationEvent);

interface DetectionEvent {
  readonly kind: 'detection';
  readonly detection: Detection;
  readonly call: Call;
  readonly entry: WindowEntry;
  /** Computed when it is read, so only available while the event is reported. */
  readonly why: Why;
}

type ConversationEvent =
  /** For each call that something was counted for, whatever the verdict; only if {@link GuardPorts.explains}. */
  | { readonly kind: 'weighed'; readonly call: Call; readonly why: Why }
  | { readonly kind: 'mitigated'; readonly detection: Detection; readonly nextTool: string }
  | { readonly kind: 'nudged'; readonly detection: Detection }
  | { readonly kind: 'recorded'; readonly call: Call; readonly entry: WindowEntry; readonly count: number }
  | { readonly kind: 'refused'; readonly call: Call; readonly atMs: number }
  | {
      readonly kind: 'outcome';
      readonly callId: string;
      readonly recorded: RecordedOutcome;
      readonly result: unknown;
      readonly doneMs: number | undefined;
    }
  | { readonly kind: 'pruned'; readonly calls: number; readonly ttlSeconds: number }
  | { readonly kind: 'turn'; readonly prompt: string | undefined }
  | { readonly kind: 'reset' }
  | { readonly kind: 'fault'; readonly during: string; readonly error: unknown };

/** Does the work, or reports one fault and returns `otherwise`: a fault of ours never stops an agent. Never throws. */
export function failOpen<Result>(
  ports: { readonly report: (event: GuardEvent) => void },
  conversationId: string,
  during: string,
  otherwise: Result,
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    try {
      ports.report({ kind: 'fault', conversationId, during, error });
    } catch {
      // Even the report failed; the agent still continues.
    }
    return otherwise;
  }
}
