import { cpus } from 'node:os';
import { digits } from './figure';
import { limitOf, type MeasuredRow, misses, type Row } from './rows';

function cellsOf(row: Row): { readonly what: string; readonly unit: string; readonly limit: string } {
  return { what: `${row.group}: ${row.name}`.replaceAll('|', '\\|'), unit: row.unit, limit: limitOf(row) };
}

export function page(rows: readonly MeasuredRow[]): string {
  return `# What the guard costs\n\n${text(rows)}`;
}

function text(rows: readonly MeasuredRow[]): string {
  const cores = cpus().length;
  const missed = rows.filter((row) => misses(row));
  const lines = rows.map((row) => {
    const { what, unit, limit } = cellsOf(row);
    const measured = row.measured === undefined ? 'not measured' : digits(row.measured);
    return `| ${what} | ${unit} | ${measured}${misses(row) ? ' **MISSED**' : ''} | ${limit} |`;
  });
  const limited = rows.filter((row) => row.measured !== undefined);
  return [
    `Measured by \`npm run bench -- --write\` with Node ${process.versions.node} on ${process.platform}, ` +
      `${cores} cores: ${limited.length - missed.length} of ${limited.length} limits reached.`,
    '',
    '| What | In units of | Measured | Limit |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
    ...reasons(missed),
  ].join('\n');
}

function reasons(missed: readonly MeasuredRow[]): string[] {
  const told = new Map<string, string[]>();
  for (const row of missed) {
    const reason = row.missedFor ?? 'not known yet.';
    told.set(reason, [...(told.get(reason) ?? []), cellsOf(row).what]);
  }
  return told.size === 0
    ? []
    : [
        'What stands in the way of a limit that is missed:',
        '',
        ...[...told].map(([reason, names]) => `- ${names.join('; ')}: ${reason}`),
        '',
      ];
}
