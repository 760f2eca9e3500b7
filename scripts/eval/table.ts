import { perThousandClean, share, type Score } from './score';

export interface Row {
  readonly rule: string;
  readonly severity: string;
  readonly score: Score;
}

const kinds = ['exact', 'cycle', 'same-error', 'same-result', 'similar'];

const columns: readonly Column<Row>[] = [
  { title: 'rule', cell: (row) => row.rule },
  { title: 'action', cell: (row) => row.severity },
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

export interface Column<Of> {
  readonly title: string;
  readonly cell: (row: Of) => string;
}

export function table(rows: readonly Row[]): string {
  return markdown(columns, rows);
}

export function markdown<Of>(columns: readonly Column<Of>[], rows: readonly Of[]): string {
  const padded = columns.map(({ title, cell }) => {
    const cells = [title, ...rows.map(cell)];
    const width = Math.max(...cells.map((text) => text.length));
    const [head = '', ...body] = cells.map((text) => text.padEnd(width));
    return [head, '-'.repeat(width), ...body];
  });
  return [-1, 0, ...rows.keys()].map((_, line) => `| ${padded.map((column) => column[line]).join(' | ')} |`).join('\n');
}

/** For documents: a line doesn't change with the others. */
export function plainMarkdown<Of>(columns: readonly Column<Of>[], rows: readonly Of[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => title)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map(({ cell }) => cell(row)))),
  ].join('\n');
}
