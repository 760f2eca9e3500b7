/**
 * `npm run eval -- [DIR ...] [options]`, from the root of the repository: how well the recommended settings recognize
 * the labelled loops, compared with others' published rules. By default, scores all available data sets.
 * - `--fetch [FOLDER]` fetches the public sessions of the benchmark with git, by default into `.eval`.
 * - `--detector FILE` adds your detector; see docs/contributing/evidence.md.
 * - `--misses` lists missed episodes, episodes with a wrongly blocked call, and first stops that refuse something new.
 * - `--sources` breaks our figures down by source.
 * - `--leave-one-out` chooses the settings without the source that they are measured on, and then also leaves out the
 *   patterns that match only there. Takes some minutes.
 * - `--ablate` replays the sets without each pattern and prints what that gains and loses. Takes some minutes.
 * - `--ours` leaves the peers out.
 * - `--check` fails if a score is below its floor or the document shows another figure. Says what it couldn't check.
 * - `--write` writes the figures into benchmark/FIGURES.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ablationReport } from './ablate';
import { fetchBenchmark } from './benchmark/fetch';
import { collect, type Judged } from './collect';
import { dataSets, type DataSet, FETCHED, isSubstitute, missingSets } from './dataSet';
import { loadDetector } from './detector';
import { figureLines, withLine, withPrecision } from './figures';
import { FLOORS, refusedNewsViolations, SESSION_FLOORS, sessionViolations, violations } from './floors';
import { bySource } from './group';
import { type Judge, ours, oursUntold, peerJudges } from './judges';
import { type LeftOut, printLeaveOneOut } from './leaveOneOut/report';
import { type Alarm, alarmsOf, precisionTable } from './precision';
import { refusedNewsText, type StoppedSession } from './refusedNews';
import { score, type Score } from './score';
import { sessionScore } from './sessionScore';
import { sessionTable, type SessionRow } from './sessionTable';
import { plainMarkdown, type Row, table } from './table';
import { readCandidates, readEpisodes } from './traces';
import { verdicts } from './verdict';

const { values, positionals: directories } = parseArgs({
  allowPositionals: true,
  options: {
    fetch: { type: 'boolean' },
    detector: { type: 'string', multiple: true },
    misses: { type: 'boolean' },
    sources: { type: 'boolean' },
    'leave-one-out': { type: 'boolean' },
    ablate: { type: 'boolean' },
    ours: { type: 'boolean' },
    check: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});

const DOCUMENT = 'benchmark/FIGURES.md';

interface Results {
  readonly labelled: Map<string, readonly Row[]>;
  readonly whole: Map<string, readonly SessionRow[]>;
  readonly alarms: Alarm[];
  readonly stopped: StoppedSession[];
  leaveOneOut?: readonly LeftOut[];
}

async function main(): Promise<void> {
  if (values.fetch) {
    await fetchBenchmark(directories[0] ?? FETCHED, (line) => console.log(line));
    return;
  }
  const sets = dataSets(directories);
  if (values.ablate) {
    console.log(await ablationReport(sets));
    return;
  }
  const participants = [
    ...(values.ours ? [] : peerJudges),
    ...(await Promise.all((values.detector ?? []).map(loadDetector))),
    ours,
  ];
  const results: Results = { labelled: new Map(), whole: new Map(), alarms: [], stopped: [] };
  for (const set of sets) {
    console.log(`${set.name}\n`);
    await (set.kind === 'whole' ? reportWhole(set, participants, results) : reportLabelled(set, participants, results));
    console.log('');
  }
  console.log(`Precision: right alarms of those that the labels judge\n\n${precisionTable(results.alarms)}\n`);
  console.log(`${refusedNewsText(results.stopped)}\n`);
  if (values['leave-one-out'] && sets.length > 0) {
    results.leaveOneOut = await printLeaveOneOut(sets);
  }
  if (values.check) {
    refusedNewsViolations(results.stopped).forEach(fail);
  }
  if (values.check || values.write) {
    compareWithDocument(sets, results);
  }
  const missing = directories.length > 0 ? [] : missingSets(sets);
  if (missing.length > 0) {
    console.log(
      `NOT ${values.check ? 'CHECKED' : 'SCORED'}, for the sessions are not at hand: ${missing.join(', ')}. ` +
        '`npm run eval -- --fetch` brings those that are public.',
    );
  }
}

/** Fetched substitutes don't count: the document's figures are from the labelled sessions. */
function compareWithDocument(sets: readonly DataSet[], results: Results): void {
  if (directories.length > 0 || sets.length === 0 || sets.some(isSubstitute)) {
    return;
  }
  const text = readFileSync(DOCUMENT, 'utf8');
  const lines = figureLines(results);
  // Measured on all data sets together.
  const precision = missingSets(sets).length > 0 ? undefined : precisionTable(results.alarms, plainMarkdown);
  if (values.write) {
    const written = lines.reduce(withLine, text);
    writeFileSync(DOCUMENT, precision === undefined ? written : withPrecision(written, precision));
    return;
  }
  const said = new Set(text.split('\n'));
  const missing = [...lines, ...(precision?.split('\n') ?? [])].filter((line) => !said.has(line));
  missing.forEach((line) => fail(`${DOCUMENT} does not say: ${line}`));
}

function fail(why: string): void {
  console.log(why);
  process.exitCode = 1;
}

async function reportLabelled(set: DataSet, participants: readonly Judge[], results: Results): Promise<void> {
  const { directory, name } = set;
  const episodes = await readEpisodes(directory);
  const candidates = await readCandidates(directory);
  const scored = await collect(directory, participants);
  const rowsOf = ({ judge, sessions }: Judged, rule = judge.rule): Row[] =>
    judge.severities.map(({ name, counts }) => ({
      rule,
      severity: name,
      score: score(sessions, episodes, candidates, counts),
    }));
  const rows = scored.flatMap((judged) => rowsOf(judged));
  const own = scored.at(-1) as Judged;
  console.log(table(rows));
  results.labelled.set(name, rowsOf(own));
  results.alarms.push(...alarmsOf(own.sessions, verdicts('labelled', episodes, candidates)));
  reportStopped(own, results);
  if (values.sources) {
    const parts = bySource(own.sessions).flatMap(([source, sessions]) => rowsOf({ ...own, sessions }, source));
    console.log(`\nBy source\n${table(parts)}`);
  }
  if (values.check) {
    checkFloors(name, rows);
  }
  if (values.misses) {
    for (const row of rows.slice(-3)) {
      printMisses(row.severity, row.score);
    }
  }
}

async function reportWhole(
  { directory, name }: DataSet,
  participants: readonly Judge[],
  results: Results,
): Promise<void> {
  const episodes = await readEpisodes(directory);
  // Whole sessions have times, which show rounds if nothing else does.
  const scored = await collect(directory, [...participants.slice(0, -1), oursUntold, ...participants.slice(-1)]);
  const rowsOf = ({ judge, sessions }: Judged, rule = judge.rule): SessionRow[] =>
    judge.severities.map(({ name, counts }) => ({
      rule,
      severity: name,
      score: sessionScore(sessions, episodes, counts),
    }));
  const rows = scored.flatMap((judged) => rowsOf(judged));
  const own = scored.at(-1) as Judged;
  console.log(sessionTable(rows));
  results.whole.set(name, rowsOf(own));
  results.alarms.push(...alarmsOf(own.sessions, verdicts('whole', episodes, [])));
  reportStopped(own, results);
  if (values.check) {
    checkSessionFloors(name, rows);
  }
  if (values.sources) {
    const ownRows = bySource(own.sessions).flatMap(([source, sessions]) => rowsOf({ ...own, sessions }, source));
    console.log(`\nBy source\n${sessionTable(ownRows)}`);
  }
  if (values.misses) {
    for (const {
      rule,
      severity,
      score: { missed, wrongFirings },
    } of rows.slice(-6)) {
      console.log(`\n${rule}, ${severity}: missed`);
      missed.forEach(({ ep, kind, source, why }) => console.log(`  ${ep} ${kind} ${source}: ${why}`));
      console.log(`${severity}: wrong`);
      wrongFirings.forEach(({ source, id, index, detector }) =>
        console.log(`  ${source} ${id} call ${index}: ${detector}`),
      );
    }
  }
}

function reportStopped({ sessions }: Judged, results: Results): void {
  const stopped = sessions.flatMap((session) => session.stopped ?? []);
  results.stopped.push(...stopped);
  console.log(`\n${refusedNewsText(stopped)}`);
  if (values.misses) {
    stopped
      .filter(({ first }) => first)
      .forEach(({ source, id, index, detector }) => console.log(`  ${source} ${id} call ${index}: ${detector}`));
  }
}

/** Fails the process if a figure is below its floor. */
function checkFloors(name: string, rows: readonly Row[]): void {
  for (const floor of FLOORS[name] ?? []) {
    const own = rows.find(({ rule, severity }) => rule === ours.rule && severity === floor.severity)?.score;
    const fallen = own === undefined ? ['no score'] : violations(own, floor);
    for (const violation of fallen) {
      fail(`${name}, ${floor.severity}: ${violation}`);
    }
  }
}

function checkSessionFloors(name: string, rows: readonly SessionRow[]): void {
  for (const floor of SESSION_FLOORS[name] ?? []) {
    for (const { rule } of [ours, oursUntold]) {
      const own = rows.find((row) => row.rule === rule && row.severity === floor.severity)?.score;
      for (const violation of own === undefined ? ['no score'] : sessionViolations(own, floor)) {
        fail(`${name}, ${rule}, ${floor.severity}: ${violation}`);
      }
    }
  }
}

function printMisses(severity: string, { missed, falseAlarms }: Score): void {
  console.log(`\n${severity}: missed`);
  for (const { ep, kind, source, why } of missed) {
    console.log(`  ${ep} ${kind} ${source}: ${why}`);
  }
  console.log(`${severity}: hard false alarms`);
  for (const { ep, label, source, why } of falseAlarms) {
    console.log(`  ${ep} ${label} ${source}: ${why}`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
