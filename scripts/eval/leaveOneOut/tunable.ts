/** What is chosen on recorded sessions, and the values to try: all settings, and all numbers in rules and ledger. */
import { DETECTOR_IDS, DETECTOR_SETTINGS, detectorOf, type DetectorId } from '../../../src/engine/rules/registry';
import type { Setting } from '../../../src/engine/rules/setting';
import type { Configuration } from '../../../src/core/settings/configuration';
import { parseConfiguration } from '../../../src/core/settings/parse';
import { rowOf } from '../../../src/core/settings/table';
import { CONSTANTS, detectorsWith, type OtherConstants } from './constants';

export type Value = string | number | boolean;

/** Settings as in a settings file, and constants by ID; others have their defaults. */
export type Choice = Readonly<Record<string, Value>>;

const SMALL = 8;
const SMALLER = 0.5;
const LARGER = 1.5;
const STEPS = [-0.1, -0.05, 0.05];

/** By name, the default first. Without entries that have a single value: a limit that is off stays off. */
export const TUNABLE: ReadonlyMap<string, readonly Value[]> = new Map(
  [
    ...Object.entries({ ...DETECTOR_SETTINGS, windowSize: rowOf('windowSize').value as Setting }).map(
      ([name, setting]): [string, readonly Value[]] => [name, valuesOf(setting)],
    ),
    ...[...CONSTANTS].map(([id, { value }]): [string, readonly Value[]] => [id, [value, ...near(value)]]),
  ].filter(([, values]) => values.length > 1),
);

export function settingsIn(choice: Choice): Choice {
  return Object.fromEntries(Object.entries(choice).filter(([name]) => !CONSTANTS.has(name)));
}

export function configurationWith(choice: Choice): Configuration {
  const defaults = parseConfiguration({});
  return { ...defaults, tiers: [{ origin: { kind: 'user' }, values: settingsIn(choice) }, ...defaults.tiers] };
}

export function constantsIn(choice: Choice): OtherConstants {
  const constants = Object.entries(choice).filter(([name, value]) => (CONSTANTS.get(name)?.value ?? value) !== value);
  return Object.fromEntries(constants) as OtherConstants;
}

function valuesOf(setting: Setting): readonly Value[] {
  switch (setting.kind) {
    case 'switch':
      return [setting.default, !setting.default];
    case 'choice':
      return [...new Set([setting.default, ...Object.keys(setting.words)])];
    case 'number':
      return within(setting, [setting.default, ...near(setting.default)]);
    case 'count': {
      const { default: usual } = setting;
      return usual === 0 ? [usual] : within(setting, [usual, ...near(usual)]);
    }
  }
}

function near(usual: number): number[] {
  if (!Number.isInteger(usual)) {
    return STEPS.map((step) => Number((usual + step).toFixed(2)));
  }
  return usual <= SMALL ? [usual - 1, usual + 1] : [Math.round(usual * SMALLER), Math.round(usual * LARGER)];
}

function within(
  { least, most }: { readonly least: number; readonly most: number },
  values: readonly number[],
): number[] {
  return values.filter((value) => value >= least && value <= most);
}

/** This choice, and all that differ from it in one setting. */
export function neighbours(choice: Choice, name: string): Choice[] {
  return (TUNABLE.get(name) ?? []).map((value) => ({ ...choice, [name]: value }));
}

/** The detectors that it concerns: all if it is empty, or changes what they share. */
export function detectorsOf(choice: Choice): readonly DetectorId[] {
  const concerned = Object.keys(choice).map((name) => {
    const constant = CONSTANTS.get(name);
    return constant === undefined
      ? DETECTOR_IDS.filter((id) => name in detectorOf(id).settings)
      : detectorsWith(constant);
  });
  return concerned.length > 0 && concerned.every((ids) => ids.length > 0) ? concerned.flat() : DETECTOR_IDS;
}

/** The values that find the most: the lowest limits and the longest lengths, with each measure. */
export const KEEN: readonly Choice[] = (TUNABLE.get('similarityAlgorithm') ?? []).map((similarityAlgorithm) => ({
  ...Object.fromEntries(
    [...TUNABLE]
      .filter(([name]) => !CONSTANTS.has(name))
      .map(([name, [usual = 0, ...others]]) => {
        const numbers = [usual, ...others].filter((value) => typeof value === 'number');
        const isLength = name === 'maxPatternLength' || name === 'windowSize';
        return [name, numbers.length === 0 ? usual : isLength ? Math.max(...numbers) : Math.min(...numbers)];
      }),
  ),
  similarityAlgorithm,
}));

/** Equal for choices with the same meaning. */
export function choiceKey(choice: Choice): string {
  return Object.entries(choice)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(' ');
}
