import type { Configuration } from '../../core/settings/configuration';
import { type EffectiveSettings, fixedBy, fixedText, settingFixedBy } from '../../core/settings/resolve';
import { parseConfiguration } from '../../core/settings/parse';
import { type EngineKey, SECTION } from '../../core/settings/table';
import { readRawSettings } from './configuration';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

/** Tells the person where the machine-wide settings decide a value of a chat. @returns whether they do */
export function tellIfFixed({ origins }: EffectiveSettings, key: EngineKey): boolean {
  return told(key, fixedBy(origins, key));
}

/** Tells the person where a setting as a whole is that of the machine. @returns whether it is */
export function tellIfSettingFixed(configuration: Pick<Configuration, 'machine'>, name: string): boolean {
  return told(name, settingFixedBy(configuration, name));
}

/** The same for any of several settings, whatever the person and the workspace have set. */
export function tellIfAnyFixed(names: readonly string[]): boolean {
  const configuration = parseConfiguration({ machine: readRawSettings().machine });
  return names.some((name) => tellIfSettingFixed(configuration, name));
}

function told(name: string, file: string | undefined): boolean {
  if (file !== undefined) {
    const text = fixedText(`${SECTION}.${name}`, file, translate);
    void prompts.showInformationMessage(text.replaceAll('`', '"'));
  }
  return file !== undefined;
}
