import type { DetectorValues } from './detectors/registry';
import type { DetectorId } from './finding';

/** What the guard does with a call that is certainly part of a loop. */
export type Mode = 'break' | 'chance_then_break' | 'warn';

/** What a detection leads to, from mild to strict. A nudge is a warning that the model reads too, beside the result. */
export type Action = 'continue' | 'warn' | 'nudge' | 'ask' | 'chance' | 'break';

/** The settings of a call that apply to every detector. */
interface GeneralSettings {
  readonly enabled: boolean;
  readonly mode: Mode;
  /** One action for each certain detection of a conversation, the last for all that follow. Empty: the mode decides. */
  readonly actions: readonly Action[];
  /** How many calls of a conversation are looked at. */
  readonly windowSize: number;
  /** Calls older than this no longer count. */
  readonly ttlSeconds: number;
  /** The kinds of loop that are looked for. */
  readonly detectors: readonly DetectorId[];
}

/** The effective settings that one call is judged by. */
export interface EngineSettings extends GeneralSettings, DetectorValues {}

export type SettingKey = keyof EngineSettings;
