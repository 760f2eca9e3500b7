import type { Translate } from './language';

/**
 * How many loops there were.
 * @param shown the count as the person's language writes it
 */
export function loopsText(count: number, translate: Translate, shown: string | number = count): string {
  return count === 0
    ? translate('no loops')
    : count === 1
      ? translate('1 loop')
      : translate('{count} loops', { count: shown });
}
