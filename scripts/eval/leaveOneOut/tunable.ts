/** The settings that are chosen on recorded sessions, all from the registry, and the values that are tried for each. */
import { DETECTOR_IDS, DETECTOR_SETTINGS, detectorOf, type DetectorId } from '../../../src/engine/rules/registry';
import type { Setting } from '../../../src/engine/rules/setting';
import { GENERAL_SETTINGS } from '../../../src/library/settings';

type Value = string | number | boolean;

/** Settings as a person would write them; what is left out has its default. */
export type Choice = Readonly<Record<string, Value>>;

/** Up to here, the next whole numbers are tried. */
const SMALL = 8;
const SMALLER = 0.5;
const LARGER = 1.5;
/** Steps of a number between 0 and 1. */
const STEPS = [-0.1, -0.05, 0.05];

/** By setting, its default first. A setting with a single value is left out: a limit that is off stays off. */
export const TUNABLE: ReadonlyMap<string, readonly Value[]> = new Map(
  Object.entries({ ...DETECTOR_SETTINGS, windowSize: GENERAL_SETTINGS.windowSize })
    .map(([name, setting]): [string, readonly Value[]] => [name, valuesOf(setting)])
    .filter(([, values]) => values.length > 1),
);

function valuesOf(setting: Setting): readonly Value[] {
  switch (setting.kind) {
    case 'switch':
      return [setting.default, !setting.default];
    case 'choice':
      return [...new Set([setting.default, ...Object.keys(setting.words)])];
    case 'number':
      return within(setting, [setting.default, ...STEPS.map((step) => Number((setting.default + step).toFixed(2)))]);
    case 'count': {
      const { default: usual } = setting;
      const others =
        usual <= SMALL ? [usual - 1, usual + 1] : [Math.round(usual * SMALLER), Math.round(usual * LARGER)];
      return usual === 0 ? [usual] : within(setting, [usual, ...others]);
    }
  }
}

function within(
  { least, most }: { readonly least: number; readonly most: number },
  values: readonly number[],
): number[] {
  return values.filter((value) => value >= least && value <= most);
}

/** All choices that differ from this one in a single setting, and this one. */
export function neighbours(choice: Choice, name: string): Choice[] {
  return (TUNABLE.get(name) ?? []).map((value) => ({ ...choice, [name]: value }));
}

/** The detectors that a choice concerns; undefined: all of them. */
export function detectorsOf(choice: Choice): ReadonlySet<DetectorId> | undefined {
  const names = Object.keys(choice);
  const found = DETECTOR_IDS.filter((id) => names.some((name) => name in detectorOf(id).settings));
  return names.every((name) => found.some((id) => name in detectorOf(id).settings)) ? new Set(found) : undefined;
}

/** The values of a detector's settings with which it finds most; without an argument, those of all detectors. */
export function keenest(detector?: DetectorId): Choice {
  const lowest = [...TUNABLE].flatMap(([name, values]): [string, Value][] => {
    const ofDetector = detector === undefined ? name in DETECTOR_SETTINGS : name in detectorOf(detector).settings;
    const numbers = values.filter((value) => typeof value === 'number');
    return ofDetector && numbers.length > 0 ? [[name, Math.min(...numbers)]] : [];
  });
  const longest = detector === undefined || detector === 'cycle' ? { maxPatternLength: longestPattern() } : {};
  const widest = detector === undefined ? { windowSize: Math.max(...numbersOf('windowSize')) } : {};
  return { ...Object.fromEntries(lowest), ...longest, ...widest };
}

const numbersOf = (name: string): number[] => (TUNABLE.get(name) ?? []).filter((value) => typeof value === 'number');

/** Of this setting, more finds more. */
const longestPattern = (): number => Math.max(...numbersOf('maxPatternLength'));

/** Equal for choices that mean the same. */
export function choiceKey(choice: Choice): string {
  return Object.entries(choice)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(' ');
}
