import { digits, type Figure, type Group } from './figure';

export interface Row {
  readonly group: Group;
  readonly name: string;
  readonly unit: string;
  /** The upper limit. With neither limit, the figure is only information. */
  readonly most?: number;
  readonly least?: number;
  /** Cheap enough for `npm test`, where it is checked with room for noise. */
  readonly isQuick?: true;
  /** How many times worse than its limit the figure may be in `npm test`; by default, {@link ROOM}. */
  readonly room?: number;
  /** Why the limit is missed, if that has been measured. */
  readonly missedFor?: string;
}

/** What the extension may load at start. */
export const MOST_KILOBYTES = 520;

/** In `npm test`, other tests run at the same time, and the bench measures only a few rounds. */
export const ROOM = 3;

export interface MeasuredRow extends Row {
  readonly measured: number | undefined;
  readonly microseconds: number | undefined;
}

/** @throws if a figure has no row or another unit, because it would be shown nowhere */
export function measuredRows(rows: readonly Row[], figures: readonly Figure[]): MeasuredRow[] {
  for (const { group, name, unit } of figures) {
    if (group !== 'gemini' && !ROWS.some((row) => row.group === group && row.name === name && row.unit === unit)) {
      throw new Error(`bench/rows.ts has no row for "${group}", "${name}", "${unit}"`);
    }
  }
  const asked = figures.filter(({ group, measured }) => group === 'gemini' && measured !== undefined);
  return [...rows, ...asked].map((row: Row) => {
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
  return most !== undefined ? `≤ ${most}` : least !== undefined ? `≥ ${least}` : '';
}

export function table(rows: readonly MeasuredRow[]): string {
  const cells = rows.map((row) => [
    row.group,
    row.name,
    row.measured === undefined ? 'not measured' : `${digits(row.measured)} ${row.unit}`,
    limitOf(row),
    limitOf(row) === '' || row.measured === undefined ? '' : misses(row) ? 'MISSED' : 'reached',
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

const SMALL = ['100 B', '1 kB'] as const;
const SIZES = [...SMALL, '100 kB'] as const;
const CONVERSATIONS = [
  ...SIZES.map((size) => `arguments of ${size}`),
  '600 calls of 1 kB',
  'the same call of 1 kB again and again',
  'calls of 1 kB that are alike',
  'failing calls of 1 kB',
];
const KINDS = ['distinct', 'repeating', 'alike'] as const;
const ANSWERS = ['prose', 'one line', 'words', 'rows of data', 'spaces'] as const;
const RESULTS = ['digits', 'dashed letters', 'hex ids', 'spaces', 'errors', 'escape signs'] as const;
const LOGS = ['Claude Code', 'Copilot', 'recordings'] as const;

const SOCKET_COSTS =
  'starting a program that asks a socket and prints the answer costs what the floor in the next row shows. What is ' +
  'left is ours: it checks the answer, keeps a time limit, and finds the window.';

const ENGINE_COSTS =
  'beyond the floor in the next row, it loads and runs the guard. Of its processor time in Node 20, `node -e 0` is ' +
  '58 ms, compiling 175 kB 8 ms, setting up rules and SHA-256 6 ms, and reading, checking, and writing 8 ms.';

const COMPARING_COSTS =
  'each result is read by some twenty expressions, for what is volatile in it, for failures, and for waits, and each ' +
  'call is compared with 40 others. The next two rows say what of it is due to which.';

/** In the order of bench/FIGURES.md. */
export const ROWS: readonly Row[] = [
  ...hooks(),
  ...SIZES.flatMap((size) => [
    ...KINDS.map((kind): Row => ({
      group: 'verdict',
      name: `${size} ${kind}`,
      unit: '× floor',
      isQuick: true,
    })),
    ...KINDS.map((kind): Row => ({
      group: 'verdict',
      name: `${size} ${kind}, 99 of 100 within`,
      unit: 'ms',
      most: 1,
    })),
    { group: 'verdict', name: `${size} distinct, as JSON text`, unit: '× floor + parse', isQuick: true } as const,
    ...(size === '100 B'
      ? [{ group: 'verdict', name: `${size} distinct, identifying alone`, unit: '× floor', isQuick: true } as const]
      : []),
  ]),
  ...SMALL.flatMap(growths),
  ...CONVERSATIONS.map((kind): Row => ({
    group: 'memory',
    name: `a conversation, ${kind}`,
    unit: 'kB',
    ...(kind.startsWith('600') ? {} : { most: 128 }),
  })),
  { group: 'memory', name: 'a conversation, failing calls of 1 kB, each of other code', unit: 'kB' },
  {
    group: 'memory',
    name: '1,000 conversations, arguments of 1 kB',
    unit: 'MB',
    most: 64,
  },
  ...ANSWERS.map((kind): Row => ({
    group: 'text',
    name: `watched answer: ${kind}, 100 kB → 1 MB`,
    unit: '×',
    most: 11,
    isQuick: true,
  })),
  ...RESULTS.map((kind): Row => ({
    group: 'text',
    name: `described result: ${kind}, 100 kB → 1 MB`,
    unit: '×',
    most: 11,
  })),
  ...models(),
  ...replays(),
  ...starts(),
];

function growths(size: string): Row[] {
  const row = (name: string): Row => ({
    group: 'growth',
    name: `${size}: ${name}`,
    unit: '×',
    ...(size === '100 B' ? { isQuick: true } : {}),
  });
  return [{ ...row('10 → 10,000 calls'), most: 1.5 }, row('40 → 10,000 calls'), row('1 → 1,000 conversations')];
}

function hooks(): Row[] {
  const unit = '× node -e 0';
  return [
    { group: 'hook', name: 'on a named pipe, from start to exit with a verdict', unit, most: 0.15 },
    { group: 'hook', name: 'from start to exit with a verdict', unit, most: 1.15, missedFor: SOCKET_COSTS },
    { group: 'hook', name: 'floor: a Node program that asks a socket and prints the answer', unit },
    {
      group: 'hook',
      name: 'where no window answers, from start to exit with a verdict',
      unit,
      most: 1.15,
      missedFor: ENGINE_COSTS,
    },
    {
      group: 'hook',
      name: 'floor: a Node program that reads and writes a file of a session and takes a SHA-256',
      unit,
    },
    { group: 'hook', name: 'a whole guarded call: before and after, on a named pipe', unit, most: 0.3 },
    { group: 'hook', name: 'each of 40 different calls, later than without hooks by', unit: 'ms', most: 25 },
    {
      group: 'hook',
      name: 'each of 40 different calls, later than without hooks by, with two busy processes',
      unit: 'ms',
    },
    { group: 'hook', name: '50 at once, on socket and pipe: without an answer', unit: 'hooks', most: 0 },
  ];
}

function models(): Row[] {
  return [
    {
      group: 'guarded model',
      name: '20,000 parts of prose and code',
      unit: '× direct throughput',
      least: 0.97,
      isQuick: true,
    },
    { group: 'guarded model', name: 'work for a part when all come at once', unit: 'µs', isQuick: true },
    { group: 'guarded model', name: 'first part later by', unit: 'ms', most: 1, isQuick: true },
    {
      group: 'VS Code',
      name: '20,000 parts through a guarded model',
      unit: '× a provider that only hands on',
      least: 1,
    },
    { group: 'VS Code', name: 'first part later than through that provider by', unit: 'ms', most: 1 },
    {
      group: 'VS Code',
      name: '20,000 parts through a guarded model, to the model itself',
      unit: '× direct throughput',
    },
  ];
}

function replays(): Row[] {
  const unit = '× readline and JSON.parse';
  return [
    ...LOGS.flatMap((log): Row[] => [
      { group: 'replay', name: log, unit, most: 5, isQuick: true, missedFor: COMPARING_COSTS },
      { group: 'replay', name: `${log}, verdicts alone`, unit, isQuick: true },
      { group: 'replay', name: `${log}, describing results alone`, unit, isQuick: true },
    ]),
    {
      group: 'replay',
      name: 'most memory of the process with a heap of 32 MB, 25 → 100 MB',
      unit: '×',
      most: 1.2,
    },
  ];
}

function starts(): Row[] {
  return [
    { group: 'activation', name: 'what the extension loads at start', unit: 'kB', most: MOST_KILOBYTES },
    { group: 'activation', name: 'loading it in a fresh process', unit: 'ms' },
    { group: 'VS Code', name: 'loading the extension', unit: 'ms' },
    { group: 'VS Code', name: 'its activate()', unit: 'ms', most: 20 },
  ];
}
