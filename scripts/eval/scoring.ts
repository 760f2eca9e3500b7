/** How the two kinds of data sets are scored, shown, and checked. */
import { FLOORS, SESSION_FLOORS } from './floors';
import { perThousandClean, score, type Score, type Severity, type SessionFirings, share } from './score';
import { perThousandSessions, sessionScore, type SessionScore } from './sessionScore';
import { type Column, markdown } from './table';
import type { Episode, Span } from './traces';

export interface Row<Of> {
  readonly rule: string;
  readonly severity: string;
  readonly score: Of;
}

export interface Scoring<Of> {
  readonly score: (
    sessions: readonly SessionFirings[],
    episodes: readonly Episode[],
    candidates: readonly Span[],
    severity: Severity,
  ) => Of;
  readonly columns: readonly Column<Row<Of>>[];
  /** For the document: of hints, warnings, and stops together, of warnings and stops, and of stops alone. */
  readonly figures: (scores: readonly Of[]) => readonly string[];
  /** By data set and severity, figures that are worse than their floor. */
  readonly violations: (name: string, row: Row<Of>) => readonly string[];
  /** Which loops were missed, and what was wrong. */
  readonly misses: (score: Of) => readonly string[];
}

const KINDS_OF_LOOPS = ['exact', 'cycle', 'same-error', 'same-result', 'similar'];

export const SPANS: Scoring<Score> = {
  score,
  columns: [
    { title: 'recall', cell: ({ score }) => share(score.recall).toFixed(2) },
    { title: 'saved', cell: ({ score }) => score.saved.toFixed(2) },
    { title: 'delay', cell: ({ score }) => String(score.delay ?? '–') },
    { title: 'hard FA', cell: ({ score }) => share(score.hard).toFixed(3) },
    { title: 'clean FA/1000', cell: ({ score }) => perThousandClean(score).toFixed(2) },
    ...KINDS_OF_LOOPS.map((kind): Column<Row<Score>> => ({
      title: kind,
      cell: ({ score }) => {
        const { hit, of } = score.byKind.get(kind) ?? { hit: 0, of: 0 };
        return `${hit}/${of}`;
      },
    })),
  ],
  figures: (scores) => [
    eachOf(scores, ({ recall }) => share(recall).toFixed(2)),
    eachOf(scores, ({ hard }) => share(hard).toFixed(3)),
    eachOf(scores, (each) => perThousandClean(each).toFixed(2)),
  ],
  violations: (name, { severity, score }) =>
    (FLOORS[name] ?? [])
      .filter((floor) => floor.severity === severity)
      .flatMap((floor) => [
        ...worse('recall', -share(score.recall), -floor.recallAtLeast),
        ...worse('hard false alarms', share(score.hard), floor.hardAtMost),
        ...worse('clean false alarms per 1,000', perThousandClean(score), floor.cleanPerThousandAtMost),
        ...worse('median delay', score.delay ?? Infinity, floor.medianDelayAtMost),
      ]),
  misses: ({ missed, falseAlarms }) => [
    ...missedLines(missed),
    ...falseAlarms.map(({ ep, label, source, why }) => `  wrong: ${ep} ${label} ${source}: ${why}`),
  ],
};

export const SESSIONS: Scoring<SessionScore> = {
  score: (sessions, episodes, _candidates, severity) => sessionScore(sessions, episodes, severity),
  columns: [
    { title: 'wrong sessions/1000', cell: ({ score }) => perThousandSessions(score).toFixed(1) },
    { title: 'wrong sessions', cell: ({ score }) => `${score.wrongSessions}/${score.sessions}` },
    { title: 'wrong firings', cell: ({ score }) => String(score.wrongFirings.length) },
    { title: 'recall', cell: ({ score }) => share(score.recall).toFixed(2) },
    { title: 'loops found', cell: ({ score }) => `${score.recall.hit}/${score.recall.of}` },
  ],
  figures: (scores) => [
    eachOf(scores, (each) => perThousandSessions(each).toFixed(1)),
    ...scores.slice(0, 1).map(({ recall }) => `${recall.hit} of ${recall.of}`),
  ],
  violations: (name, { severity, score }) =>
    (SESSION_FLOORS[name] ?? [])
      .filter((floor) => floor.severity === severity)
      .flatMap((floor) => [
        ...worse('loops found', -score.recall.hit, -floor.foundAtLeast),
        ...worse('wrong sessions per 1,000', perThousandSessions(score), floor.wrongPerThousandAtMost),
      ]),
  misses: ({ missed, wrongFirings }) => [
    ...missedLines(missed),
    ...wrongFirings.map(({ source, id, index, detector }) => `  wrong: ${source} ${id} call ${index}: ${detector}`),
  ],
};

const missedLines = (missed: readonly Episode[]): string[] =>
  missed.map(({ ep, kind, source, why }) => `  missed: ${ep} ${kind} ${source}: ${why}`);

const eachOf = <Of>(scores: readonly Of[], figure: (score: Of) => string): string => scores.map(figure).join(' / ');

/** A figure of which more is better is compared with the opposite sign. */
const worse = (name: string, value: number, most: number): string[] =>
  value > most ? [`${name} is ${Math.abs(value).toFixed(3)}, worse than the floor`] : [];

export function scoreTable<Of>({ columns }: Scoring<Of>, rows: readonly Row<Of>[]): string {
  const names: Column<Row<Of>>[] = [
    { title: 'rule', cell: ({ rule }) => rule },
    { title: 'action', cell: ({ severity }) => severity },
  ];
  return markdown([...names, ...columns], rows);
}

/** A line of benchmark/FIGURES.md. All lines of what isn't measured now, such as unseen sessions, stay as they are. */
export function figureLine<Of>(title: string, { figures }: Scoring<Of>, rows: readonly Row<Of>[]): string {
  return `| ${[title, 'this one', ...figures(rows.map(({ score }) => score))].join(' | ')} |`;
}
