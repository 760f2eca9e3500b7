/**
 * `npm run eval -- [DIR ...] [options]`, from the root of the repository: how well the recommended settings recognize
 * the labelled loops, compared with others' published rules. By default, scores all available data sets.
 * - `--fetch [FOLDER]` fetches the public sessions of the benchmark with git, by default into `.eval`.
 * - `--detector FILE` adds your detector; see docs/contributing/evidence.md.
 * - `--misses` lists missed episodes, episodes with a wrongly blocked call, and first stops that refuse something new.
 * - `--sources` breaks our figures down by source.
 * - `--leave-one-out` chooses the settings without the source that they are measured on, and then also leaves out the
 *   patterns that match only there. Takes up to half an hour.
 * - `--ablate` replays the sets without each pattern and prints what that gains and loses. Takes some minutes.
 * - `--ours` leaves the peers out.
 * - `--check` fails if a score is below its floor or the document shows another figure. Says what it couldn't check.
 * - `--write` writes the figures into benchmark/FIGURES.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fill } from '../derivedPart';
import { ablationReport } from './ablate';
import { fetchBenchmark } from './benchmark/fetch';
import { collect, type Judged } from './collect';
import { dataSets, type DataSet, FETCHED, isSubstitute, missingSets } from './dataSet';
import { loadDetector } from './detector';
import { refusedNewsViolations } from './floors';
import { bySource } from './group';
import { type Judge, ours, oursUntold } from './judges';
import { printLeaveOneOut } from './leaveOneOut/report';
import { peers } from './peers';
import { type Alarm, alarmsOf, precisionTable } from './precision';
import { refusedNewsText, type StoppedSession } from './refusedNews';
import { figureLine, type Row, scoreTable, type Scoring, SESSIONS, SPANS } from './scoring';
import { plainMarkdown } from './table';
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
  /** Of the document. */
  readonly lines: string[];
  readonly alarms: Alarm[];
  readonly stopped: StoppedSession[];
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
    ...(values.ours ? [] : peers),
    ...(await Promise.all((values.detector ?? []).map(loadDetector))),
    ours,
  ];
  const results: Results = { lines: [], alarms: [], stopped: [] };
  for (const set of sets) {
    console.log(`${set.name}\n`);
    // Whole sessions have times, which show rounds if nothing else does.
    const told = [...participants.slice(0, -1), oursUntold, ours];
    await (set.kind === 'whole' ? report(set, SESSIONS, told, results) : report(set, SPANS, participants, results));
    console.log('');
  }
  console.log(`Precision: right alarms of those that the labels judge\n\n${precisionTable(results.alarms)}\n`);
  console.log(`${refusedNewsText(results.stopped)}\n`);
  if (values['leave-one-out'] && sets.length > 0) {
    results.lines.push(...(await printLeaveOneOut(sets)));
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
function compareWithDocument(sets: readonly DataSet[], { lines, alarms }: Results): void {
  if (directories.length > 0 || sets.length === 0 || sets.some(isSubstitute)) {
    return;
  }
  const text = readFileSync(DOCUMENT, 'utf8');
  // Measured on all data sets together.
  const precision = missingSets(sets).length > 0 ? undefined : precisionTable(alarms, plainMarkdown);
  if (values.write) {
    const written = lines.reduce(withLine, text);
    writeFileSync(DOCUMENT, precision === undefined ? written : fill(written, 'precision', precision));
    return;
  }
  const said = new Set(text.split('\n'));
  const missing = [...lines, ...(precision?.split('\n') ?? [])].filter((line) => !said.has(line));
  missing.forEach((line) => fail(`${DOCUMENT} does not say: ${line}`));
}

/** Replaces the line with the same first cell. @throws if there is none */
function withLine(document: string, line: string): string {
  const beginning = line.slice(0, line.indexOf(' | ') + 3);
  const lines = document.split('\n');
  const at = lines.findIndex((each) => each.startsWith(beginning));
  if (at < 0) {
    throw new Error(`The document has no line for ${line}`);
  }
  return lines.with(at, line).join('\n');
}

function fail(why: string): void {
  console.log(why);
  process.exitCode = 1;
}

/** The last judge is the guard with its defaults. */
async function report<Score>(
  { directory, name, kind }: DataSet,
  scoring: Scoring<Score>,
  judges: readonly Judge[],
  results: Results,
): Promise<void> {
  const episodes = await readEpisodes(directory);
  const candidates = kind === 'whole' ? [] : await readCandidates(directory);
  const scored = await collect(directory, judges);
  const rowsOf = ({ judge, sessions }: Judged, rule = judge.rule): Row<Score>[] =>
    judge.severities.map(({ name: severity, counts }) => ({
      rule,
      severity,
      score: scoring.score(sessions, episodes, candidates, counts),
    }));
  const rows = scored.flatMap((judged) => rowsOf(judged));
  const own = scored.at(-1) as Judged;
  const ownRows = rows.filter(({ rule }) => rule.startsWith(ours.rule));
  const stopped = own.sessions.flatMap((session) => session.stopped ?? []);
  console.log(`${scoreTable(scoring, rows)}\n\n${refusedNewsText(stopped)}`);
  results.lines.push(figureLine(`in-sample: \`${name}\``, scoring, rowsOf(own)));
  results.alarms.push(...alarmsOf(own.sessions, verdicts(kind, episodes, candidates)));
  results.stopped.push(...stopped);
  if (values.sources) {
    const parts = bySource(own.sessions).flatMap(([source, sessions]) => rowsOf({ ...own, sessions }, source));
    console.log(`\nBy source\n${scoreTable(scoring, parts)}`);
  }
  if (values.check) {
    for (const row of ownRows) {
      scoring.violations(name, row).forEach((why) => fail(`${name}, ${row.rule}, ${row.severity}: ${why}`));
    }
  }
  if (values.misses) {
    for (const { index, source, id, detector } of stopped.filter(({ first }) => first)) {
      console.log(`  ${source} ${id} call ${index}: ${detector}`);
    }
    for (const { rule, severity, score } of ownRows) {
      console.log([`\n${rule}, ${severity}`, ...scoring.misses(score)].join('\n'));
    }
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
