/**
 * `npx tsx scripts/eval/main.ts [DIR ...] [options]`, from the root of the repository: how well the recommended
 * settings recognise the labelled loops, with the published rules of others beside them. Without a folder it scores
 * every data set that is available.
 * - `--fetch [FOLDER]` brings the public sessions of the benchmark into a folder, `.eval` if none is named, with git.
 * - `--misses` names the episodes that were missed and those that were wrongly held back.
 * - `--savings` tells how long the loops went on after the call at which we would have ended them.
 * - `--sources` breaks our figures down by source.
 * - `--leave-one-out` chooses the thresholds without the source that they are measured on. Takes a minute or two.
 * - `--ours` leaves the peers out.
 * - `--check` fails when a score falls below its floor, or when the README shows another figure.
 */
import { readFileSync } from 'node:fs';
import { fetchBenchmark } from './benchmark/fetch';
import { collect, type Judged } from './collect';
import { dataSets, type DataSet, expectedDirectory, FETCHED } from './dataSet';
import { FLOORS, SESSION_FLOORS, sessionViolations, violations } from './floors';
import { bySource } from './group';
import { judges, ours } from './judges';
import { printLeaveOneOut } from './leaveOneOutReport';
import { missingInReadme } from './readme';
import { medianRemainder, remainders, savingsText } from './savings';
import { score, type Score } from './score';
import { sessionScore } from './sessionScore';
import { sessionTable, type SessionRow } from './sessionTable';
import { type Row, table } from './table';
import { readCandidates, readEpisodes } from './traces';

const options = new Set(process.argv.slice(2).filter((argument) => argument.startsWith('--')));
const directories = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

async function main(): Promise<void> {
  if (options.has('--fetch')) {
    await fetchBenchmark(directories[0] ?? FETCHED, (line) => console.log(line));
    return;
  }
  const sets = dataSets(directories);
  if (sets.length === 0) {
    console.log(`No labelled sessions in ${expectedDirectory(directories)} (gold.jsonl is missing): nothing to score.`);
    return;
  }
  for (const [at, set] of sets.entries()) {
    if (at > 0) {
      console.log(`\n${set.name}`);
    }
    await (set.kind === 'whole' ? reportWhole(set) : reportLabelled(set, at === 0));
  }
  const labelled = sets.filter(({ kind }) => kind === 'labelled');
  if (options.has('--leave-one-out') && labelled.length > 0) {
    await printLeaveOneOut(labelled);
  }
}

/** @param isPromised whether this is the data set whose figures the repository promises */
async function reportLabelled({ directory, name }: DataSet, isPromised: boolean): Promise<void> {
  const episodes = await readEpisodes(directory);
  const candidates = await readCandidates(directory);
  const scored = await collect(directory, options.has('--ours') ? [ours] : judges);
  const rowsOf = ({ judge, sessions }: Judged, rule = judge.rule): Row[] =>
    judge.severities.map(({ name, counts }) => ({
      rule,
      severity: name,
      score: score(sessions, episodes, candidates, counts),
    }));
  const rows = scored.flatMap((judged) => rowsOf(judged));
  const own = scored.at(-1) as Judged;
  const left = remainders(own.sessions, episodes);
  console.log(table(rows));
  if (options.has('--sources')) {
    const parts = bySource(own.sessions).flatMap(([source, sessions]) => rowsOf({ ...own, sessions }, source));
    console.log(`\nBy source\n${table(parts)}`);
  }
  if (options.has('--savings')) {
    console.log(`\n${savingsText(left)}`);
  }
  if (options.has('--check')) {
    checkFloors(name, rows);
  }
  if (options.has('--check') && isPromised) {
    for (const missing of missingInReadme(readFileSync('README.md', 'utf8'), rows, medianRemainder(left))) {
      console.log(`README.md does not say: ${missing}`);
      process.exitCode = 1;
    }
  }
  if (options.has('--misses')) {
    for (const row of rows.slice(-2)) {
      printMisses(row.severity, row.score);
    }
  }
}

async function reportWhole({ directory, name }: DataSet): Promise<void> {
  const episodes = await readEpisodes(directory);
  const scored = await collect(directory, options.has('--ours') ? [ours] : judges);
  const rowsOf = ({ judge, sessions }: Judged, rule = judge.rule): SessionRow[] =>
    judge.severities.map(({ name, counts }) => ({
      rule,
      severity: name,
      score: sessionScore(sessions, episodes, counts),
    }));
  const rows = scored.flatMap((judged) => rowsOf(judged));
  const own = scored.at(-1) as Judged;
  console.log(sessionTable(rows));
  if (options.has('--check')) {
    checkSessionFloors(name, rows);
  }
  if (options.has('--sources')) {
    const ownRows = bySource(own.sessions).flatMap(([source, sessions]) => rowsOf({ ...own, sessions }, source));
    console.log(`\nBy source\n${sessionTable(ownRows)}`);
  }
  if (options.has('--misses')) {
    for (const {
      severity,
      score: { missed, wrongFirings },
    } of rows.slice(-2)) {
      console.log(`\n${severity}: missed`);
      missed.forEach(({ ep, kind, source, why }) => console.log(`  ${ep} ${kind} ${source}: ${why}`));
      console.log(`${severity}: wrong`);
      wrongFirings.forEach(({ source, id, index, detector }) =>
        console.log(`  ${source} ${id} call ${index}: ${detector}`),
      );
    }
  }
}

/** Fails the process when a figure of ours is worse than what the repository promises. */
function checkFloors(name: string, rows: readonly Row[]): void {
  for (const floor of FLOORS[name] ?? []) {
    const own = rows.find(({ rule, severity }) => rule === ours.rule && severity === floor.severity)?.score;
    const fallen = own === undefined ? ['no score'] : violations(own, floor);
    for (const violation of fallen) {
      console.log(`${name}, ${floor.severity}: ${violation}`);
      process.exitCode = 1;
    }
  }
}

/** As {@link checkFloors}, for data sets of whole sessions. */
function checkSessionFloors(name: string, rows: readonly SessionRow[]): void {
  for (const floor of SESSION_FLOORS[name] ?? []) {
    const own = rows.find(({ rule, severity }) => rule === ours.rule && severity === floor.severity)?.score;
    for (const violation of own === undefined ? ['no score'] : sessionViolations(own, floor)) {
      console.log(`${name}, ${floor.severity}: ${violation}`);
      process.exitCode = 1;
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
