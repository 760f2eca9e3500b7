import type { Counts } from '../../engine/conversation';
import type { Translate } from '../words/language';
import { numberText, loopsText } from '../words/numberText';
import { loopsOf, refusedOf, type MetricsTally } from './tally';

export interface CountWords {
  readonly translate: Translate;
  /** Such as `de`; says how digits are grouped. */
  readonly language: string;
}

export function checkedText(count: number, { translate, language }: CountWords): string {
  return count === 1
    ? translate('1 call checked')
    : translate('{count} calls checked', { count: numberText(count, language) });
}

export function blockedText(count: number, { translate, language }: CountWords): string {
  return translate('{count} blocked', { count: numberText(count, language) });
}

export function warningsText(count: number, { translate, language }: CountWords): string {
  return count === 1 ? translate('1 warning') : translate('{count} warnings', { count: numberText(count, language) });
}

export function chancesText(count: number, { translate, language }: CountWords): string {
  return count === 1
    ? translate('1 second chance')
    : translate('{count} second chances', { count: numberText(count, language) });
}

export function recoveredText(count: number, { translate, language }: CountWords): string {
  return translate('{count} changed course', { count: numberText(count, language) });
}

export function stoppedLoopsText(count: number, { translate, language }: CountWords): string {
  return count === 1
    ? translate('1 loop stopped')
    : translate('{count} loops stopped', { count: numberText(count, language) });
}

export function countsText(tally: MetricsTally, words: CountWords): string {
  const refused = refusedOf(tally);
  return [
    checkedText(tally.calls, words),
    ...(refused === 0 ? [] : [blockedText(refused, words)]),
    ...(tally.warnings === 0 ? [] : [warningsText(tally.warnings, words)]),
    loopsText(loopsOf(tally), words.translate, numberText(loopsOf(tally), words.language)),
  ].join(', ');
}

export function activityText(counts: Counts, words: CountWords): string {
  const { calls, warnings, chances, breaks, mitigations } = counts;
  return [
    checkedText(calls, words),
    warningsText(warnings, words),
    ...(chances === 0 ? [] : [chancesText(chances, words)]),
    ...(mitigations === 0 ? [] : [recoveredText(mitigations, words)]),
    breaks === 0 ? words.translate('no loops stopped') : stoppedLoopsText(breaks, words),
  ].join(', ');
}
