import type { Translate } from '../words/language';
import { numberText } from '../words/numberText';
import { loopsOf, refusedOf, type Tally } from './tally';

/** What texts about counts are written with. */
export interface CountWords {
  readonly translate: Translate;
  /** Of the person, such as `de`; it says how digits are grouped. */
  readonly language: string;
}

/** How many calls were checked. */
export function checkedText(count: number, { translate, language }: CountWords): string {
  return count === 1
    ? translate('1 call checked')
    : translate('{count} calls checked', { count: numberText(count, language) });
}

/** How many calls were blocked. */
export function blockedText(count: number, { translate, language }: CountWords): string {
  return translate('{count} blocked', { count: numberText(count, language) });
}

/** How many warnings there were. */
export function warningsText(count: number, { translate, language }: CountWords): string {
  return count === 1 ? translate('1 warning') : translate('{count} warnings', { count: numberText(count, language) });
}

/** How many loops there were. */
export function loopsText(count: number, { translate, language }: CountWords): string {
  return count === 0
    ? translate('no loops')
    : count === 1
      ? translate('1 loop')
      : translate('{count} loops', { count: numberText(count, language) });
}

/** The counts that matter at a glance: calls, what was done about them where it was anything, and loops. */
export function countsText(tally: Tally, words: CountWords): string {
  const refused = refusedOf(tally);
  return [
    checkedText(tally.calls, words),
    ...(refused === 0 ? [] : [blockedText(refused, words)]),
    ...(tally.warnings === 0 ? [] : [warningsText(tally.warnings, words)]),
    loopsText(loopsOf(tally), words),
  ].join(', ');
}
