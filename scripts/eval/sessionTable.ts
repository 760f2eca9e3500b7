import { share } from './score';
import { perThousandSessions, type SessionScore } from './sessionScore';
import { type Column, markdown } from './table';

export interface SessionRow {
  readonly rule: string;
  readonly severity: string;
  readonly score: SessionScore;
}

const columns: readonly Column<SessionRow>[] = [
  { title: 'rule', cell: ({ rule }) => rule },
  { title: 'action', cell: ({ severity }) => severity },
  { title: 'wrong sessions/1000', cell: ({ score }) => perThousandSessions(score).toFixed(1) },
  { title: 'wrong sessions', cell: ({ score }) => `${score.wrongSessions}/${score.sessions}` },
  { title: 'wrong firings', cell: ({ score }) => String(score.wrongFirings.length) },
  { title: 'recall', cell: ({ score }) => share(score.recall).toFixed(2) },
  { title: 'loops found', cell: ({ score }) => `${score.recall.hit}/${score.recall.of}` },
];

export function sessionTable(rows: readonly SessionRow[]): string {
  return markdown(columns, rows);
}
