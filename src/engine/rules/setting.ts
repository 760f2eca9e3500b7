export interface CountSetting {
  readonly kind: 'count';
  readonly default: number;
  /** Apart from a 0 that turns something off. */
  readonly least: number;
  /** 0 is also allowed and means never. */
  readonly orNever?: boolean;
  readonly most: number;
  readonly description: string;
}

interface NumberSetting {
  readonly kind: 'number';
  readonly default: number;
  readonly least: number;
  readonly most: number;
  readonly description: string;
}

interface SwitchSetting {
  readonly kind: 'switch';
  readonly default: boolean;
  readonly description: string;
}

interface ChoiceSetting<Word extends string = string> {
  readonly kind: 'choice';
  readonly default: NoInfer<Word>;
  readonly words: Readonly<Record<Word, string>>;
  readonly description: string;
}

/** Descriptions link to another setting as `#toolLoopGuard.name#`. */
export type Setting = CountSetting | NumberSetting | SwitchSetting | ChoiceSetting;

/** The names are unique among all detectors. */
export type SettingsTable = Readonly<Record<string, Setting>>;

type ValueOf<Of> = Of extends { readonly kind: 'count' | 'number' }
  ? number
  : Of extends { readonly kind: 'switch' }
    ? boolean
    : Of extends { readonly kind: 'choice'; readonly words: Readonly<Record<infer Word, string>> }
      ? Word
      : never;

export type ValuesOf<Settings extends SettingsTable> = { readonly [Key in keyof Settings]: ValueOf<Settings[Key]> };

export type CountKeys<Settings extends SettingsTable> = {
  [Key in keyof Settings]: Settings[Key] extends { readonly kind: 'count' } ? Key : never;
}[keyof Settings] &
  string;

/** Below two, nothing repeats. */
const COUNT_BOUNDS = { least: 2, most: 1000 } as const;

export function count(
  defaultCount: number,
  description: string,
  more: Partial<Pick<CountSetting, 'least' | 'most' | 'orNever'>> = {},
): CountSetting {
  return { kind: 'count', default: defaultCount, ...COUNT_BOUNDS, description, ...more };
}

export function onOff(isOn: boolean, description: string): SwitchSetting {
  return { kind: 'switch', default: isOn, description };
}

export function choice<const Word extends string>(
  defaultWord: NoInfer<Word>,
  description: string,
  words: Readonly<Record<Word, string>>,
): ChoiceSetting<Word> {
  return { kind: 'choice', default: defaultWord, words, description };
}
