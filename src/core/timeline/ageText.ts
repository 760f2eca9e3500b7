import type { Translate } from '../words/language';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago something was, in the largest unit that fits. @param ageMs milliseconds */
export function ageText(ageMs: number, translate: Translate): string {
  if (ageMs < MINUTE_MS) {
    return translate('now');
  }
  if (ageMs < HOUR_MS) {
    return translate('{minutes} min ago', { minutes: Math.floor(ageMs / MINUTE_MS) });
  }
  if (ageMs < DAY_MS) {
    return translate('{hours} h ago', { hours: Math.floor(ageMs / HOUR_MS) });
  }
  const days = Math.floor(ageMs / DAY_MS);
  return days === 1 ? translate('1 day ago') : translate('{days} days ago', { days });
}
