import {
  DETECTOR_IDS,
  DETECTOR_KEYS,
  DETECTOR_SETTINGS,
  type DetectorValues,
  type DetectorId,
} from '../../engine/rules/registry';
import type { Action, EngineSettings, SettingKey } from '../../engine/rules/settings';
import type { PresetName } from './presetNames';
import { DEFAULT_ALWAYS_ALLOWED_TOOLS } from './toolDefaults';

/*
 * What holds where nothing is set. Kept apart from the schemas: a hook that decides alone loads those only where
 * something is set, for it would take almost a quarter longer beyond the start of Node.
 */

/** As the schema has them, whose lists may be changed. */
interface DefaultValues extends EngineSettings {
  readonly preset: PresetName;
  readonly actions: Action[];
  readonly detectors: DetectorId[];
}

/** The built-in defaults, the weakest tier. The settings stand in the order of the schema. */
export const DEFAULTS: DefaultValues = {
  enabled: true,
  ...detectorDefaults(true),
  ttlSeconds: 120,
  mode: 'break',
  actions: [],
  preset: 'recommended',
  // Room for three passes of a cycle of five and as many other calls.
  windowSize: 40,
  detectors: DETECTOR_IDS,
  ...detectorDefaults(false),
};

export const ENGINE_KEYS = Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[];

/** The settings that a call is checked by: all but the preset, whose values stand among them. */
export const JUDGED_KEYS = ENGINE_KEYS.filter((key): key is SettingKey => key !== 'preset');

/** For answers of models. */
export const ANSWER_DEFAULTS = {
  guardedModels: [] as string[],
  selfAwareness: false,
  maxTextRepetitions: 5,
};

/** For what surrounds the guard. */
export const WINDOW_DEFAULTS = {
  alwaysAllowedTools: [...DEFAULT_ALWAYS_ALLOWED_TOOLS],
  budget: {},
  adaptive: false,
  stopSingleChats: true,
  watchCodexChats: true,
  onStop: '',
  recordConversations: 'off' as const,
};

/** For counts that are sent to a server of the person's own. */
export const TELEMETRY_DEFAULTS = { telemetry: 'off' as const, telemetryEndpoint: '', telemetryEvents: false };

/** Each part has the type of the whole: which settings are main ones is known from the registry's values alone. */
function detectorDefaults(areMain: boolean): DetectorValues {
  const wanted = DETECTOR_KEYS.filter((key) => (DETECTOR_SETTINGS[key].isMain === true) === areMain);
  return Object.fromEntries(wanted.map((key) => [key, DETECTOR_SETTINGS[key].default])) as unknown as DetectorValues;
}
