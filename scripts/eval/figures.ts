/** The figures in benchmark/FIGURES.md: from unseen sessions, left-out sources, and sessions used for tuning. */
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

/** Measured on sessions that nobody who works on the rules has seen. Change only with a new measurement. */
const UNSEEN_SPANS = [
  '| **unseen 3**: 1,119 everyday sessions of 74 repositories | 2026-11-26 | **0.52** / **0.22** | | |',
  '| unseen 3: 71 sessions of a weak model | 2026-11-26 | 0.98 / 0.57 | | |',
  '| **unseen 2**: 4,056 sessions of 200 repositories | 2026-11-26 | **0.72** / **0.53** | | |',
  '| unseen 2, the same: the best peer with few false alarms (Hermes) | | 0.59 (warns) | | |',
  '| unseen 1: 132 episodes of what has not been released | 2026-11-26 | 0.97 / 0.47 | 0.021 / 0.000 | |',
  '| unseen 1, whole: the best peer with few false alarms (Hermes) | | 0.46 (warns) | 0.000 | 0.00 |',
];
const UNSEEN_SESSIONS = [
  '| **unseen 3**: 1,119 everyday sessions | 2026-11-26 | **7.1** / **0.0** | 12 of 23 |',
  '| unseen 3: 873 of these, of Claude Code, Codex, and Copilot CLI | 2026-11-26 | 6.9 / 0.0 | 1 of 3 |',
  '| unseen 2: its sessions of coding agents | 2026-11-26 | 4.4 / 0.0 | |',
  '| unseen 1: 1,841 sessions of coding agents | 2026-11-26 | 4.4 / 0.5 | 19 of 21 |',
  '| unseen 1, the same, without times | 2026-11-26 | 15.8 / 10.3 | |',
];

/** The tables between the marks. @param readme provides the lines that weren't measured this time */
export function figureTables(measured: Measured, readme: string): string {
  const kept = (beginning: string): string[] => readme.split('\n').filter((line) => line.startsWith(`| ${beginning}`));
  const leftOut =
    measured.leaveOneOut?.map(({ title, spans }) => spanLine(`${LEFT_OUT} (${title})`, spans)) ?? kept(`${LEFT_OUT} (`);
  const labelled = ['traces', 'swe', 'ctf', 'set2'].flatMap(
    (name) => lineOf(name, measured.labelled, spanLine) ?? kept(inSample(name)),
  );
  const leftOutWhole =
    measured.leaveOneOut?.map(({ title, whole }) => sessionLine(`${LEFT_OUT}, \`coding\` (${title})`, whole)) ??
    kept(`${LEFT_OUT}, `);
  const whole = lineOf('coding', measured.whole, sessionLine) ?? kept(inSample('coding'));
  return [
    '| Sessions | Version | Recall | Hard FA | Clean FA / 1,000 |',
    '| --- | --- | --- | --- | --- |',
    ...UNSEEN_SPANS,
    ...leftOut,
    ...labelled,
    '',
    '| Sessions | Version | Sessions with a false alarm / 1,000 | Loops found |',
    '| --- | --- | --- | --- |',
    ...UNSEEN_SESSIONS,
    ...leftOutWhole,
    ...whole,
  ].join('\n');
}

/** Replaces the text between the marks with this name. @throws if they are missing */
export function withPart(document: string, name: string, text: string): string {
  const [before, after] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [start, end] = [document.indexOf(before), document.indexOf(after)];
  if (start < 0 || end < start) {
    throw new Error(`The document has no place for ${before}`);
  }
  return `${document.slice(0, start + before.length)}\n${text}\n${document.slice(end)}`;
}

export function missingLines(readme: string, tables: string): string[] {
  const lines = new Set(readme.split('\n'));
  return tables.split('\n').filter((line) => line !== '' && !lines.has(line));
}

const inSample = (name: string): string => `in-sample: \`${name}\``;

function lineOf<Of>(
  name: string,
  measured: ReadonlyMap<string, readonly Of[]>,
  write: (title: string, rows: readonly Of[]) => string,
): string[] | undefined {
  const rows = measured.get(name);
  return rows === undefined ? undefined : [write(inSample(name), rows)];
}

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
