import type { EngineKey, TierSettings } from '../settings/table';
import type { Translate } from '../words/language';

/** As a user would type it. */
export function valueText(value: TierSettings[EngineKey], translate: Translate): string {
  return Array.isArray(value) ? value.join(', ') || translate('none') : String(value);
}

export function secondsText(count: number, translate: Translate): string {
  return count === 1 ? translate('1 second') : translate('{count} seconds', { count });
}
