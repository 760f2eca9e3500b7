import type { EngineKey, TierSettings } from '../settings/schema';
import type { Translate } from '../words/language';

/** The value of a setting as a person would type it. */
export function valueText(value: TierSettings[EngineKey], translate: Translate): string {
  return Array.isArray(value) ? value.join(', ') || translate('none') : String(value);
}
