import type { ModelName } from '../facts/call';
import type { DetectorValues, Detector, DetectorId } from './registry';

/** What the guard does with a call that is certainly part of a loop. */
export type Mode = 'break' | 'chance_then_break' | 'warn';

/** From mild to strict. A nudge is a warning that the model also reads. */
export type Action = 'continue' | 'warn' | 'nudge' | 'ask' | 'chance' | 'break';

export interface EngineSettings extends DetectorValues {
  readonly enabled: boolean;
  readonly mode: Mode;
  /** One action for each certain detection; the last one repeats. If it is empty, the mode decides. */
  readonly actions: readonly Action[];
  /** How many recent answers of the model are compared. */
  readonly windowSize: number;
  /** After a longer pause, earlier calls no longer count. */
  readonly ttlSeconds: number;
  readonly detectors: readonly DetectorId[];
}

export interface SettingsQuestion {
  readonly conversationId: string;
  readonly tool: string;
  readonly parsed: unknown;
  readonly model: ModelName | undefined;
}

/** The same object may be used for many calls. */
export interface CallSettings {
  readonly values: EngineSettings;
  readonly exempt: boolean;
  /** How much the conversation keeps: enough for every tool. */
  readonly keep: { readonly calls: number; readonly ttlSeconds: number };
  readonly detectors: readonly Detector[];
  /** For a tool that names its operation in an argument. */
  readonly operation: string | undefined;
  /** Names of arguments to ignore in comparisons, in addition to comments for the user. If empty, all are compared. */
  readonly ignored: readonly string[];
  /** The tool ends the agent's work or asks the user, and runs even after a stop. */
  readonly isAlwaysAllowed: boolean;
}
