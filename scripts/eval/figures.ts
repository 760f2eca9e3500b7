/** Lines of benchmark/FIGURES.md: from left-out sources, and from sessions used for tuning. */
import type { LeftOut } from './leaveOneOut/report';
import { perThousandClean, type Score, share } from './score';
import { perThousandSessions } from './sessionScore';
import type { SessionRow } from './sessionTable';
import type { Row } from './table';

export interface Measured {
  readonly labelled: ReadonlyMap<string, readonly Row[]>;
  readonly whole: ReadonlyMap<string, readonly SessionRow[]>;
  readonly leaveOneOut?: readonly LeftOut[] | undefined;
}

const LEFT_OUT = 'leave one source out';
const NOW = 'this one';

/** Of what was measured this time. All other lines, such as those of unseen sessions, stay as they are. */
export function figureLines({ labelled, whole, leaveOneOut = [] }: Measured): string[] {
  return [
    ...leaveOneOut.map(({ title, spans }) => spanLine(`${LEFT_OUT} (${title})`, spans)),
    ...[...labelled].map(([name, rows]) => spanLine(inSample(name), rows)),
    ...leaveOneOut.map((left) => sessionLine(`${LEFT_OUT}, \`coding\` (${left.title})`, left.whole)),
    ...[...whole].map(([name, rows]) => sessionLine(inSample(name), rows)),
  ];
}

/** Replaces the line with the same first cell. @throws if there is none */
export function withLine(document: string, line: string): string {
  const beginning = line.slice(0, line.indexOf(' | ') + 3);
  const lines = document.split('\n');
  const at = lines.findIndex((each) => each.startsWith(beginning));
  if (at < 0) {
    throw new Error(`The document has no line for ${line}`);
  }
  return lines.with(at, line).join('\n');
}

/** Replaces the table between the marks. @throws if they are missing */
export function withPrecision(document: string, table: string): string {
  const [before, after] = ['<!-- precision:start -->', '<!-- precision:end -->'];
  const [start, end] = [document.indexOf(before), document.indexOf(after)];
  if (start < 0 || end < start) {
    throw new Error(`The document has no place for ${before}`);
  }
  return `${document.slice(0, start + before.length)}\n${table}\n${document.slice(end)}`;
}

const inSample = (name: string): string => `in-sample: \`${name}\``;

/** Each figure for hints, warnings, and stops together, for warnings and stops, and for stops alone. */
function spanLine(title: string, rows: readonly Row[]): string {
  const figures = [
    (score: Score): string => share(score.recall).toFixed(2),
    (score: Score): string => share(score.hard).toFixed(3),
    (score: Score): string => perThousandClean(score).toFixed(2),
  ].map((figure) => rows.map(({ score }) => figure(score)).join(' / '));
  return `| ${[title, NOW, ...figures].join(' | ')} |`;
}

function sessionLine(title: string, rows: readonly SessionRow[]): string {
  const wrong = rows.map(({ score }) => perThousandSessions(score).toFixed(1)).join(' / ');
  const found = rows
    .filter(({ severity }) => severity === 'hint')
    .map(({ score: { recall } }) => `${recall.hit} of ${recall.of}`);
  return `| ${[title, NOW, wrong, ...found].join(' | ')} |`;
}
