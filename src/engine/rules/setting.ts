interface SettingOf<Kind extends string, Value> {
  readonly kind: Kind;
  readonly default: Value;
  /** May link to another setting as `#toolLoopGuard.name#`. */
  readonly description: string;
}

export interface CountSetting extends SettingOf<'count', number> {
  /** Apart from a 0 that turns something off. */
  readonly least: number;
  /** 0 is also allowed and means never. */
  readonly orNever?: boolean;
  readonly most: number;
}

interface NumberSetting extends SettingOf<'number', number> {
  readonly least: number;
  readonly most: number;
}

interface ChoiceSetting<Word extends string = string> extends SettingOf<'choice', NoInfer<Word>> {
  readonly words: Readonly<Record<Word, string>>;
}

export type Setting = CountSetting | NumberSetting | SettingOf<'switch', boolean> | ChoiceSetting;

/** The names are unique among all detectors. */
export type SettingsTable = Readonly<Record<string, Setting>>;

type ValueOf<Of extends Setting> = Of extends { readonly words: Readonly<Record<infer Word, string>> }
  ? Word
  : Of['default'];

export type ValuesOf<Settings extends SettingsTable> = { readonly [Key in keyof Settings]: ValueOf<Settings[Key]> };

export type CountKeys<Settings extends SettingsTable> = {
  [Key in keyof Settings]: Settings[Key] extends { readonly kind: 'count' } ? Key : never;
}[keyof Settings] &
  string;

/** By default at least two: below that, nothing repeats. */
export function count(
  defaultCount: number,
  description: string,
  more: Partial<Pick<CountSetting, 'least' | 'most' | 'orNever'>> = {},
): CountSetting {
  return { kind: 'count', default: defaultCount, least: 2, most: 1000, description, ...more };
}

export function onOff(isOn: boolean, description: string): SettingOf<'switch', boolean> {
  return { kind: 'switch', default: isOn, description };
}

export function choice<const Word extends string>(
  defaultWord: NoInfer<Word>,
  description: string,
  words: Readonly<Record<Word, string>>,
): ChoiceSetting<Word> {
  return { kind: 'choice', default: defaultWord, words, description };
}
