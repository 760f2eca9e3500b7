/** The figures in docs/benchmark.md: measured on unseen sessions, on left-out sources, and on what was tuned to. */
import type { LeftOut } from './leaveOneOut/report';
import { perThousandClean, type Score, share } from './score';
import { perThousandSessions } from './sessionScore';
import type { SessionRow } from './sessionTable';
import type { Row } from './table';

/** Our rows by data set, and those of the left-out sources if they were measured. */
export interface Measured {
  readonly labelled: ReadonlyMap<string, readonly Row[]>;
  readonly whole: ReadonlyMap<string, readonly SessionRow[]>;
  readonly leaveOneOut?: readonly LeftOut[] | undefined;
}

const LEFT_OUT = 'leave one source out';
const NOW = 'this one';

/**
 * Measured by others, on sessions that are kept aside from everybody who works on the rules. They belong to the
 * version they name, and change only when somebody measures again.
 */
const UNSEEN_SPANS = [
  '| **unseen 2**: 4,308 sessions of 200 repositories | 0.3.0 | warns or acts | **0.74** | | |',
  '| **unseen 2**, the same | 0.3.0 | acts | **0.52** | | |',
  '| unseen 2, the same: the best peer with few false alarms (Hermes) | | warns | 0.59 | | |',
  '| **unseen 1**: 8,322 sessions of ten other sources | 0.3.0 | warns or acts | **0.82** | **0.029** | **0.54** |',
  '| **unseen 1**, the same | 0.3.0 | acts | **0.47** | **0.018** | **0.03** |',
  '| unseen 1, the same | 0.2.0 | warns or acts | 0.77 | 0.047 | 0.54 |',
  '| unseen 1, the same | 0.2.0 | acts | 0.44 | 0.041 | 0.02 |',
  '| unseen 1, the same: the best peer with few false alarms (Hermes) | | warns | 0.46 | 0.000 | 0.00 |',
];
const UNSEEN_SESSIONS = [
  '| **unseen 2**: 1,020 sessions of coding agents | 0.3.0 | warns or acts | **5.9** | |',
  '| **unseen 2**, the same | 0.3.0 | acts | **1.0** | |',
  '| unseen 2, the same, rounds not told | 0.3.0 | warns or acts | 17.6 | |',
  '| unseen 2, the same, rounds not told | 0.3.0 | acts | 4.9 | |',
  '| unseen 1: 1,841 sessions of coding agents | 0.2.0 | warns or acts | 22.8 | 11 of 17 |',
  '| unseen 1, the same | 0.2.0 | acts | 8.7 | none deserved a stop |',
  '| unseen 1, the same: four identical calls in a row | | acts | 27.7 | |',
  '| unseen 1, the same: the peer with the fewest false alarms (crush) | | acts | 7.6 | |',
];

/**
 * The tables between the marks.
 * @param readme as it is: what was not measured this time stays as it says
 */
export function figureTables(measured: Measured, readme: string): string {
  const kept = (beginning: string): string[] => readme.split('\n').filter((line) => line.startsWith(`| ${beginning}`));
  const leftOut =
    measured.leaveOneOut?.flatMap(({ title, spans }) =>
      spans.map(({ severity, score }) => spanLine(`${LEFT_OUT} (${title})`, severity, score)),
    ) ?? kept(`${LEFT_OUT} (`);
  const labelled = ['traces', 'swe', 'ctf'].flatMap((name) => {
    const title = `in-sample: \`${name}\``;
    return measured.labelled.get(name)?.map(({ severity, score }) => spanLine(title, severity, score)) ?? kept(title);
  });
  const leftOutWhole =
    measured.leaveOneOut?.flatMap(({ title, whole }) =>
      whole.map((row) => sessionLine(`${LEFT_OUT}, \`coding\` (${title})`, row)),
    ) ?? kept(`${LEFT_OUT}, `);
  const whole = ['coding'].flatMap((name) => {
    const title = `in-sample: \`${name}\``;
    return measured.whole.get(name)?.map((row) => sessionLine(title, row)) ?? kept(title);
  });
  return [
    '| Sessions | Version | Action | Recall | Hard FA | Clean FA / 1,000 |',
    '| --- | --- | --- | --- | --- | --- |',
    ...UNSEEN_SPANS,
    ...leftOut,
    ...labelled,
    '',
    '| Sessions | Version | Action | Sessions with a false alarm / 1,000 | Loops found |',
    '| --- | --- | --- | --- | --- |',
    ...UNSEEN_SESSIONS,
    ...leftOutWhole,
    ...whole,
  ].join('\n');
}

/** The document with another text between the marks of this name. @throws when the marks are missing */
export function withPart(document: string, name: string, text: string): string {
  const [before, after] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [start, end] = [document.indexOf(before), document.indexOf(after)];
  if (start < 0 || end < start) {
    throw new Error(`The document has no place for ${before}`);
  }
  return `${document.slice(0, start + before.length)}\n${text}\n${document.slice(end)}`;
}

/** Lines that the document should have and does not have. */
export function missingLines(readme: string, tables: string): string[] {
  const lines = new Set(readme.split('\n'));
  return tables.split('\n').filter((line) => line !== '' && !lines.has(line));
}

function spanLine(title: string, severity: string, score: Score): string {
  const figures = [share(score.recall).toFixed(2), share(score.hard).toFixed(3), perThousandClean(score).toFixed(2)];
  return `| ${[title, NOW, actionText(severity), ...figures].join(' | ')} |`;
}

function sessionLine(title: string, { severity, score }: SessionRow): string {
  const found = severity === 'block' ? 'none deserved a stop' : `${score.recall.hit} of ${score.recall.of}`;
  return `| ${[title, NOW, actionText(severity), perThousandSessions(score).toFixed(1), found].join(' | ')} |`;
}

const actionText = (severity: string): string => (severity === 'block' ? 'acts' : 'warns or acts');
