export interface Column<Of> {
  readonly title: string;
  readonly cell: (row: Of) => string;
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
