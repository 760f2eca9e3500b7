import { digits, type Figure, type Group } from './figure';

export interface Row {
  readonly group: Group;
  readonly name: string;
  readonly unit: string;
  /** The upper limit. A row has this one or the lower one. */
  readonly most?: number;
  readonly least?: number;
  /** Cheap enough for `--check`, where it is checked with room for noise. */
  readonly isQuick?: true;
  /** Why the limit is missed, if that has been measured. */
  readonly missedFor?: string;
}

/** What the extension may load at start. */
export const MOST_KILOBYTES = 520;

/** With `--check`, other programs may run at the same time, and the bench measures only a few rounds. */
export const ROOM = 3;

export interface MeasuredRow extends Row {
  readonly measured: number | undefined;
  readonly microseconds: number | undefined;
}

/** @throws if a figure has no row or another unit, because it would be shown nowhere */
export function measuredRows(rows: readonly Row[], figures: readonly Figure[]): MeasuredRow[] {
  for (const { group, name, unit } of figures) {
    if (!ROWS.some((row) => row.group === group && row.name === name && row.unit === unit)) {
      throw new Error(`bench/rows.ts has no row for "${group}", "${name}", "${unit}"`);
    }
  }
  return rows.map((row) => {
    const figure = figures.find(({ group, name }) => group === row.group && name === row.name);
    return { ...row, measured: figure?.measured, microseconds: figure?.microseconds };
  });
}

/** @param room how many times worse than its limit a figure may be */
export function misses({ measured, most, least }: MeasuredRow, room = 1): boolean {
  return (
    measured !== undefined &&
    ((most !== undefined && measured > most * room) || (least !== undefined && measured < least / room))
  );
}

export function limitOf({ most, least }: Row): string {
  return most !== undefined ? `≤ ${most}` : `≥ ${least}`;
}

export function table(rows: readonly MeasuredRow[]): string {
  const cells = rows.map((row) => [
    row.group,
    row.name,
    row.measured === undefined ? 'not measured' : `${digits(row.measured)} ${row.unit}`,
    limitOf(row),
    row.measured === undefined ? '' : misses(row) ? 'MISSED' : 'reached',
    row.microseconds === undefined ? '' : `${digits(row.microseconds)} µs`,
  ]);
  const all = [['', '', 'measured', 'limit', '', 'one call'], ...cells];
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

const SIZES = ['100 B', '1 kB', '100 kB'] as const;
const CONVERSATIONS = [
  ...SIZES.map((size) => `arguments of ${size}`),
  'the same call of 1 kB again and again',
  'calls of 1 kB that are alike',
  'failing calls of 1 kB',
];
const KINDS = ['distinct', 'repeating', 'alike'] as const;

const SOCKET_COSTS =
  'a Node program that only asks a socket and prints the answer takes 1.15. What is left is ours: it checks the ' +
  'answer, keeps a time limit, and finds the window.';

const ENGINE_COSTS =
  'it loads and runs the guard. Of its processor time in Node 20, `node -e 0` is 58 ms, compiling 175 kB 8 ms, ' +
  'setting up rules and SHA-256 6 ms, and reading, checking, and writing 8 ms.';

const COMPARING_COSTS =
  'each result is read by some twenty expressions, for what is volatile in it, for failures, and for waits, and each ' +
  'call is compared with 40 others.';

/** In the order of bench/FIGURES.md. */
export const ROWS: readonly Row[] = [
  ...hooks(),
  ...SIZES.flatMap((size) =>
    KINDS.map((kind): Row => ({
      group: 'verdict',
      name: `${size} ${kind}, 99 of 100 within`,
      unit: 'ms',
      most: 1,
      // Of calls that are alike, about one in a hundred falls into a garbage collection.
      ...(kind === 'alike' ? {} : { isQuick: true }),
    })),
  ),
  ...CONVERSATIONS.map((kind): Row => ({
    group: 'memory',
    name: `a conversation, ${kind}`,
    unit: 'kB',
    most: 128,
  })),
  {
    group: 'memory',
    name: '1,000 conversations, arguments of 1 kB',
    unit: 'MB',
    most: 64,
  },
  {
    group: 'VS Code',
    name: '20,000 parts through a guarded model',
    unit: '× a provider that only hands on',
    least: 1,
  },
  { group: 'VS Code', name: 'first part later than through that provider by', unit: 'ms', most: 1 },
  {
    group: 'replay',
    name: 'Claude Code',
    unit: '× readline and JSON.parse',
    most: 5,
    isQuick: true,
    missedFor: COMPARING_COSTS,
  },
  {
    group: 'replay',
    name: 'most memory of the process with a heap of 32 MB, 25 → 100 MB',
    unit: '×',
    most: 1.2,
  },
  { group: 'activation', name: 'what the extension loads at start', unit: 'kB', most: MOST_KILOBYTES },
  { group: 'VS Code', name: 'its activate()', unit: 'ms', most: 20 },
];

function hooks(): Row[] {
  const unit = '× node -e 0';
  return [
    { group: 'hook', name: 'on a named pipe, from start to exit with a verdict', unit, most: 0.15 },
    { group: 'hook', name: 'from start to exit with a verdict', unit, most: 1.15, missedFor: SOCKET_COSTS },
    {
      group: 'hook',
      name: 'where no window answers, from start to exit with a verdict',
      unit,
      most: 1.15,
      missedFor: ENGINE_COSTS,
    },
    { group: 'hook', name: 'a whole guarded call: before and after, on a named pipe', unit, most: 0.3 },
    { group: 'hook', name: '50 at once, on socket and pipe: without an answer', unit: 'hooks', most: 0 },
  ];
}
