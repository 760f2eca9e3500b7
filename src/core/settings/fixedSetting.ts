import type { Translate } from '../words/language';
import { codeSpan } from '../words/pages/markdown';
import type { Configuration, Origin, Origins } from './configuration';
import type { EngineKey } from './schema';

/** The file of the machine-wide settings that decide a value, so that no chat can change it; undefined: it can. */
export function fixedBy(origins: Origins, key: EngineKey): string | undefined {
  // Both say what to do with a loop; `actions` in the machine-wide settings override a mode.
  return machineFileOf(origins[key]) ?? (key === 'mode' ? machineFileOf(origins.actions) : undefined);
}

/** The same for a setting as a whole, as the user's settings would change it. */
export function settingFixedBy({ machine }: Pick<Configuration, 'machine'>, name: string): string | undefined {
  return machine?.names.has(name) === true ? machine.file : undefined;
}

/** Says that a setting cannot be changed, as Markdown. */
export function fixedText(setting: string, file: string, translate: Translate): string {
  return translate('{setting} is set for this machine in {file} and can’t be changed here.', {
    setting: codeSpan(setting),
    file: codeSpan(file),
  });
}

function machineFileOf(origin: Origin): string | undefined {
  switch (origin.kind) {
    case 'machine':
      return origin.file;
    case 'preset':
      return machineFileOf(origin.of);
    default:
      return undefined;
  }
}
