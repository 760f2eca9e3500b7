/**
 * The public interface of the engine: calls and outcomes in, verdicts out.
 *
 * Everything it needs comes in through {@link GuardPorts}: a hash, the settings for each call, and a listener for
 * events.
 */
export { Guard } from './guard';
export type { ConversationStatus, GuardPorts } from './ports';
export type { CallSettings, SettingsQuestion } from './rules/settings';
export type { Call, ModelName, Outcome } from './facts/call';
export type { DescribedOutcome, OutcomeKind, RecordedOutcome } from './facts/recordedOutcome';
export { describeOutcome } from './facts/outcome';
export type { Detection, Verdict, VerdictAction } from './decision/verdict';
export type { Certainty, DetectorId, Finding } from './rules/finding';
export type { Action, EngineSettings, Mode } from './rules/settings';
export type { GuardEvent } from './events';
export type { Hash } from './facts/signature';
export type { Snapshot } from './snapshot';
export { type ConversationState, snapshotOf, stateOf } from './state';
export { type Firing, type RecordedCall, replay, type ReplayOptions } from './replay';
