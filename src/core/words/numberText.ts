import type { Translate } from './language';

/** Rounded, with digits grouped. @param language such as `de`; an unknown one counts as English */
export function numberText(value: number, language: string): string {
  let known = 'en';
  try {
    [known = 'en'] = Intl.getCanonicalLocales(language);
  } catch {
    // Not the name of a language.
  }
  return new Intl.NumberFormat(known).format(Math.round(value));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** In the largest unit that fits. */
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

/** @param shown the count, formatted for the user's language */
export function loopsText(count: number, translate: Translate, shown: string | number = count): string {
  return count === 0
    ? translate('no loops')
    : count === 1
      ? translate('1 loop')
      : translate('{count} loops', { count: shown });
}
