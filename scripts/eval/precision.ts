import { groupBy } from './group';
import { FROM_MILD_TO_STRICT, type Severity, type SessionFirings } from './score';
import { SESSION_KINDS, type SessionKind, sessionKind } from './sessionKind';
import { type Column, markdown } from './table';
import type { Verdict } from './verdict';

/** Close firings of one detector with one verdict. The user sees them once. */
export interface Alarm {
  readonly kind: SessionKind;
  readonly severity: Severity;
  readonly detector: string;
  readonly verdict: Verdict;
}

/** The most calls between two firings of one alarm. */
const CALLS_BETWEEN = 3;

export function alarmsOf(
  sessions: readonly SessionFirings[],
  verdictOf: (session: SessionFirings, index: number) => Verdict,
): Alarm[] {
  return sessions.flatMap((session) => {
    const kind = sessionKind(session.source);
    const last = new Map<string, number>();
    return session.firings.flatMap(({ index, severity, detector }): Alarm[] => {
      const verdict = verdictOf(session, index);
      const name = [severity, detector, verdict].join();
      const before = last.get(name) ?? -Infinity;
      last.set(name, index);
      return index - before <= CALLS_BETWEEN + 1 ? [] : [{ kind, severity, detector, verdict }];
    });
  });
}

/** How many alarms were right, of those with a label. */
export interface Precision {
  readonly right: number;
  readonly wrong: number;
  readonly open: number;
}

export function precisionOf(alarms: readonly Alarm[]): Precision {
  const of = (verdict: Verdict): number => alarms.filter((alarm) => alarm.verdict === verdict).length;
  return { right: of('right'), wrong: of('wrong'), open: of('open') };
}

interface PrecisionRow {
  readonly detector: string;
  readonly severity: Severity;
  readonly alarms: readonly Alarm[];
}

const ALL = 'all';

const ACTIONS: Readonly<Record<Severity, string>> = { hint: 'tells the model', warn: 'warns', block: 'acts' };

const columns: readonly Column<PrecisionRow>[] = [
  { title: 'Detector', cell: ({ detector }) => detector },
  { title: 'Action', cell: ({ severity }) => ACTIONS[severity] },
  ...SESSION_KINDS.map((kind) => ({
    title: kind,
    cell: ({ alarms }: PrecisionRow): string => cell(alarms.filter((alarm) => alarm.kind === kind)),
  })),
  { title: 'All', cell: ({ alarms }) => cell(alarms) },
  { title: 'Not labeled', cell: ({ alarms }) => String(precisionOf(alarms).open) },
];

/** The share of right alarms among labelled ones; a detector without alarms has no row. */
export function precisionTable(alarms: readonly Alarm[], layout: typeof markdown<PrecisionRow> = markdown): string {
  const rows = FROM_MILD_TO_STRICT.flatMap((severity): PrecisionRow[] => {
    const said = alarms.filter((alarm) => alarm.severity === severity);
    const groups = [...groupBy(said, ({ detector }) => detector)].sort(([, a], [, b]) => b.length - a.length);
    return [[ALL, said] as const, ...groups].map(([detector, of]) => ({ detector, severity, alarms: of }));
  });
  return layout(columns, rows);
}

function cell(alarms: readonly Alarm[]): string {
  const { right, wrong } = precisionOf(alarms);
  const of = right + wrong;
  return of === 0 ? '' : `${right} of ${of} (${Math.round((100 * right) / of)}%)`;
}
