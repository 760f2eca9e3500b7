import type { MedianRemainder } from './savings';
import { perThousandClean, type Score, share } from './score';
import type { Row } from './table';

const SHOWN: readonly (readonly [string, string, (row: Row) => boolean])[] = [
  [
    'Tool Loop Guard, defaults',
    'warns or acts',
    ({ rule, severity }) => rule.startsWith('Tool Loop Guard') && severity === 'hint',
  ],
  [
    'Tool Loop Guard, defaults',
    'acts',
    ({ rule, severity }) => rule.startsWith('Tool Loop Guard') && severity === 'block',
  ],
  ['four identical calls in a row', 'acts', ({ rule }) => rule.startsWith('identical: 4')],
  ['three identical calls in a row', 'acts', ({ rule }) => rule.startsWith('identical: 3')],
  ['window of 10, third occurrence, cycles of 2–5 twice', 'acts', ({ rule }) => rule.startsWith('aaagent-rs')],
];

/** Scores and savings that the documents must state, but don't. */
export function missingInDocuments(
  documents: string,
  rows: readonly Row[],
  { loops, calls }: MedianRemainder,
): string[] {
  const expected = SHOWN.map(([name, severity, isIt]) => {
    const score = rows.find(isIt)?.score;
    return score === undefined ? `a score for ${name}` : `| ${name} | ${severity} | ${figures(score)} |`;
  });
  const text = documents.replace(/\s+/g, ' ');
  return [...expected, `the ${loops} labeled loops`, `median of ${calls} calls`].filter((part) => !text.includes(part));
}

function figures(score: Score): string {
  return [share(score.recall).toFixed(2), share(score.hard).toFixed(3), perThousandClean(score).toFixed(2)].join(' | ');
}
