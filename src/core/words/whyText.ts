import type { WeighedCall } from '../../engine/rules/finding';
import type { Gain } from '../../engine/ledger/gain';
import type { Translate } from './language';

/** More calls, or rows of them, aren't named one by one. */
const NAMED_CALLS = 12;

/**
 * Such as `calls 3, 5: the same result`; empty if there are none. Names the patterns that read the results, if given.
 * @param numberOf the number of a call as the reader knows it; undefined for a call that isn't shown
 */
export function broughtTexts(
  calls: readonly WeighedCall[],
  translate: Translate,
  numberOf: (index: number) => number | undefined,
): string {
  const groups = new Map<string, WeighedCall[]>();
  for (const call of calls) {
    const key = `${call.gain} ${call.because}`;
    groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  const texts = [...groups.values()].flatMap((group) => {
    const [{ gain, because }] = group as [WeighedCall];
    const numbers = group.flatMap(({ index }) => numberOf(index) ?? []);
    const named = numbersText(numbers, translate);
    const brought = `${gainText(gain, translate)}${because === undefined ? '' : ` (${because})`}`;
    if (numbers.length === 0) {
      return [];
    }
    return numbers.length === 1
      ? translate('call {number}: {brought}', { number: named, brought })
      : translate('calls {numbers}: {brought}', { numbers: named, brought });
  });
  return texts.join('; ');
}

/** Such as `1, 3 to 5`. */
export function numbersText(numbers: readonly number[], translate: Translate): string {
  const runs: { readonly first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.last === number - 1) {
      run.last = number;
    } else {
      runs.push({ first: number, last: number });
    }
  }
  const texts = runs.flatMap(({ first, last }) =>
    last - first > 1 ? [translate('{first} to {last}', { first, last })] : [...new Set([`${first}`, `${last}`])],
  );
  return [...(texts.length > NAMED_CALLS ? ['…'] : []), ...texts.slice(-NAMED_CALLS)].join(', ');
}

function gainText(gain: Gain, translate: Translate): string {
  const texts: Record<Gain, string> = {
    new: translate('a new result'),
    acknowledged: translate('done'),
    changed: translate('a different result'),
    same: translate('the same result'),
    failedAnew: translate('a new failure'),
    failedSame: translate('the same failure'),
    unknown: translate('a result that couldn’t be seen'),
  };
  return texts[gain];
}
