/**
 * Whether agents change course on their own: what they did after the point of the first warning, in recordings without
 * warnings. What a nudge, a chance, or a blocked call adds isn't known from recordings.
 */
import { groupBy } from './group';
import type { Firing } from './score';
import { type Column, type markdown } from './table';
import type { Session } from './traces';
import type { Verdict } from './verdict';

const WITHIN_CALLS = 3;

/** `ended`: too few calls are left. */
type Course = 'changed' | 'same' | 'ended';

export interface Recovery {
  readonly detector: string;
  readonly family: string;
  readonly course: Course;
}

/** One per loop with a warning: a firing with none in the calls before it. Wrong firings are left out. */
export function recoveriesOf(
  session: Session,
  firings: readonly Firing[],
  verdictAt: (session: Session, index: number) => Verdict,
): Recovery[] {
  const indexes = firings.map(({ index }) => index);
  return firings
    .filter(({ index }) => verdictAt(session, index) !== 'wrong')
    .filter(({ index }) => !indexes.some((other) => other < index && index - other <= WITHIN_CALLS))
    .map(({ index, detector }) => ({
      detector,
      family: modelFamily(session.model),
      course: courseAfter(index, indexes, session.calls.length - 1),
    }));
}

/** @param call with the warning @param inLoops calls that belong to a loop @param last of the session */
function courseAfter(call: number, inLoops: readonly number[], last: number): Course {
  if (inLoops.some((other) => other > call && other - call <= WITHIN_CALLS)) {
    return 'same';
  }
  return call + WITHIN_CALLS <= last ? 'changed' : 'ended';
}

const FAMILIES = [
  'claude',
  'gpt-3.5',
  'gpt-4',
  'gpt-5',
  'gemini',
  'llama',
  'command-r',
  'deepseek',
  'qwen',
  'doubao',
  'kimi',
  'davinci',
  'bison',
  'vicuna',
  'starchat',
];

function modelFamily(model: string | null): string {
  const name = (model ?? '').toLowerCase().replace('secalign', 'llama');
  return FAMILIES.find((family) => name.includes(family)) ?? 'other or unknown';
}

interface RecoveryRow {
  readonly of: string;
  readonly recoveries: readonly Recovery[];
}

const count = ({ recoveries }: RecoveryRow, course: Course): number =>
  recoveries.filter((recovery) => recovery.course === course).length;

const columns: readonly Column<RecoveryRow>[] = [
  { title: 'Detector or model', cell: ({ of }) => of },
  { title: 'Loops warned about', cell: ({ recoveries }) => String(recoveries.length) },
  {
    title: `Changed course within ${WITHIN_CALLS} calls`,
    cell: (row) => {
      const [changed, of] = [count(row, 'changed'), row.recoveries.length - count(row, 'ended')];
      return of === 0 ? '' : `${changed} of ${of} (${Math.round((100 * changed) / of)}%)`;
    },
  },
  { title: 'Session ended before', cell: (row) => String(count(row, 'ended')) },
];

/** All, then by detector, then optionally by model family. */
export function recoveryTable(
  recoveries: readonly Recovery[],
  layout: typeof markdown<RecoveryRow>,
  withModels = true,
): string {
  const groups = [
    ...groupBy(recoveries, () => 'all'),
    ...sorted(groupBy(recoveries, ({ detector }) => `\`${detector}\``)),
    ...(withModels ? sorted(groupBy(recoveries, ({ family }) => family)) : []),
  ];
  return layout(
    columns,
    groups.map(([of, own]) => ({ of, recoveries: own })),
  );
}

const sorted = (groups: ReadonlyMap<string, Recovery[]>): [string, Recovery[]][] =>
  [...groups].sort(([, a], [, b]) => b.length - a.length);
