/** One measured figure, with the one it is to reach. */
export interface Figure {
  readonly group:
    'verdict' | 'gemini' | 'growth' | 'text' | 'memory' | 'hook' | 'guarded model' | 'activation' | 'VS Code';
  readonly name: string;
  /** What the number means. */
  readonly unit:
    '× floor' | '× floor + parse' | '× gemini' | '×' | 'kB' | '× node -e 0' | 'hooks' | '× direct throughput' | 'ms';
  /** Undefined: could not be measured here. */
  readonly measured: number | undefined;
  /** At most this; undefined, as {@link least}: told for information. */
  readonly target?: number | undefined;
  /** At least this. */
  readonly least?: number | undefined;
  /** Median time of one step in microseconds, to give the ratio a scale. Never judged. */
  readonly microseconds?: number | undefined;
}

/** A figure may miss its target by this much before `--check` fails: measuring has noise of its own. */
const TOLERANCE = 1.25;

export function misses({ measured, target, least }: Figure, tolerance = 1): boolean {
  return (
    measured !== undefined &&
    ((target !== undefined && measured > target * tolerance) || (least !== undefined && measured < least / tolerance))
  );
}

export const missesByFar = (figure: Figure): boolean => misses(figure, TOLERANCE);

/** All figures as one table. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.group,
    figure.name,
    figure.measured === undefined ? 'not measured' : `${digits(figure.measured)} ${figure.unit}`,
    figure.target !== undefined ? `≤ ${figure.target}` : figure.least !== undefined ? `≥ ${figure.least}` : '',
    (figure.target ?? figure.least) === undefined || figure.measured === undefined
      ? ''
      : misses(figure)
        ? 'MISSED'
        : 'reached',
    figure.microseconds === undefined ? '' : `${digits(figure.microseconds)} µs`,
  ]);
  const all = [['', '', 'measured', 'target', '', 'one call'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function digits(number: number): string {
  return number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2);
}
