import { type CountKey, DETECTOR_SETTINGS, RULES } from '../../engine/rules/registry';
import type { EngineSettings } from '../../engine/rules/settings';
import { DEFAULTS } from './defaults';

/** The limit that each early warning stands before. */
const LIMITS = new Map(RULES.map(({ likely, certain }) => [likely, certain]));

/** A limit that is set out of reach, so that nothing is stopped, still has a warning. */
const MOST_FACTOR = 2;

/** The early warnings, in the order of the detectors. */
export const WARNING_KEYS: readonly CountKey[] = [...LIMITS.keys()];

/** An early warning that follows its limit. */
export interface FollowingWarning {
  readonly key: CountKey;
  readonly limit: CountKey;
  readonly value: number;
}

/**
 * The early warnings that follow their limits, each as far as it isn't its default. A raised limit moves its warning
 * as much later, up to twice as late; a lowered one leaves it where it is. In mode `warn` nothing is blocked, so the
 * person is warned at the main limit itself.
 * @param isSet whether somebody has set a warning, which then follows nothing
 * @param isFixed whether a limit moves no warning: that of a preset, or of a single tool, which is an exception
 */
export function followingWarnings(
  values: EngineSettings,
  isSet: (key: CountKey) => boolean,
  isFixed: (key: CountKey) => boolean,
): FollowingWarning[] {
  const onlyWarns = values.mode === 'warn' && values.actions.length === 0;
  const following = (key: CountKey, limit: CountKey): number =>
    isFixed(limit) ? DEFAULTS[key] : followed(key, limit, values[limit]);
  return [...LIMITS].flatMap(([key, limit]) => {
    if (isSet(key)) {
      return [];
    }
    const value = onlyWarns && DETECTOR_SETTINGS[limit].isMain === true ? values[limit] : following(key, limit);
    return value === DEFAULTS[key] ? [] : [{ key, limit, value }];
  });
}

function followed(key: CountKey, limit: CountKey, now: number): number {
  const { [key]: warning, [limit]: normal } = DEFAULTS;
  // Where there is no limit by default, the warning stands for itself.
  return normal === 0 || now <= normal ? warning : Math.min(warning + now - normal, MOST_FACTOR * warning);
}
