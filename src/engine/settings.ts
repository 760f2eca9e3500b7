import type { DetectorValues } from './detectors/registry';
import type { DetectorId } from './finding';

/** What the guard does with a call that is certainly part of a loop. */
export type Mode = 'break' | 'chance_then_break' | 'warn';

/** What a detection leads to, from mild to strict. A nudge is a warning that the model also reads. */
export type Action = 'continue' | 'warn' | 'nudge' | 'ask' | 'chance' | 'break';

/** The settings of a call that apply to every detector. */
interface GeneralSettings {
  readonly enabled: boolean;
  readonly mode: Mode;
  /** One action for each certain detection of a conversation; the last one repeats. Empty: the mode decides. */
  readonly actions: readonly Action[];
  /** How many recent calls of a conversation are compared. */
  readonly windowSize: number;
  /** Calls older than this no longer count. */
  readonly ttlSeconds: number;
  /** The kinds of loops to detect. */
  readonly detectors: readonly DetectorId[];
}

/** The effective settings for one call. */
export interface EngineSettings extends GeneralSettings, DetectorValues {}

export type SettingKey = keyof EngineSettings;
