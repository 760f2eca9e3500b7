/** The score as a table, with the columns of EVAL.md. */
import { perThousandClean, share, type Score } from './score';

export interface Row {
  readonly rule: string;
  readonly severity: string;
  readonly score: Score;
}

const kinds = ['exact', 'cycle', 'same-error', 'same-result', 'similar'];

const columns: readonly { readonly title: string; readonly cell: (row: Row) => string }[] = [
  { title: 'rule', cell: (row) => row.rule },
  { title: 'rung', cell: (row) => row.severity },
  { title: 'recall', cell: ({ score }) => share(score.recall).toFixed(2) },
  { title: 'saved', cell: ({ score }) => score.saved.toFixed(2) },
  { title: 'delay', cell: ({ score }) => String(score.delay ?? '–') },
  { title: 'hard FA', cell: ({ score }) => share(score.hard).toFixed(3) },
  { title: 'clean FA/1000', cell: ({ score }) => perThousandClean(score).toFixed(2) },
  ...kinds.map((kind) => ({
    title: kind,
    cell: ({ score }: Row): string => {
      const { hit, of } = score.byKind.get(kind) ?? { hit: 0, of: 0 };
      return `${hit}/${of}`;
    },
  })),
];

export function table(rows: readonly Row[]): string {
  const padded = columns.map(({ title, cell }) => {
    const cells = [title, ...rows.map(cell)];
    const width = Math.max(...cells.map((text) => text.length));
    const [head = '', ...body] = cells.map((text) => text.padEnd(width));
    return [head, '-'.repeat(width), ...body];
  });
  return [-1, 0, ...rows.keys()].map((_, line) => `| ${padded.map((column) => column[line]).join(' | ')} |`).join('\n');
}
