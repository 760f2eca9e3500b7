import type { DetectorId } from './finding';

/** What the guard does with a call that is certainly part of a loop. */
export type Mode = 'break' | 'chance_then_break' | 'warn';

/** What a detection leads to, from mild to strict. */
export type Action = 'continue' | 'warn' | 'ask' | 'chance' | 'break';

/** What holds for a call whatever detector looks at it. */
export interface GeneralSettings {
  readonly enabled: boolean;
  readonly mode: Mode;
  /** One action for each certain detection of a conversation, the last one for all that follow. Empty: the mode decides. */
  readonly actions: readonly Action[];
  /** How many calls of a conversation are looked at. */
  readonly windowSize: number;
  /** Calls older than this no longer count. */
  readonly ttlSeconds: number;
  /** The kinds of loop that are looked for. */
  readonly detectors: readonly DetectorId[];
}

/** The settings of all detectors side by side, as a person writes them. */
export interface DetectorOptions {
  readonly warnRepeats: number;
  readonly maxRepeats: number;
  readonly minPatternLength: number;
  readonly maxPatternLength: number;
  readonly minPatternRepetitions: number;
  readonly maxPatternRepetitions: number;
  readonly similarityAlgorithm: 'levenshtein' | 'jaccard';
  readonly similarityThreshold: number;
  readonly normalizeWhitespace: boolean;
  readonly ignoreCase: boolean;
  readonly warnSimilar: number;
  readonly maxSimilar: number;
  readonly warnStalls: number;
  readonly maxStalls: number;
  readonly warnRevisits: number;
  readonly maxRevisits: number;
}

/** The effective settings that one call is judged by. */
export interface EngineSettings extends GeneralSettings, DetectorOptions {}

export type SettingKey = keyof EngineSettings;
