import { actionLabel, modeLabel } from '../settings/mode';
import { presetLabel } from '../settings/presets';
import type { EngineKey, TierSettings } from '../settings/table';
import type { Translate } from '../words/language';
import { codeSpan } from '../words/pages/markdown';

/** The value of a setting as Markdown, in the words by which a person picks it where there are such. */
export function valueText(key: EngineKey, values: TierSettings, translate: Translate): string {
  const value = values[key];
  if (typeof value === 'boolean') {
    return value ? translate('on') : translate('off');
  }
  if (typeof value === 'number') {
    return key === 'ttlSeconds' ? secondsText(value, translate) : String(value);
  }
  switch (key) {
    case 'mode':
      return modeLabel(values.mode, translate);
    case 'preset':
      return presetLabel(values.preset, translate);
    case 'actions':
      return values.actions.map((action) => actionLabel(action, translate)).join(', ') || translate('none');
    default:
      return codeSpan([value].flat().join(', '));
  }
}

export function secondsText(count: number, translate: Translate): string {
  return count === 1 ? translate('1 second') : translate('{count} seconds', { count });
}
